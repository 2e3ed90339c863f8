import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { parseEmail } from '../../lib/email.ts';
import type { AccountStore } from '../../store/accounts.ts';
import type { AccountRow } from '../../store/schema.ts';
import type { SignUp } from '../accounts/sign-up.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { assertPasswordAllowed, type PasswordContext } from '../passwords/password-policy.ts';

export interface Superadmins {
  /** Whether any account has the role. */
  exist(): Promise<boolean>;
  /** Whether any account, whatever its role, has this email. */
  has(email: string): Promise<boolean>;
  /** @throws KeywardError what signing up throws: a taken email, a weak password, a field that does not fit */
  create(
    fields: { email: string; password: string; name?: string },
    signal?: AbortSignal,
  ): Promise<AccountRow>;
  /**
   * Gives an account a new password, makes it an active superadmin and ends its sessions: the way back in.
   * @throws KeywardError `UserNotFoundError`, `WeakPasswordError`
   */
  reset(email: string, password: string): Promise<{ before: AccountRow; after: AccountRow }>;
}

const ROLE = 'superadmin';
/** The name of a superadmin who is created without one. */
export const SUPERADMIN_NAME = 'Superadmin';

export function createSuperadmins(deps: {
  store: AccountStore;
  signUp: SignUp;
  passwords: PasswordHasher;
  profile: PasswordContext['profile'];
  clock: Clock;
}): Superadmins {
  const { store, signUp, passwords, profile, clock } = deps;

  function find(email: string): Promise<AccountRow | null> {
    return store.find('email_key', parseEmail(email)?.key ?? email);
  }

  return {
    exist: () => store.hasRole(ROLE),
    has: async (email) => (await find(email)) !== null,

    create({ name = SUPERADMIN_NAME, ...fields }, signal) {
      // Whoever may run commands on the server vouches for the address.
      return signUp({ ...fields, name, role: ROLE, emailVerified: true }, signal);
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
      const after = await store.updateAndEndSessions(
        account.id,
        {
          password_hash: await passwords.hash(password),
          role: ROLE,
          status: 'active',
          updated_at: clock.now(),
        },
        null,
      );
      if (after === null) throw new KeywardError('UserNotFoundError');
      return { before: account, after };
    },
  };
}
