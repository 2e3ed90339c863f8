import { createHash, randomBytes } from 'node:crypto';
import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { answersChallenge } from '../../../lib/pkce.ts';
import type { Store } from '../../../store/database.ts';
import type { Sessions, SignIn } from './sessions.ts';

/** Hands a session over to the frontend in a redirect. */
export interface Handover {
  /**
   * The query of the redirect. In the documented profile it carries the tokens. In the strict profile, and after a
   * sign-in with a challenge in either profile, it carries a one-time code instead: addresses end up in histories and
   * logs (RFC 9700 §4.3).
   */
  query(signIn: SignIn, challenge: string | null): Promise<Record<string, string>>;
  /** A one-time code for a session. @param challenge null: whoever has the code can exchange it */
  code(sessionId: number, challenge: string | null): Promise<string>;
  /**
   * @param verifier the text that the challenge was made from (RFC 7636 §4.6); null without a challenge
   * @throws KeywardError `InvalidTokenError` for an unknown, used or old code, and for a wrong verifier, which spends
   * the code; `AccountInactiveError`
   */
  redeem(code: string, verifier: string | null): Promise<SignIn>;
}

const CODE_LIFETIME_MS = 60_000;

export function createHandover(deps: {
  store: Store;
  sessions: Sessions;
  profile: 'documented' | 'strict';
  clock: Clock;
}): Handover {
  const { store, sessions, profile, clock } = deps;

  async function newCode(sessionId: number, challenge: string | null): Promise<string> {
    const code = randomBytes(32).toString('base64url');
    const expiresAt = clock.now() + CODE_LIFETIME_MS;
    await store.exchanges.insert({
      code_hash: digest(code),
      session_id: sessionId,
      code_challenge: challenge,
      expires_at: expiresAt,
    });
    return code;
  }

  return {
    code: newCode,

    async query(signIn, challenge) {
      if (profile === 'strict' || challenge !== null)
        return { code: await newCode(signIn.session.id, challenge) };
      const { accessToken, refreshToken } = await sessions.issue(signIn);
      return {
        access_token: accessToken,
        ...(refreshToken !== undefined && { refresh_token: refreshToken }),
      };
    },

    async redeem(code, verifier) {
      const exchange = await store.exchanges.take(digest(code), clock.now());
      if (exchange === null || !answersChallenge(verifier, exchange.code_challenge))
        throw new KeywardError('InvalidTokenError');
      const session = await store.sessions.findWithAccount(exchange.session_id);
      const account = session === null ? null : await store.accounts.find('id', session.account_id);
      if (session === null || account === null) throw new KeywardError('InvalidTokenError');
      if (account.status !== 'active') throw new KeywardError('AccountInactiveError');
      return { account, session };
    },
  };
}

function digest(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
