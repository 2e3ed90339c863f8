import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Email } from '../../../lib/email.ts';
import { type CodeRow, type Purpose, REPLACED } from '../../../store/tables/codes.ts';
import type { Store, Transaction } from '../../../store/database.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import type { CodeClient, CodeGuesses } from './code-guesses.ts';

export const CODE_LIFETIME_MS = 10 * 60_000;
/**
 * The number of wrong guesses that invalidate a code. With a million codes, a sixth guess would be too cheap. The
 * browser or address that asked for the code has this many guesses, and all others together have the same number.
 * Otherwise a stranger could invalidate the owner's code.
 */
const MAX_ATTEMPTS = 5;
/** A code that somebody presents. */
export interface Guess {
  email: Email;
  purpose: Purpose;
  code: string;
  /** The key of the link that brought the code. With a key, only the key decides. */
  key?: string | undefined;
  client: CodeClient;
  /** Aborts when the client is gone. */
  signal?: AbortSignal;
}

export interface Codes {
  /**
   * Makes a code and retires the previous one of the same asker. Only the return value contains the code itself,
   * and the key for its link.
   * @param of.byKnownDevice whether a device that the account knows asks for it
   * @param of.within runs in the transaction that stores the code
   * @param of.change the account whose change of email the code finishes
   */
  issue(
    email: Email,
    purpose: Purpose,
    client: CodeClient,
    of?: { within?: (tables: Transaction) => Promise<void>; change?: number | null; byKnownDevice?: boolean },
  ): Promise<{ code: string; key: string; expiresAt: number }>;
  /**
   * Checks a code without spending it. A wrong guess counts. A correct key works regardless of wrong guesses; a wrong
   * key is an `OTPNotFoundError`, and counts only for the address.
   * @throws KeywardError `OTPNotFoundError` (no valid code: used codes and codes with too many wrong guesses are not
   * valid; for strangers, neither is a code whose guesses they have used up), `OTPInvalidError`, `OTPExpiredError`,
   * `RateLimitedError`
   */
  check(guess: Guess): Promise<void>;
  /**
   * Spends a correct code on `effect`, in one transaction. The other codes for the email and purpose become invalid. If
   * the effect fails, the code stays valid. Of several simultaneous uses, exactly one has an effect. A wrong guess
   * always counts.
   * @throws KeywardError as {@link check}, and errors of the effect
   */
  spend<T>(guess: Guess, effect: (tables: Transaction, code: CodeRow) => Promise<T>): Promise<T>;
}

type Refusal = 'OTPNotFoundError' | 'OTPExpiredError' | 'OTPInvalidError';

const REFUSALS: ReadonlySet<string> = new Set<Refusal>([
  'OTPNotFoundError',
  'OTPExpiredError',
  'OTPInvalidError',
]);

