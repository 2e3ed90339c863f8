import type { Static } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { type Challenged, type Entry, isChallenged } from '../../features/identity/mfa/sign-ins.ts';
import type { IssuedTokens } from '../../features/identity/sessions/issue-tokens.ts';
import type { AccountRow } from '../../store/engine/schema.ts';
import { bindToBrowser } from '../wire/cookies/challenge-cookie.ts';
import { markBrowser } from '../wire/cookies/browser-cookie.ts';
import { assertNoForeignPage } from '../wire/cookies/origin.ts';
import { cookiesOf } from '../wire/cookies/request-cookies.ts';
import { setTokenCookies } from '../wire/cookies/token-cookies.ts';
import type { PublicContext } from '../wire/endpoint/endpoint.ts';
import type { TokenResponseSchema } from '../wire/endpoint/schemas.ts';
import { presentAccount } from '../../features/audit/serializers/account.ts';

type TokenResponse = Static<typeof TokenResponseSchema>;

/**
 * Begins a session for the account, records it as `event`, and answers with its tokens.
 * @throws KeywardError `SecondFactorRequiredError`, `LoginRefusedError`
 */
export async function startSession(
  context: PublicContext,
  account: AccountRow,
  event: 'login.succeeded' | 'account.signed_up',
): Promise<TokenResponse> {
  const { services, client } = context;
  const signedUp = event === 'account.signed_up';
  const metadata = { method: 'password' } as const;
  const arrival = { account, client, ...metadata, reason: signedUp ? 'sign-up' : 'login' } as const;
  if (signedUp) await services.signInHooks.signedUp(arrival);
  // The host is asked after the last factor.
  if (account.second_factors === 0) await services.signInHooks.admit(arrival);
  const entry = await services.factors.signIns.begin(account, {
    client,
    method: 'password',
    reason: arrival.reason,
  });
  if (!isChallenged(entry))
    services.events.emit(event, { client, accountId: account.id, sessionId: entry.session.id, metadata });
  return presentSignIn(context, entry);
}

/**
 * Answers with the tokens of a new session. Every route that issues tokens in a body ends here.
 * @throws KeywardError `SecondFactorRequiredError` where the first factor led to a challenge
 */
export async function presentSignIn(context: PublicContext, entry: Entry): Promise<TokenResponse> {
  if (isChallenged(entry))
    throw new KeywardError('SecondFactorRequiredError', { details: presentChallenge(entry) });
  const tokens = await context.services.sessions.issue(entry);
  markBrowser(context, entry.account);
  return { ...presentTokens(context, tokens), account: presentAccount(entry.account) };
}

function presentChallenge({ challenge: { token, methods, expiresAt } }: Challenged) {
  return { challenge: token, methods, expires_at: Math.floor(expiresAt / 1000) };
}

/** Delivers tokens where {@link cookiesOf} says: in cookies, or in the body. */
export function presentTokens(context: PublicContext, tokens: IssuedTokens): Omit<TokenResponse, 'account'> {
  const cookies = cookiesOf(context.request, context.services);
  if (cookies !== null) return { token_type: 'Cookie', cookie: setTokenCookies(context, cookies, tokens) };
  const { accessToken, refreshToken } = tokens;
  return {
    access_token: accessToken,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    token_type: 'Bearer',
  };
}

/**
 * The query of a redirect that hands a session over to a frontend, or the challenge for the second factor, which only
 * this browser or this frontend can answer. In cookie mode the redirect itself sets the cookies,
 * in either profile: without tokens in an address, no one-time code is needed.
 * @param challenge of the frontend; returned in the query, so that a page can tell its sign-ins apart
 */
export async function handOver(
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
  markBrowser(context, entry.account);
  const cookies = cookiesOf(context.request, services);
  if (cookies === null) return { ...(await services.handover.query(entry, challenge)), ...begun };
  // A page is led through a redirect without the console's header, which only scripts send.
  if (cookies.ownPagesOnly) assertNoForeignPage(context.request, services, cookies);
  setTokenCookies(context, cookies, await services.sessions.issue(entry));
  return { token_type: 'Cookie', ...begun };
}
