import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Email } from '../../lib/email.ts';
import type { AccountStore } from '../../store/accounts.ts';
import type { Tables } from '../../store/database.ts';
import type { AccountRow } from '../../store/schema.ts';
import { isWrongGuess } from '../accounts/log-in.ts';
import type { OpenSignUps, Stranger } from '../accounts/open-sign-ups.ts';
import type { NewAccountFields, SignUps } from '../accounts/sign-up.ts';
import type { FailureLimiter } from '../limits/failure-limiter.ts';
import { loginKeys, type LoginLimits } from '../limits/login-limits.ts';
import type { Notices } from '../mail/notices.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { assertPasswordAllowed, type PasswordContext } from '../passwords/password-policy.ts';
import type { Client } from '../../lib/client.ts';
import type { Sessions, SignIn } from '../sessions/sessions.ts';
import type { Codes, Guess, Purpose } from './codes.ts';

/** Who presents a code, for which email. */
export interface CodeUse {
  email: Email;
  code: string;
  client: Client;
  signal?: AbortSignal;
}

type CodeSignUp = Pick<NewAccountFields, 'name' | 'email' | 'handle' | 'phone'> & { password: string };

/**
 * What a code is good for. In each flow everything that can fail without spending the code comes first, and
 * the code is spent in the same transaction as its effect.
 */
export interface CodeFlows {
  /** @throws KeywardError what signing up throws, then what {@link Codes} throws */
  signUp(use: CodeUse, fields: CodeSignUp): Promise<SignIn>;
  /** @throws KeywardError `UserNotFoundError`, `InvalidCredentialsError`, `AccountInactiveError`, and code errors */
  logIn(use: CodeUse, password?: string): Promise<SignIn>;
  /** Sets a new password and ends all earlier sessions. @throws as {@link logIn}, and `WeakPasswordError` */
  resetPassword(use: CodeUse, password: string): Promise<SignIn>;
  /** Marks the email as verified and a pending account as active. @throws as {@link logIn} */
  verifyEmail(use: CodeUse): Promise<AccountRow>;
  /** Looks at a code without spending it. @throws code errors */
  check(use: CodeUse, purpose: Purpose): Promise<void>;
}

