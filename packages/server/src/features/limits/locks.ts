import type { Clock } from '../../lib/clock.ts';
import type { CountedFailures, FailureKey } from '../../store/failures.ts';
import type { AccountRow } from '../../store/schema.ts';
import { CODE_FAILURES, guessCounter } from '../codes/code-guesses.ts';
import { PURPOSES } from '../codes/codes.ts';
import type { Failures } from './failures.ts';
import { accountSubject, type LoginLimits } from './login-limits.ts';
import { subjectOf } from './memory-failures.ts';

/** The account of a counter. */
type Owner = Pick<AccountRow, 'id' | 'email_key'>;

/** Failed guesses that count for an account: passwords, second factors, and codes for its mailbox. */
export interface Locks {
  /**
   * When the last of an account's full counters ends, from one address or from all, by the account's id. An account
   * without a full counter is missing.
   */
  until(accounts: readonly Owner[]): Promise<ReadonlyMap<number, number>>;
  /** Forgets the account's failures, from every address. */
  end(account: Owner): Promise<void>;
}

export function createLocks(deps: {
  failures: Pick<Failures, 'ofSubjects' | 'forget'>;
  limits: LoginLimits;
  clock: Clock;
}): Locks {
  const { failures, limits, clock } = deps;

  function limitOf(counter: string): Pick<FailureKey, 'limit'> {
    if (counter.startsWith('code:')) return CODE_FAILURES;
    return counter.includes(' ') ? limits.accountAddress : limits.account;
  }

  const isFull = ({ counter, count, running }: CountedFailures) => count - running >= limitOf(counter).limit;

  return {
    async until(accounts) {
      const owners = new Map(accounts.flatMap((one) => subjectsOf(one).map((subject) => [subject, one.id])));
      const ends = new Map<number, number>();
      for (const found of await failures.ofSubjects([...owners.keys()], clock.now())) {
        const id = owners.get(subjectOf(found.counter));
        if (id !== undefined && isFull(found)) ends.set(id, Math.max(ends.get(id) ?? 0, found.windowEndsAt));
      }
      return ends;
    },

    async end(account) {
      const found = await failures.ofSubjects(subjectsOf(account), clock.now());
      await failures.forget(found.map(({ counter }) => counter));
    },
  };
}

function subjectsOf({ id, email_key }: Owner): string[] {
  return [accountSubject(id), ...PURPOSES.map((purpose) => guessCounter(purpose, email_key))];
}
