import { Type } from 'typebox';
import { carried } from '../../features/identity/codes/magic-link.ts';
import type { CodeUse } from '../../features/sign-in/code/code-flows.ts';
import { signedInAs } from '../wire/cookie-caller.ts';
import { assertOpened } from '../wire/cookies/origin.ts';
import { cookiesOf } from '../wire/cookies/request-cookies.ts';
import { publicEndpoint, type PublicContext } from '../wire/endpoint/endpoint.ts';
import { presentInRedirect } from '../presenters/token-response.ts';
import { codeUse } from './present-code.ts';
import { errorQuery, isPrefetch, redirectTo } from '../wire/redirects.ts';
import { requestedFrontend } from './frontend.ts';
import { type Link, readFrontendUrl, readLink } from './read-link.ts';

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
      frontend = requestedFrontend(context, readFrontendUrl(context.query)) ?? services.frontends.own;
      const link = readLink(context.params.purpose, context.query);
      return await reply.redirect(await follow(context, link, frontend), 307);
    } catch (thrown) {
      return reply.redirect(redirectTo(frontend, '/magic-link/callback', errorQuery(context, thrown)), 307);
    }
  },
});

/** Spends the code if the purpose asks for it. @returns the address for the browser */
async function follow(
  context: PublicContext,
  { purpose, email, otp, key, challenge }: Link,
  frontend: string,
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
      // A foreign page can send a browser here, and its session would confirm a change of the email.
      if (cookiesOf(context.request, services) !== null && (await isSomebodyElse(context, use)))
        return askFirst();
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
 * Whether the browser is signed in to an account with another email. Anybody can mail a link to their own account, and
 * its cookies would replace those of the person who opens it, before a page could ask.
 */
async function isSomebodyElse({ request, services }: PublicContext, { email }: CodeUse): Promise<boolean> {
  const caller = await signedInAs(request, services);
  return caller !== null && caller.row.account__email_key !== email.key;
}