export function createCodeFlows(deps: {
  store: AccountStore;
  codes: Codes;
  signUps: SignUps;
  openSignUps: OpenSignUps;
  sessions: Sessions;
  passwords: PasswordHasher;
  limiter: FailureLimiter;
  limits: LoginLimits;
  notices: Notices;
  profile: PasswordContext['profile'];
  clock: Clock;
}): CodeFlows {
  const {
    store,
    codes,
    signUps,
    openSignUps,
    sessions,
    passwords,
    limiter,
    limits,
    notices,
    profile,
    clock,
  } = deps;

  function guess(use: CodeUse, purpose: Purpose): Guess {
    const { email, code, client, signal } = use;
    return { email, purpose, code, ipAddress: client.ipAddress, ...(signal && { signal }) };
  }

  /**
   * In the documented profile an unknown email is told apart before the code is looked at. Trying which emails exist
   * is a failed login, as it is with a password.
   */
  async function assertKnown({ email, client, signal }: CodeUse): Promise<AccountRow | null> {
    const account = await store.find('email_key', email.key);
    if (account !== null || profile === 'strict') return account;
    return limiter.attempt(
      loginKeys(limits, email.key, client.ipAddress),
      () => Promise.reject(new KeywardError('UserNotFoundError')),
      isWrongGuess,
      signal,
    );
  }

  /** The account with an email, locked, so that neither its email nor its status changes under the proof. */
  async function lockedAccount(tables: Tables, email: Email): Promise<AccountRow> {
    const found = await tables.accounts.find('email_key', email.key);
    const account = found === null ? null : await tables.accounts.lock(found.id);
    if (account?.email_key !== email.key) throw new KeywardError('UserNotFoundError');
    return account;
  }

  async function activeAccount(tables: Tables, email: Email): Promise<AccountRow> {
    const account = await lockedAccount(tables, email);
    if (account.status !== 'active') throw new KeywardError('AccountInactiveError');
    return account;
  }

  async function changed(row: Promise<AccountRow | null>): Promise<AccountRow> {
    const account = await row;
    if (account === null) throw new KeywardError('UserNotFoundError');
    return account;
  }

  /**
   * The first proof of a mailbox. Whoever signed up with somebody else's address may have left a password and
   * sessions: the strict profile drops them; the documented one keeps them, and the owner is told.
   */
  async function proveMailbox(tables: Tables, account: AccountRow): Promise<AccountRow> {
    if (account.email_verified === 1) return account;
    const proven = { email_verified: 1, updated_at: clock.now() };
    if (profile === 'documented') return changed(tables.accounts.update(account.id, proven));
    await tables.providerLinks.deleteOfAccount(account.id);
    return changed(
      tables.accounts.updateAndEndSessions(account.id, { ...proven, password_hash: null }, null),
    );
  }

  async function assertPassword(account: AccountRow | null, password: string, use: CodeUse): Promise<void> {
    const subject = account?.id ?? use.email.key;
    await limiter.attempt(
      loginKeys(limits, subject, use.client.ipAddress),
      async () => {
        const { valid } = await passwords.verify(account?.password_hash ?? null, password, askerOf(use));
        if (!valid) throw new KeywardError('InvalidCredentialsError');
      },
      isWrongGuess,
      use.signal,
    );
  }

  return {
    async signUp(use, fields) {
      const by = askerOf(use);
      return openSignUps.counted(by, async () => {
        const draft = await openSignUps.draft({ ...fields, emailVerified: true }, by);
        await codes.check(guess(use, 'signup'));
        const password_hash = await passwords.hash(fields.password, by);
        return signUps.withHandle(draft, (handle) =>
          codes.spend(guess(use, 'signup'), async (tables) => {
            const account = await tables.accounts.insert({ ...draft.columns, ...handle, password_hash });
            return { account, session: await sessions.create(account, use.client, tables.sessions) };
          }),
        );
      });
    },

    async logIn(use, password) {
      const known = await assertKnown(use);
      if (password !== undefined) await assertPassword(known, password, use);
      const signIn = await codes.spend(guess(use, 'login'), async (tables) => {
        const account = await proveMailbox(tables, await activeAccount(tables, use.email));
        return { account, session: await sessions.create(account, use.client, tables.sessions) };
      });
      if (known?.email_verified === 0 && signIn.account.password_hash !== null)
        await notices.passwordExists(known, use.client);
      return signIn;
    },

    async resetPassword(use, password) {
      const known = await assertKnown(use);
      const context = { profile, email: use.email.address };
      assertPasswordAllowed(password, context);
      await codes.check(guess(use, 'reset'));
      // Only now: a refusal because of the name or handle tells that there is an account, and whose.
      assertPasswordAllowed(password, { ...context, name: known?.name, handle: known?.handle });
      const password_hash = await passwords.hash(password, askerOf(use));
      const signIn = await codes.spend(guess(use, 'reset'), async (tables) => {
        // Codes before the account, as in every other flow: a login by code that is under way at the same time would
        // otherwise wait for this one and this one for it.
        await tables.codes.deleteUnused(use.email.key, 'reset');
        const before = await activeAccount(tables, use.email);
        if (before.email_verified === 0) await tables.providerLinks.deleteOfAccount(before.id);
        const changes = { password_hash, email_verified: 1, updated_at: clock.now() };
        const account = await changed(tables.accounts.updateAndEndSessions(before.id, changes, null));
        return { account, session: await sessions.create(account, use.client, tables.sessions) };
      });
      await notices.passwordChanged(known ?? signIn.account, use.client);
      return signIn;
    },

    verifyEmail: (use) =>
      codes.spend(guess(use, 'verify'), async (tables) => {
        const account = await lockedAccount(tables, use.email);
        // Proof of the mailbox is what a pending account waits for; a suspension it cannot lift.
        if (account.status !== 'active' && account.status !== 'pending')
          throw new KeywardError('AccountInactiveError');
        const changes = { status: 'active', email_verified: 1, updated_at: clock.now() };
        return changed(tables.accounts.update(account.id, changes));
      }),

    check: (use, purpose) => codes.check(guess(use, purpose)),
  };
}

function askerOf({ client, signal }: CodeUse): Stranger {
  return { ipAddress: client.ipAddress, signal };
}
