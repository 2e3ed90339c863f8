import { createHash, randomBytes } from 'node:crypto';
import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { answersChallenge } from '../../../lib/pkce.ts';
import type { Store } from '../../../store/database.ts';
import type { IssuedTokens } from '../../identity/sessions/issue-tokens.ts';
import type { Resume, SignIn, SignIns } from '../complete.ts';

/** One-time codes that stand for a session in a redirect, until the frontend exchanges them for tokens. */
export interface ExchangeCodes {
  /** A code for a session. @param challenge null: anybody with the code can exchange it */
  issue(sessionId: number, challenge: string | null): Promise<string>;
  /**
   * The parameters of a redirect to the frontend. They are tokens in the documented profile. In the strict profile, and
   * after a sign-in with a challenge in either profile, they are a code: addresses end up in histories and logs (RFC
   * 9700 §4.3).
   */
  forRedirect(signIn: SignIn, challenge: string | null): Promise<{ code: string } | IssuedTokens>;
  /**
   * @param verifier the text that the challenge was made from (RFC 7636 §4.6); null without a challenge
   * @throws KeywardError `InvalidTokenError` for an unknown, used or old code, and for a wrong verifier, which spends
   * the code; `AccountInactiveError`
   */
  redeem(code: string, verifier: string | null): Promise<SignIn>;
}

const CODE_LIFETIME_MS = 60_000;

export function createExchangeCodes(deps: {
  store: Store;
  signIns: Pick<SignIns, 'tokens'>;
  resume: Resume;
  profile: 'documented' | 'strict';
  clock: Clock;
}): ExchangeCodes {
  const { store, signIns, resume, profile, clock } = deps;

  async function issue(sessionId: number, challenge: string | null): Promise<string> {
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
    issue,

    async forRedirect(signIn, challenge) {
      if (profile === 'documented' && challenge === null) return signIns.tokens(signIn);
      return { code: await issue(signIn.session.id, challenge) };
    },

    async redeem(code, verifier) {
      const exchange = await store.exchanges.take(digest(code), clock.now());
      if (exchange === null || !answersChallenge(verifier, exchange.code_challenge))
        throw new KeywardError('InvalidTokenError');
      const session = await store.sessions.findWithAccount(exchange.session_id);
      const account = session === null ? null : await store.accounts.find('id', session.account_id);
      if (session === null || account === null) throw new KeywardError('InvalidTokenError');
      if (account.status !== 'active') throw new KeywardError('AccountInactiveError');
      return resume(account, session);
    },
  };
}

function digest(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
