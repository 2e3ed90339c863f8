import { createHash, randomBytes } from 'node:crypto';
import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { answersChallenge } from '../../../lib/pkce.ts';
import type { Tables } from '../../../store/database.ts';
import type { ChallengeRow } from '../../../store/engine/schema.ts';

/** A challenge that has just begun. Only its holder knows the token. */
export interface OpenChallenge {
  token: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** Proofs that a challenge is answered by the browser that received it. */
export interface Bindings {
  /** The cookie that the redirect set. */
  browser: string | undefined;
  /** The text that the frontend's challenge was made from (RFC 7636 §4.6). */
  verifier: string | null;
}

/**
 * Acts that a factor must complete: sign-ins, enrolments, reauthentications. Each expires after ten minutes,
 * works once, and ends with its fifth wrong answer.
 */
export interface Challenges {
  /**
   * Begins an act, which replaces the session's earlier one for the same purpose. Call it under the account's lock.
   */
  open(
    tables: Pick<Tables, 'challenges'>,
    challenge: Pick<ChallengeRow, 'purpose'> &
      Partial<Omit<ChallengeRow, 'token_hash' | 'attempts' | 'expires_at'>>,
  ): Promise<OpenChallenge>;
  /**
   * Binds a challenge that was sent in a redirect to the browser that followed it, or to the frontend that began the
   * sign-in.
   */
  bind(token: string, to: { browser: string; codeChallenge: string | null }): Promise<void>;
  /** @throws KeywardError `ChallengeInvalidError`, also after the fifth wrong answer */
  find(token: string, purpose: ChallengeRow['purpose']): Promise<ChallengeRow>;
  /** @throws KeywardError `ChallengeInvalidError` for another browser */
  assertBound(challenge: ChallengeRow, bindings: Bindings): void;
  /**
   * Counts an answer before it is checked. Called once for each, outside of a transaction.
   * @throws KeywardError `ChallengeInvalidError` after the fifth
   */
  attempt(challenge: ChallengeRow): Promise<void>;
  /**
   * Spends a challenge, in an open transaction. @throws KeywardError `ChallengeInvalidError` if it was already spent
   */
  spend(tables: Pick<Tables, 'challenges'>, challenge: ChallengeRow): Promise<void>;
}

export const CHALLENGE_LIFETIME_MS = 10 * 60_000;
const MAX_ANSWERS = 5;
/** The maximum number of sign-ins to one account that wait for a factor. */
const MAX_OPEN = 100;

export function createChallenges({
  store,
  clock,
}: {
  store: Pick<Tables, 'challenges'>;
  clock: Clock;
}): Challenges {
  return {
    async open(tables, challenge) {
      const token = randomBytes(32).toString('base64url');
      const expiresAt = clock.now() + CHALLENGE_LIFETIME_MS;
      const { session_id: session = null, account_id: account = null, purpose } = challenge;
      const { method = null, via = null } = challenge;
      // Otherwise anybody with one session or one password could fill the table.
      if (session !== null) await tables.challenges.deleteOfSession(session, purpose);
      else if (account !== null)
        await tables.challenges.deleteOldest(account, { purpose, method, via }, MAX_OPEN - 1);
      await tables.challenges.insert({
        account_id: null,
        session_id: null,
        method: null,
        via: null,
        word: null,
        reason: null,
        browser_hash: null,
        code_challenge: null,
        link_provider: null,
        link_subject: null,
        webauthn_challenge: null,
        ...challenge,
        token_hash: digest(token),
        attempts: 0,
        expires_at: expiresAt,
      });
      return { token, expiresAt };
    },

    bind: (token, { browser, codeChallenge }) =>
      store.challenges.bind(digest(token), { browser_hash: digest(browser), code_challenge: codeChallenge }),

    async find(token, purpose) {
      const challenge = await store.challenges.find(digest(token), clock.now());
      if (challenge?.purpose !== purpose || challenge.attempts >= MAX_ANSWERS)
        throw new KeywardError('ChallengeInvalidError');
      return challenge;
    },

    assertBound({ browser_hash, code_challenge }, { browser, verifier }) {
      if (browser_hash === null) return;
      const sameBrowser = browser !== undefined && digest(browser) === browser_hash;
      const sameFrontend = code_challenge !== null && answersChallenge(verifier, code_challenge);
      if (!sameBrowser && !sameFrontend) throw new KeywardError('ChallengeInvalidError');
    },

    async attempt({ token_hash }) {
      if (!(await store.challenges.takeAttempt(token_hash, MAX_ANSWERS)))
        throw new KeywardError('ChallengeInvalidError');
    },

    async spend(tables, { token_hash }) {
      if (!(await tables.challenges.spend(token_hash))) throw new KeywardError('ChallengeInvalidError');
    },
  };
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
