import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { parseEmail } from '../../lib/email.ts';
import type { Store, Tables } from '../../store/database.ts';
import type { AccountRow } from '../../store/schema.ts';
import { actOnAccount } from '../accounts/credential-lifecycle.ts';
import type { SignUp } from '../accounts/sign-up.ts';
import { differenceOf, shown } from '../administration/administration.ts';
import type { EventName } from '../events/events.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { assertPasswordAllowed, type PasswordContext } from '../passwords/password-policy.ts';

export interface Superadmins {
  /** Whether any account has the role. */
  exist(): Promise<boolean>;
  /** Whether any account, whatever its role, has this email. */
  has(email: string): Promise<boolean>;
  /**
   * Creates a superadmin. From then on no set-up link works.
   * @param assertAllowed asked in the transaction that creates the account
   * @throws KeywardError the errors of a sign-up (a taken email, a weak password, an invalid field), and those of
   * `assertAllowed`
   */
  create(
    fields: { email: string; password: string; name?: string },
    signal?: AbortSignal,
    assertAllowed?: (tables: Tables) => Promise<void>,
  ): Promise<AccountRow>;
  /**
   * The way back in: gives an account a new password, makes it an active superadmin, and drops every other way into it.
   * @throws KeywardError `UserNotFoundError`, `WeakPasswordError`
   */
  reset(email: string, password: string): Promise<AccountRow>;
}

const ROLE = 'superadmin';
/** The name of a superadmin who is created without one. */
export const SUPERADMIN_NAME = 'Superadmin';

/** @param deps.record records an act in the act's own transaction, so that both hold or neither; default: nothing */
export function createSuperadmins(deps: {
  store: Pick<Store, 'accounts' | 'transaction'>;
  signUp: SignUp;
  passwords: PasswordHasher;
  profile: PasswordContext['profile'];
  clock: Clock;
  record?: (tables: Tables, name: EventName, metadata: Record<string, unknown>) => Promise<void>;
}): Superadmins {
  const { store, signUp, passwords, profile, clock, record = async () => {} } = deps;

  function find(email: string): Promise<AccountRow | null> {
    return store.accounts.find('email_key', parseEmail(email)?.key ?? email);
  }

  return {
    exist: () => store.accounts.hasRole(ROLE),
    has: async (email) => (await find(email)) !== null,

    create({ name = SUPERADMIN_NAME, ...fields }, signal, assertAllowed = async () => {}) {
      // Verified, because a person who may run commands on the server vouches for the address.
      return signUp({ ...fields, name, role: ROLE, emailVerified: true }, { signal }, (row) =>
        store.transaction(async (tables) => {
          await assertAllowed(tables);
          const created = await tables.accounts.insert(row);
          await tables.setUpTokens.deleteAll();
          await record(tables, 'admin.account_created', { account_id: created.id, after: shown(created) });
          return created;
        }),
      );
    },

    async reset(email, password) {
      const account = await find(email);
      if (account === null) throw new KeywardError('UserNotFoundError');
      assertPasswordAllowed(password, {
        profile,
        email: account.email,
        name: account.name,
        handle: account.handle,
      });
      const password_hash = await passwords.hash(password);
      const now = clock.now();
      return store.transaction(async (tables) => {
        const { before, after } = await actOnAccount(tables, account, {
          acts: () => ['rescue'],
          changes: () => ({ password_hash, role: ROLE, status: 'active', updated_at: now }),
          now,
        });
        await tables.setUpTokens.deleteAll();
        const difference = differenceOf(before, after);
        Object.assign(difference.after, { password: 'changed' });
        await record(tables, 'admin.account_changed', { account_id: after.id, ...difference });
        return after;
      });
    },
  };
}
