import { randomBytes } from 'node:crypto';
import { KeywardError } from '../../errors.ts';
import type { Services } from '../../services/services.ts';
import { preferredLanguage } from '../../lib/accept-language.ts';
import { baseLanguage, OPERATOR_LANGUAGES } from '../../lib/languages.ts';
import { type Contract, type Endpoint, publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { pageHeaders } from '../wire/headers.ts';
import { HtmlPage } from '../wire/endpoint/schemas.ts';
import { brandingStyle, logoOrigin } from './branding.ts';
import { builtWeb, type Entry } from './built-web.ts';
import { CAPTCHA_ORIGINS } from './captcha-origins.ts';
import { areThereConnections } from '../../features/connections/discovery.ts';
import { bootOf, takesSession, type WebPaths } from './compose-boot.ts';
import { missingPage } from './missing-page.ts';
import { page, standingPage } from './page.ts';
import { paramsOf } from './page-params.ts';
import { pagePolicy } from './policy.ts';
import { operatorTextsFor } from './texts.ts';

/** Polish has letters in both files, which would otherwise mix with those of another font. */
function fontsFor(language: string, { fonts }: Entry): readonly string[] {
  return [fonts.latin, language === 'pl' ? fonts['latin-ext'] : undefined].filter(
    (font) => font !== undefined,
  );
}

/**
 * One HTML page for all paths of a kind; its script reads the address.
 * @param path of the page; only the script uses its parameters
 */
export function getPage(
  path: string,
  kind: 'console' | 'pages' | 'preview',
  paths: WebPaths,
  {
    isThere,
    ...more
  }: Partial<Pick<Contract, 'summary' | 'assertExists' | 'errors'>> & {
    /** Whether the page exists with the current settings. Otherwise browsers get the page for missing addresses. */
    isThere?: (services: Services) => boolean;
  } = {},
): Endpoint {
  return publicEndpoint({
    summary: kind === 'console' ? 'HTML page of the console' : `HTML page for end users: ${path}`,
    tag: 'Operation',
    ...paramsOf(path),
    response: { 200: HtmlPage },
    errors: [],
    ...more,
    async handle({ services, client, request, reply }) {
      if (isThere?.(services) === false) {
        if (request.headers.accept?.includes('text/html') !== true)
          throw new KeywardError('RouteNotFoundError');
        const { headers, html } = await missingPage(services, paths, request);
        return reply.code(404).headers(headers).send(html);
      }
      const language = preferredLanguage(
        client.languages,
        kind === 'console' ? OPERATOR_LANGUAGES : services.texts.languages,
      );
      const web = await builtWeb();
      // Mantine makes style elements at run time.
      const styleNonce = kind === 'console' ? randomBytes(16).toString('base64') : undefined;
      const boot = {
        ...bootOf(services, paths, language),
        // Pages also open without the database, and show that the service does not answer.
        ...(kind === 'console'
          ? {
              hasSuperadmin: await services.superadmins.exist().catch(() => true),
              takesSession: paths.pages && takesSession(services),
            }
          : {
              connections: await areThereConnections(services).catch(() => false),
              texts: web?.texts.get(baseLanguage(language)) ?? {},
              ownTexts: services.texts.pages(language),
            }),
      };
      const { captcha } = boot.signUp;
      const logo = logoOrigin(services);
      reply.headers({
        ...pageHeaders(
          pagePolicy({
            styleNonce,
            // Pictures of accounts, and the preview of a logo, may be at any address.
            pictures: [...(kind === 'pages' ? [] : ['https:']), ...(logo === null ? [] : [logo])],
            captcha: kind !== 'pages' || captcha === null ? null : CAPTCHA_ORIGINS[captcha.provider],
            framed: kind === 'preview',
          }),
        ),
        'content-language': language,
        vary: 'accept-language',
      });
      const { notBuiltTitle, notBuilt, consoleTitle } = operatorTextsFor(language);
      if (web === null)
        return reply.code(503).send(standingPage({ boot, title: notBuiltTitle, text: notBuilt, styles: [] }));
      const { name } = boot.branding;
      const title = kind === 'console' ? `${consoleTitle} · ${name}` : name;
      const entry = web.entries[kind];
      // The preview may show any font.
      const hasFont =
        kind === 'preview' || (kind === 'pages' && services.settings.current.branding.font === 'geist');
      return page({
        boot,
        title,
        entry,
        fonts: hasFont ? fontsFor(language, entry) : [],
        brandingVersion: brandingStyle(services).version,
        styleNonce,
      });
    },
  });
}
