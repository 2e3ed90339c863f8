import type { Clock } from '../../lib/clock.ts';
import type { CountedFailures, FailureKey } from '../../store/tables/failures.ts';
import type { AccountRow } from '../../store/engine/schema.ts';
import { CODE_FAILURES, guessCounter } from './code-counters.ts';
import { PURPOSES } from '../../store/tables/codes.ts';
import type { Failures } from './failures.ts';
import { accountSubject, identifierSubject, type LoginLimits } from './login-limits.ts';
import { subjectOf } from './memory-failures.ts';

/** The account of a counter. */
type Owner = Pick<AccountRow, 'id' | 'email_key' | 'handle_key' | 'phone'>;

/** Why guesses for an account are refused. */
export interface Lock {
  /** When it ends, in milliseconds since the epoch. */
  until: number;
  /**
   * `address`: for a browser or an address that guessed; others may go on. `account`: for everybody but browsers and
   * addresses that the account knows, or that asked for the code.
   */
  scope: 'account' | 'address';
}

/** Failed guesses that count for an account: passwords, and codes for its mailbox. */
export interface Locks {
  /** The lock of each account that has one, by its id: of the widest scope, the one that ends last. */
  of(accounts: readonly Owner[]): Promise<ReadonlyMap<number, Lock>>;
  /** Forgets the account's failures, from every address. */
  end(account: Owner): Promise<void>;
}

export function createLocks(deps: {
  failures: Pick<Failures, 'ofSubjects' | 'forget'>;
  limits: LoginLimits;
  clock: Clock;
}): Locks {
  const { failures, limits, clock } = deps;

  const scopeOf = (counter: string): Lock['scope'] => (counter.includes(' ') ? 'address' : 'account');

  function limitOf(counter: string): Pick<FailureKey, 'limit'> {
    if (counter.startsWith('code:')) return CODE_FAILURES;
    return scopeOf(counter) === 'address' ? limits.accountAddress : limits.account;
  }

  const isFull = ({ counter, count, running }: CountedFailures) => count - running >= limitOf(counter).limit;

  return {
    async of(accounts) {
      const owners = new Map(accounts.flatMap((one) => subjectsOf(one).map((subject) => [subject, one.id])));
      const locks = new Map<number, Lock>();
      for (const found of await failures.ofSubjects([...owners.keys()], clock.now())) {
        const id = owners.get(subjectOf(found.counter));
        if (id === undefined || !isFull(found)) continue;
        const lock = { until: found.windowEndsAt, scope: scopeOf(found.counter) };
        locks.set(id, wider(locks.get(id), lock));
      }
      return locks;
    },

    async end(account) {
      const found = await failures.ofSubjects(subjectsOf(account), clock.now());
      await failures.forget(found.map(({ counter }) => counter));
    },
  };
}

function wider(one: Lock | undefined, other: Lock): Lock {
  if (one === undefined) return other;
  if (one.scope !== other.scope) return one.scope === 'account' ? one : other;
  return one.until >= other.until ? one : other;
}

function subjectsOf({ id, email_key, handle_key, phone }: Owner): string[] {
  return [
    accountSubject(id),
    ...[email_key, handle_key, phone].filter((one) => one !== null).map(identifierSubject),
    ...PURPOSES.map((purpose) => guessCounter(purpose, email_key)),
  ];
}
