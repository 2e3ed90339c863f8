import type { Static } from 'typebox';
import { KeywardError } from '../../errors.ts';
import type { IssuedTokens } from '../../features/identity/sessions/issue-tokens.ts';
import { type Challenged, type Entry, isChallenged } from '../../features/sign-in/complete.ts';
import { bindToBrowser } from '../wire/cookies/challenge-cookie.ts';
import { signedInAs } from '../wire/cookie-caller.ts';
import { markBrowser } from '../wire/cookies/browser-cookie.ts';
import { assertNoForeignPage } from '../wire/cookies/origin.ts';
import { cookiesOf } from '../wire/cookies/request-cookies.ts';
import { setTokenCookies } from '../wire/cookies/token-cookies.ts';
import type { PublicContext } from '../wire/endpoint/endpoint.ts';
import type { TokenResponseSchema } from '../wire/endpoint/schemas.ts';
import { presentAccount } from '../../features/audit/serializers/account.ts';

type TokenResponse = Static<typeof TokenResponseSchema>;

/**
 * Answers with the tokens of a sign-in.
 * @throws KeywardError `SecondFactorRequiredError` if the first factor led to a challenge
 */
export async function presentSignIn(context: PublicContext, entry: Entry): Promise<TokenResponse> {
  if (isChallenged(entry))
    throw new KeywardError('SecondFactorRequiredError', { details: presentChallenge(entry) });
  const tokens = await context.services.signIns.tokens(entry);
  markBrowser(context, entry);
  return { ...presentTokens(context, tokens), account: presentAccount(entry.account) };
}

function presentChallenge({ challenge: { token, methods, expiresAt } }: Challenged) {
  return { challenge: token, methods, expires_at: Math.floor(expiresAt / 1000) };
}

/** Delivers tokens in cookies or in the body, as {@link cookiesOf} decides. */
export function presentTokens(context: PublicContext, tokens: IssuedTokens): Omit<TokenResponse, 'account'> {
  const cookies = cookiesOf(context.request, context.services);
  if (cookies !== null) return { token_type: 'Cookie', cookie: setTokenCookies(context, cookies, tokens) };
  return { ...inBody(tokens), token_type: 'Bearer' };
}

function inBody({ accessToken, refreshToken }: IssuedTokens) {
  return {
    access_token: accessToken,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  };
}

/**
 * The query of a redirect that ends a sign-in: a session for the frontend, or the challenge for the second factor, which
 * only this browser or this frontend can answer. In cookie mode the redirect itself sets the cookies,
 * in either profile: without tokens in an address, no one-time code is needed.
 * @param challenge of the frontend; returned in the query, so that a page can match it to its sign-in
 */
export async function presentInRedirect(
  context: PublicContext,
  entry: Entry,
  challenge: string | null,
): Promise<Record<string, string>> {
  const { services } = context;
  const begun = challenge === null ? {} : { code_challenge: challenge };
  if (isChallenged(entry)) {
    const { token } = entry.challenge;
    await services.factors.challenges.bind(token, {
      browser: bindToBrowser(context),
      codeChallenge: challenge,
    });
    const { methods, expires_at } = presentChallenge(entry);
    return { challenge: token, methods: methods.join(','), expires_at: String(expires_at), ...begun };
  }
  markBrowser(context, entry);
  const cookies = cookiesOf(context.request, services);
  if (cookies === null) {
    const carried = await services.exchangeCodes.forRedirect(entry, challenge);
    return { ...('code' in carried ? carried : inBody(carried)), ...begun };
  }
  // A browser follows a redirect without the console's header, which only scripts send.
  if (cookies.ownPagesOnly) assertNoForeignPage(context.request, services, cookies);
  // A foreign page can begin the sign-in, and the provider of an organization can end it, before a page asks.
  const present = await signedInAs(context.request, services);
  if (present !== null && present.row.account_id !== entry.account.id)
    throw new KeywardError('OriginNotAllowedError', {
      message: 'This browser is signed in to another account: sign out there, then sign in again.',
    });
  setTokenCookies(context, cookies, await services.signIns.tokens(entry));
  return { token_type: 'Cookie', ...begun };
}
