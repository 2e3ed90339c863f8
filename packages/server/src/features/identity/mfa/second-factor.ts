import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { AccountRow, ChallengeRow } from '../../../store/engine/schema.ts';
import { presentEventAccount } from '../../audit/serializers/account.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import { counter, type Limit, type LimitedKey } from '../../limits/counter-key.ts';
import { addressKey, type LoginLimits } from '../../limits/login-limits.ts';
import type { Settings } from '../../settings/settings.ts';
import { byOwner } from '../../audit/events/origin.ts';
import type { FailedAttempts } from '../../audit/log/failed-attempts.ts';
import type { Challenges } from './challenges.ts';
import type { AuthenticationCredential } from './credentials.ts';
import { type FactorMethod, isEnabled } from '../../audit/serializers/factor-kinds.ts';
import { isWrongFactor, type Proof } from '../sessions/proof.ts';
import { TOTP_GUESSES } from './totp-lock.ts';

/** The answer to a challenge. */
export interface FactorAnswer {
  method: FactorMethod;
  /** For `totp` and `recovery_code`. */
  code?: string | undefined;
  /** For `passkey`. */
  credential?: AuthenticationCredential | undefined;
}

/** Checks whether an answer is right. Null if it is wrong, or if the account has no such factor. */
export type Prover = (
  account: AccountRow,
  answer: FactorAnswer,
  within: { webauthnChallenge: string | null; client: Client; isVouched: boolean },
) => Promise<Proof | null>;

/** The check of an answer, the same at sign-ins and reauthentications. */
export interface SecondFactor {
  /**
   * Runs `use` with the proof of a right answer. `use` spends the proof; an error in it rolls everything back. Wrong
   * and used answers count for the address; wrong codes of an app also count for the account, see `TotpLock`.
   * @param attempt.challenge ends with its fifth wrong answer; null if codes have none
   * @param attempt.vouchedIn the organization whose connection alone says who the person is, 0 if that is gone; null: the
   * person has proven a first factor
   * @throws KeywardError `SecondFactorInvalidError`, `ChallengeInvalidError`, `FactorDisabledError`,
   * `FactorLockedError`, `RateLimitedError`
   */
  check<T>(
    attempt: {
      account: AccountRow;
      answer: FactorAnswer;
      challenge: ChallengeRow | null;
      vouchedIn: number | null;
      client: Client;
      signal?: AbortSignal | undefined;
    },
    use: (proof: Proof) => Promise<T>,
  ): Promise<T>;
}

/**
 * Wrong codes in a day for an account: after the word of the connections of one organization, and recovery codes of
 * digits alone, which other products make.
 */
const GUESSABLE_CODES: Limit = { limit: TOTP_GUESSES, windowMs: 86_400_000 };

/** A reset of the password ends the count, because it ends the first factor of whoever has guessed. */
export const guessedDigits = ({ id, device_epoch: epoch }: AccountRow): LimitedKey =>
  counter({ kind: 'recovery-digits', subject: `${id}:${epoch}` }, GUESSABLE_CODES);

const DIGITS = /^[\d\s-]*$/;

/**
 * The counter for a code that can be guessed; codes of apps have a lock of their own. Those in sessions of a connection
 * count apart, because its administrators could otherwise lock out anybody in their domain.
 */
function guessesOf(
  account: AccountRow,
  { method, code = '' }: FactorAnswer,
  vouchedIn: number | null,
): LimitedKey[] {
  const isDigits = method === 'recovery_code' && DIGITS.test(code);
  if (vouchedIn !== null && (isDigits || method === 'totp'))
    return [counter({ kind: 'vouched-codes', subject: `${account.id}:${vouchedIn}` }, GUESSABLE_CODES)];
  return isDigits ? [guessedDigits(account)] : [];
}

export function createSecondFactor(deps: {
  provers: Readonly<Record<FactorMethod, Prover>>;
  challenges: Challenges;
  settings: Settings;
  limiter: FailureLimiter;
  limits: LoginLimits;
  failedAttempts: FailedAttempts;
}): SecondFactor {
  const { provers, challenges, settings, limiter, limits, failedAttempts } = deps;

  return {
    check({ account, answer, challenge, vouchedIn, client, signal }, use) {
      const { method } = answer;
      if (method !== 'recovery_code' && !isEnabled(method, settings.current.factors))
        throw new KeywardError('FactorDisabledError');
      const work = limiter.attempt(
        // Not for the account: nobody can guess a passkey or a recovery code of its own, and codes of apps have a lock
        // of their own.
        [addressKey(limits, client.ipAddress), ...guessesOf(account, answer, vouchedIn)],
        async () => {
          if (challenge !== null) await challenges.attempt(challenge);
          const proof = await provers[method](account, answer, {
            webauthnChallenge: challenge?.webauthn_challenge ?? null,
            client,
            isVouched: vouchedIn !== null,
          });
          if (proof === null) throw new KeywardError('SecondFactorInvalidError');
          return use(proof);
        },
        isWrongFactor,
        signal,
      );
      return failedAttempts.record(
        work,
        { method, by: byOwner(account, client), account: () => presentEventAccount(account), typed: '' },
        { client, accountId: account.id, metadata: { method } },
      );
    },
  };
}