export function createCodes(deps: {
  store: Store;
  limiter: Pick<FailureLimiter, 'attempt'>;
  guesses: CodeGuesses;
  clock: Clock;
  /** Keys the hashes, so that a copy of the database alone does not reveal the codes. */
  hashKey: KeyObject;
  randomInt: (limit: number) => number;
  /** Makes the key of a link: 128 random bits. */
  newKey: () => string;
}): Codes {
  const { store, limiter, guesses, clock, hashKey, randomInt, newKey } = deps;

  /** @param secret a code or the key of a link, which have different lengths */
  function hash(email: Email, purpose: Purpose, secret: string): string {
    return createHmac('sha256', hashKey).update([purpose, email.key, secret].join('\n')).digest('base64url');
  }

  function isHashOf(hashed: string, secret: string, { email, purpose }: Guess): boolean {
    return timingSafeEqual(Buffer.from(hashed), Buffer.from(hash(email, purpose, secret)));
  }

  const isStranger = (row: CodeRow, { email, client }: Guess): boolean =>
    guesses.guesserOf(row, email, client) === 'stranger';

  function isBurned(row: CodeRow, guess: Guess): boolean {
    if (guess.key !== undefined) return false;
    const { attempts, stranger_attempts: byStrangers } = row;
    return (isStranger(row, guess) ? byStrangers : attempts - byStrangers) >= MAX_ATTEMPTS;
  }

  /** The reason to refuse a guess; null for the right code. */
  function refusalOf(row: CodeRow, guess: Guess): Refusal | null {
    if (row.used_at !== null || isBurned(row, guess)) return 'OTPNotFoundError';
    if (row.expires_at <= clock.now()) return 'OTPExpiredError';
    // With a key, only the code of its link is tried.
    return guess.key !== undefined || isHashOf(row.code_hash, guess.code, guess) ? null : 'OTPInvalidError';
  }

  /**
   * The rank of a code. A wrong guess gets the refusal of the code with the lowest rank: first the codes that the
   * guesser asked for, then those that no known device asked for. Otherwise the answer would reveal to strangers that
   * a device of the owner asked, and so that there is an account.
   */
  function rankOf(row: CodeRow, guess: Guess): number {
    return isStranger(row, guess) ? 1 + row.by_known_device : 0;
  }

  /**
   * The codes against which a guess is checked. With a key: the code of its link. Otherwise: the codes of the same
   * asker, the newest one that a known device asked for, and the newest one that anybody else asked for. If it were
   * checked against all codes, one guess by a stranger would count as many.
   */
  function withinReach(rows: readonly CodeRow[], guess: Guess): CodeRow[] {
    const { key } = guess;
    if (key !== undefined)
      return rows.filter(({ link_key_hash: hashed }) => hashed !== null && isHashOf(hashed, key, guess));
    const newest = new Set(
      [0, 1].map((known) => rows.find((row) => row.by_known_device === known && row.asker_hash !== REPLACED)),
    );
    return rows.filter((row) => newest.has(row) || !isStranger(row, guess));
  }

  /** All checks of codes use this function: one budget, counted while the rows are locked. */
  async function look<T>(
    guess: Guess,
    whenRight: (tables: Transaction, row: CodeRow) => Promise<T>,
  ): Promise<T> {
    const { email, purpose, key, client } = guess;
    const budget =
      key === undefined
        ? guesses.budgetOf(email, purpose, client, await store.codes.askersOf(email.key, purpose))
        : guesses.budgetOfKeys(client);
    return limiter.attempt(
      budget,
      async () => {
        const outcome = await store.transaction(
          async (tables): Promise<{ refusal: Refusal } | { result: T }> => {
            const rows = withinReach(await tables.codes.lock(email.key, purpose), guess).filter(
              budget.mayTry,
            );
            const tried = rows.map((row) => ({ row, refusal: refusalOf(row, guess) }));
            const right = tried.find(({ refusal }) => refusal === null);
            if (right !== undefined) return { result: await whenRight(tables, right.row) };
            // Returned, not thrown: the count must stay although the request fails.
            for (const { row, refusal } of tried)
              if (refusal === 'OTPInvalidError')
                await tables.codes.countAttempt(row.id, isStranger(row, guess));
            const [first] = tried.toSorted((a, b) => rankOf(a.row, guess) - rankOf(b.row, guess));
            return { refusal: first?.refusal ?? 'OTPNotFoundError' };
          },
        );
        if ('result' in outcome) return outcome.result;
        throw new KeywardError(outcome.refusal);
      },
      // A miss without a code counts only for the address: it tests which mailboxes have a code, but must not lock the
      // owner out of the email and purpose.
      (error, { kind }) => (kind === 'address' ? isMiss(error) : isWrong(error)),
      guess.signal,
    );
  }

  return {
    async issue(
      email,
      purpose,
      client,
      { within = async () => {}, change = null, byKnownDevice = false } = {},
    ) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const key = newKey();
      const now = clock.now();
      const expiresAt = now + CODE_LIFETIME_MS;
      await store.transaction(async (tables) => {
        await tables.codes.replace({
          email: email.address,
          email_key: email.key,
          purpose,
          code_hash: hash(email, purpose, code),
          link_key_hash: hash(email, purpose, key),
          ...guesses.askerOf(email, client),
          created_at: now,
          expires_at: expiresAt,
          account_id: change,
          by_known_device: byKnownDevice ? 1 : 0,
        });
        await within(tables);
      });
      return { code, key, expiresAt };
    },

    check: (guess) => look(guess, async () => {}),

    spend: (guess, effect) =>
      look(guess, async (tables, row) => {
        // Runs before the effect, which may drop the unused codes.
        await tables.codes.markUsed(row, clock.now());
        return effect(tables, row);
      }),
  };
}

function isWrong(error: unknown): boolean {
  return error instanceof KeywardError && error.kind === 'OTPInvalidError';
}

function isMiss(error: unknown): boolean {
  return error instanceof KeywardError && REFUSALS.has(error.kind);
}
