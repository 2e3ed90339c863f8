import { createHash, randomBytes } from 'node:crypto';
import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/database.ts';
import type { SessionRow } from '../../store/schema.ts';
import type { Sessions, SignIn } from './sessions.ts';

/** How a redirect hands a session over to the frontend. */
export interface Handover {
  /**
   * The query of the redirect. In the documented profile it carries the tokens. In the strict profile it carries a
   * one-time code instead, because addresses end up in histories and logs (RFC 9700 §4.3).
   */
  query(session: SessionRow): Promise<Record<string, string>>;
  /** @throws KeywardError `InvalidTokenError` for an unknown, used or old code, `AccountInactiveError` */
  redeem(code: string): Promise<SignIn>;
}

const CODE_LIFETIME_MS = 60_000;

export function createHandover(deps: {
  store: Store;
  sessions: Sessions;
  profile: 'documented' | 'strict';
  clock: Clock;
}): Handover {
  const { store, sessions, profile, clock } = deps;

  return {
    async query(session) {
      if (profile === 'strict') {
        const code = randomBytes(32).toString('base64url');
        const expiresAt = clock.now() + CODE_LIFETIME_MS;
        await store.exchanges.insert({
          code_hash: digest(code),
          session_id: session.id,
          expires_at: expiresAt,
        });
        return { code };
      }
      const { accessToken, refreshToken } = await sessions.issue(session);
      return {
        access_token: accessToken,
        ...(refreshToken !== undefined && { refresh_token: refreshToken }),
      };
    },

    async redeem(code) {
      const sessionId = await store.exchanges.take(digest(code), clock.now());
      const session = sessionId === null ? null : await store.sessions.findWithAccount(sessionId);
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
