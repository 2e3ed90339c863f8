import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { parseEmail } from '../../../lib/email.ts';
import type { Store, Tables } from '../../../store/database.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import { differenceOf } from '../accounts/account-events.ts';
import { insertAccount } from '../accounts/insert-account.ts';
import { actOnAccount } from '../accounts/credential-lifecycle.ts';
import type { SignUp } from '../accounts/sign-up.ts';
import { presentEventAccount } from '../../audit/serializers/account.ts';
import type { Origin } from '../../audit/events/event-types.ts';
import { BY_OPERATOR } from '../../audit/events/origin.ts';
import { newEvent } from '../../audit/events/event.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { assertPasswordAllowed, type PasswordContext } from '../passwords/password-policy.ts';

export interface Superadmins {
  /** Whether any account has the role. */
  exist(): Promise<boolean>;
  /** The role of the account with this email; null if there is none. */
  roleOf(email: string): Promise<AccountRow['role'] | null>;
  /**
   * Creates a superadmin. From then on no set-up link works.
   * @param assertAllowed called in the transaction that creates the account
   * @throws KeywardError the errors of a sign-up (a taken email, a weak password, an invalid field), and those of
   * `assertAllowed`
   */
  create(
    fields: { email: string; password: string; name?: string },
    how: { method: 'operator' | 'set_up'; by: Origin | ((created: AccountRow) => Origin) },
    signal?: AbortSignal,
    assertAllowed?: (tables: Tables) => Promise<void>,
  ): Promise<AccountRow>;
  /**
   * Restores access: gives an account a new password, makes it an active superadmin, and drops all other credentials,
   * including second factors. Its email counts as proven, because a person who may run commands on the server vouches
   * for it.
   * @throws KeywardError `UserNotFoundError`, `WeakPasswordError`
   */
  reset(email: string, password: string): Promise<AccountRow>;
}

const ROLE = 'superadmin';
/** The name of a superadmin who is created without one. */
export const SUPERADMIN_NAME = 'Superadmin';

export function createSuperadmins(deps: {
  store: Pick<Store, 'accounts' | 'transaction'>;
  signUp: SignUp;
  passwords: PasswordHasher;
  profile: PasswordContext['profile'];
  clock: Clock;
}): Superadmins {
  const { store, signUp, passwords, profile, clock } = deps;
  let existed = false;

  function find(email: string): Promise<AccountRow | null> {
    return store.accounts.find('email_key', parseEmail(email)?.key ?? email);
  }

  return {
    async exist() {
      // The last superadmin can neither leave nor lose the role, so a positive answer stays true.
      existed ||= await store.accounts.hasRole(ROLE);
      return existed;
    },
    roleOf: async (email) => (await find(email))?.role ?? null,

    create({ name = SUPERADMIN_NAME, ...fields }, how, signal, assertAllowed = async () => {}) {
      // Verified, because a person who may run commands on the server vouches for the address.
      return signUp({ ...fields, name, role: ROLE, emailVerified: true }, { signal }, (row) =>
        store.transaction(async (tables) => {
          await assertAllowed(tables);
          const created = await insertAccount(tables, row, how);
          await tables.setUpTokens.deleteAll();
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
          acts: () => ['rescue', 'soleProof'],
          changes: () => ({
            password_hash,
            role: ROLE,
            status: 'active',
            awaits_proof: null,
            deletion_at: null,
            email_verified: 1,
            updated_at: now,
          }),
          proven: true,
          by: BY_OPERATOR,
          now,
        });
        await tables.setUpTokens.deleteAll();
        const { before: previous, after: changed } = differenceOf(before, after);
        const data = { account: presentEventAccount(after), changed, previous };
        await tables.events.add([newEvent('superadmin.reset', data, { by: BY_OPERATOR, at: now })]);
        return after;
      });
    },
  };
}
