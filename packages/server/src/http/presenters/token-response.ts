import type { Static } from 'typebox';
import type { IssuedTokens, SignIn } from '../../features/sessions/sessions.ts';
import type { AccountRow, SessionRow } from '../../store/schema.ts';
import { setTokenCookies } from '../wire/cookies/token-cookies.ts';
import type { PublicContext } from '../wire/endpoint.ts';
import type { TokenResponseSchema } from '../wire/schemas.ts';
import { presentAccount } from '../../features/bodies/account.ts';

type TokenResponse = Static<typeof TokenResponseSchema>;

/** Begins a session for the account, records it as `event`, and answers with its tokens. */
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
  await services.signInHooks.admit(arrival);
  const session = await services.sessions.create(account, { client, method: 'password' });
  services.events.emit(event, { client, accountId: account.id, sessionId: session.id, metadata });
  return presentSignIn(context, { account, session });
}

/** Answers with the tokens of a new session. Every route that issues tokens in a body ends here. */
export async function presentSignIn(
  context: PublicContext,
  { account, session }: SignIn,
): Promise<TokenResponse> {
  const tokens = await context.services.sessions.issue(session);
  return { ...presentTokens(context, tokens), account: presentAccount(account) };
}

/** Delivers tokens by the settings: in the body, or in cookies. */
export function presentTokens(context: PublicContext, tokens: IssuedTokens): Omit<TokenResponse, 'account'> {
  if (context.services.settings.current.cookie.cookie_mode) {
    return { token_type: 'Cookie', cookie: setTokenCookies(context, tokens) };
  }
  const { accessToken, refreshToken } = tokens;
  return {
    access_token: accessToken,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    token_type: 'Bearer',
  };
}

/**
 * The query of a redirect that hands a session over to a frontend. In cookie mode the redirect itself sets the cookies,
 * in either profile: without tokens in an address, no one-time code is needed.
 * @param challenge of the frontend; returned in the query, so that a page can tell its sign-ins apart
 */
export async function handOver(
  context: PublicContext,
  session: SessionRow,
  challenge: string | null,
): Promise<Record<string, string>> {
  const { services } = context;
  const begun = challenge === null ? {} : { code_challenge: challenge };
  if (!services.settings.current.cookie.cookie_mode)
    return { ...(await services.handover.query(session, challenge)), ...begun };
  setTokenCookies(context, await services.sessions.issue(session));
  return { token_type: 'Cookie', ...begun };
}
