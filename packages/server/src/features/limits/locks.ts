import type { Clock } from '../../lib/clock.ts';
import type { AccountRow } from '../../store/engine/schema.ts';
import { nameOf, subjectOf } from './counter-key.ts';
import type { Failures } from './failures.ts';
import { lockLimit, type LoginLimits, ofOwner } from './login-limits.ts';

/** The account of a counter. */
type Owner = Pick<AccountRow, 'id' | 'email_key' | 'handle_key' | 'phone'>;

/** Why guesses for an account are refused. */
export interface Lock {
  /** When it ends, in milliseconds since the epoch. */
  until: number;
  /**
   * `address`: only for a browser or an address that guessed. `account`: for everybody, except browsers and addresses
   * that the account knows, or that asked for the code.
   */
  scope: 'account' | 'address';
}

/** Failed guesses that count for an account: passwords, and codes for its mailbox. */
export interface Locks {
  /**
   * The lock of each locked account, by its id: the one with the widest scope, and among these the one that ends
   * last.
   */
  of(accounts: readonly Owner[]): Promise<ReadonlyMap<number, Lock>>;
  /** Resets the account's failures, from every address. */
  end(account: Owner): Promise<void>;
}

export function createLocks(deps: {
  failures: Pick<Failures, 'ofSubjects' | 'forget'>;
  limits: LoginLimits;
  clock: Clock;
}): Locks {
  const { failures, limits, clock } = deps;

  return {
    async of(accounts) {
      const owners = new Map(
        accounts.flatMap((owner) =>
          ofOwner(owner).map((guessed) => [nameOf(guessed), { id: owner.id, kind: guessed.kind }]),
        ),
      );
      const locks = new Map<number, Lock>();
      for (const found of await failures.ofSubjects([...owners.keys()], clock.now())) {
        const subject = subjectOf(found.counter);
        const owner = owners.get(subject);
        if (owner === undefined) continue;
        const scope = found.counter === subject ? 'account' : 'address';
        const { limit } = lockLimit(owner.kind, scope === 'account' ? 'everywhere' : 'one place', limits);
        if (found.count - found.running < limit) continue;
        locks.set(owner.id, wider(locks.get(owner.id), { until: found.windowEndsAt, scope }));
      }
      return locks;
    },

    async end(account) {
      const found = await failures.ofSubjects(ofOwner(account).map(nameOf), clock.now());
      await failures.forget(found.map(({ counter }) => counter));
    },
  };
}

function wider(one: Lock | undefined, other: Lock): Lock {
  if (one === undefined) return other;
  if (one.scope !== other.scope) return one.scope === 'account' ? one : other;
  return one.until >= other.until ? one : other;
}
