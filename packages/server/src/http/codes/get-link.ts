import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { type Purpose, PURPOSES } from '../../store/tables/codes.ts';
import { carried } from '../../features/identity/codes/magic-link.ts';
import type { CodeUse } from '../../features/sign-in/code/code-flows.ts';
import { parseEmail } from '../../lib/email.ts';
import { isCodeChallenge } from '../../lib/pkce.ts';
import { cookieCaller } from '../wire/cookie-caller.ts';
import { assertOpened } from '../wire/cookies/origin.ts';
import { cookiesOf } from '../wire/cookies/request-cookies.ts';
import { publicEndpoint, type PublicContext } from '../wire/endpoint/endpoint.ts';
import { presentInRedirect } from '../presenters/token-response.ts';
import { codeUse } from './present-code.ts';
import { errorQuery, isPrefetch, redirectTo } from '../wire/redirects.ts';
import { requestedFrontend } from './frontend.ts';

export const getLink = publicEndpoint({
  summary: 'Open a magic link; it always redirects to the frontend',
  // Accepts anything: an invalid value also leads to a redirect, not to a 422.
  params: Type.Object({ purpose: Type.Unknown() }),
  query: Type.Object({
    email: Type.Optional(Type.Unknown()),
    otp: Type.Optional(Type.Unknown()),
    key: Type.Optional(Type.Unknown()),
    frontend_url: Type.Optional(Type.Unknown()),
    code_challenge: Type.Optional(Type.Unknown()),
  }),
  response: { 307: Type.Null(), 204: Type.Null() },
  issuesTokens: 'in a redirect',
  errors: [],
  async handle(context) {
    const { request, reply, services } = context;
    // Scanners and browsers prefetch links; only a person's click may spend the code.
    if (isPrefetch(request)) return reply.code(204).send();
    let frontend = services.frontends.fallback;
    try {
      // Checked first, so that the named frontend receives every other error.
      frontend = requestedFrontend(context, readFrontendUrl(context.query)) ?? services.publicUrl();
      const link = readLink(context.params.purpose, context.query);
      return await reply.redirect(await follow(context, { ...link, frontend }), 307);
    } catch (thrown) {
      return reply.redirect(redirectTo(frontend, '/magic-link/callback', errorQuery(context, thrown)), 307);
    }
  },
});

interface LinkQuery {
  email?: unknown;
  otp?: unknown;
  key?: unknown;
  code_challenge?: unknown;
}

interface Link {
  purpose: Purpose;
  email: string;
  otp: string;
  key: string | undefined;
  challenge: string | null;
  frontend: string;
}

/** Spends the code if the purpose asks for it. @returns the address for the browser */
async function follow(
  context: PublicContext,
  { purpose, email, otp, key, challenge, frontend }: Link,
): Promise<string> {
  const { services } = context;
  const askFirst = () => services.magicLinks.confirmUrl({ purpose, email, code: otp, key, frontend });
  if (services.magicLinks.confirm) return askFirst();
  const use = await codeUse(context, { email, otp, key });
  switch (purpose) {
    case 'login': {
      if (cookiesOf(context.request, services) !== null) {
        assertOpened(context.request);
        if (await isSomebodyElse(context, use)) return askFirst();
      }
      const entry = await services.codeFlows.logIn({ ...use, via: 'link' });
      return redirectTo(frontend, '/oauth/callback', await presentInRedirect(context, entry, challenge));
    }
    case 'verify':
      await services.codeFlows.verifyEmail(use);
      return redirectTo(frontend, '/magic-link/callback', { verified: 'true', email });
    case 'reset':
      await services.codeFlows.check(use, purpose);
      return redirectTo(frontend, '/reset-password', carried({ email, code: otp, key }));
    case 'signup':
      await services.codeFlows.check(use, purpose);
      return redirectTo(frontend, '/signup', { ...carried({ email, code: otp, key }), verified: 'true' });
  }
}

/**
 * Whether the browser is signed in to another account. Anybody can mail a link to their own account, and its cookies
 * would replace those of the person who opens it, before a page could ask.
 */
async function isSomebodyElse({ request, services }: PublicContext, { email }: CodeUse): Promise<boolean> {
  // An idle browser has lost the access cookie, but the refresh cookie keeps it signed in.
  const caller =
    (await cookieCaller(request, services, 'access')) ?? (await cookieCaller(request, services, 'refresh'));
  return caller !== null && caller.row.account__email_key !== email.key;
}

/**
 * @throws KeywardError `FrontendUrlNotAllowedError` if there are several, because parsers differ in which one they use
 */
function readFrontendUrl({ frontend_url: given }: { frontend_url?: unknown }): string | undefined {
  if (given !== undefined && typeof given !== 'string') throw new KeywardError('FrontendUrlNotAllowedError');
  return given;
}

/** @throws KeywardError `ValidationError` */
function readLink(
  purpose: unknown,
  { email, otp, key, code_challenge: challenge = null }: LinkQuery,
): Omit<Link, 'frontend'> {
  const known = PURPOSES.find((one) => one === purpose);
  const complete =
    known !== undefined &&
    typeof email === 'string' &&
    parseEmail(email) !== null &&
    typeof otp === 'string' &&
    /^[0-9]{6}$/.test(otp) &&
    (key === undefined || (typeof key === 'string' && /^[\w-]{22}$/.test(key))) &&
    (challenge === null || isCodeChallenge(challenge));
  if (!complete)
    throw new KeywardError('ValidationError', { message: 'This link is incomplete; ask for a new one.' });
  return { purpose: known, email, otp, key, challenge };
}
