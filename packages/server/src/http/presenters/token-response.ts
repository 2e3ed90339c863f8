import type { Static } from 'typebox';
import type { SignIn } from '../../features/sessions/sessions.ts';
import type { AccountRow } from '../../store/schema.ts';
import type { PublicContext } from '../endpoint.ts';
import type { TokenResponseSchema } from '../schemas.ts';
import { presentAccount } from './account.ts';

type TokenResponse = Static<typeof TokenResponseSchema>;

/** Begins a session for the account and answers with its tokens. */
export async function startSession(context: PublicContext, account: AccountRow): Promise<TokenResponse> {
  return presentSignIn(context, {
    account,
    session: await context.services.sessions.create(account, context.client),
  });
}

/** Answers with the tokens of a session that has just begun. Every route that issues tokens ends here. */
export async function presentSignIn(
  { services }: PublicContext,
  { account, session }: SignIn,
): Promise<TokenResponse> {
  const { accessToken, refreshToken } = await services.sessions.issue(session);
  return {
    access_token: accessToken,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    token_type: 'Bearer',
    account: presentAccount(account),
  };
}
