import type { FastifyRequest } from 'fastify';
import type { Services } from '../../services/services.ts';
import { preferredLanguage } from '../../lib/accept-language.ts';
import { LANGUAGES } from '../../lib/languages.ts';
import { pageHeaders } from '../wire/headers.ts';
import type { MissingPage } from '../wire/not-found.ts';
import { logoOrigin } from './branding.ts';
import { builtWeb } from './built-web.ts';
import { bootOf, type WebPaths } from './compose-boot.ts';
import { standingPage } from './page.ts';
import { pagePolicy } from './policy.ts';
import { textsFor } from './texts.ts';

/** The page for an address that does not exist. */
export async function missingPage(
  services: Services,
  paths: WebPaths,
  { headers }: FastifyRequest,
): Promise<MissingPage> {
  const language = preferredLanguage(headers['accept-language'] ?? '', LANGUAGES);
  const boot = bootOf(services, paths, language);
  const web = await builtWeb();
  const logo = logoOrigin(services);
  const { missing, missingTitle, toSignIn } = textsFor(language);
  return {
    headers: {
      ...pageHeaders(pagePolicy({ pictures: logo === null ? [] : [logo] })),
      'content-language': language,
      vary: 'Origin, Accept, Accept-Language',
    },
    html: standingPage({
      boot,
      title: missingTitle,
      text: missing,
      styles: web?.entries.pages.styles ?? [],
      way: { label: toSignIn, href: `${boot.webPath}/${boot.pages ? 'signin' : 'console'}` },
    }),
  };
}
