import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Email } from '../../../lib/email.ts';
import type { AccountStore } from '../../../store/tables/accounts.ts';
import type { Transaction } from '../../../store/database.ts';
import type { AccountChanges, AccountRow } from '../../../store/engine/schema.ts';
import { insertAccount } from '../../identity/accounts/insert-account.ts';
import { actOnAccount, provenBySignIn, statusActs } from '../../identity/accounts/credential-lifecycle.ts';
import { noteReader } from '../../identity/accounts/mailbox-reader.ts';
import { isWrongGuess } from '../../limits/wrong-guess.ts';
import type { OpenSignUps, Stranger } from '../../identity/accounts/open-sign-ups.ts';
import type { NewAccountFields, SignUps } from '../../identity/accounts/sign-up.ts';
import type { Captcha } from '../../identity/captcha/captcha.ts';
import type { Entry, SignIns } from '../complete.ts';
import { unlockTotp } from '../../identity/mfa/totp-lock.ts';
import type { EmailChanges } from '../../identity/email-changes/email-changes.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import { loginKeys, type LoginLimits } from '../../limits/login-limits.ts';
import type { PasswordBudget } from '../../limits/password-budget.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import type { PasswordHasher } from '../../identity/passwords/password-hasher.ts';
import { assertPasswordAllowed, type PasswordContext } from '../../identity/passwords/password-policy.ts';
import type { SignUpPolicy } from '../../identity/sign-up-policy/sign-up-policy.ts';
import type { Client } from '../../../lib/client.ts';
import { isUnproven } from '../../identity/sessions/recent-authentication.ts';
import { byOwner } from '../../audit/events/origin.ts';
import type { TellFirstProof } from '../../identity/undo/first-proof.ts';
import type { Codes, Guess } from '../../identity/codes/codes.ts';
import type { Purpose } from '../../../store/tables/codes.ts';

/** A code that a person presents, and the email that it was mailed to. */
export interface CodeUse {
  email: Email;
  code: string;
  /** The key of the link that brought the code. */
  key?: string | undefined;
  /** The answer of the captcha, for a login that also has a password. */
  captchaToken?: string | undefined;
  client: Client;
  /** Set for a code that came in a mailed link. */
  via?: 'link';
  /** The live session that came with the code; see `actOnAccount`. */
  session?: number | undefined;
  signal?: AbortSignal | undefined;
}

type CodeSignUp = Pick<NewAccountFields, 'name' | 'email' | 'handle' | 'phone'> & { password: string };

/**
 * The uses of a code. Each flow first runs every check that can fail without the code. It spends the code in the same
 * transaction as the effect. A session begins after that.
 */
export interface CodeFlows<SignedIn = Entry> {
  /** @throws KeywardError the errors of the {@link SignUpPolicy} and of a sign-up, then those of {@link Codes} */
  signUp(use: CodeUse, fields: CodeSignUp): Promise<SignedIn>;
  /**
   * @throws KeywardError `UserNotFoundError`, `InvalidCredentialsError`, `AccountInactiveError`, and errors of
   * {@link Codes}
   */
  logIn(use: CodeUse, password?: string): Promise<SignedIn>;
  /** Sets a new password and ends all earlier sessions. @throws as {@link logIn}, and `WeakPasswordError` */
  resetPassword(use: CodeUse, password: string): Promise<SignedIn>;
  /**
   * Marks the email as verified, and activates an account that waits for this proof. A code that was mailed for
   * a change of email completes that change instead.
   * @throws as {@link logIn}; for a change `EmailAlreadyExistsError`, `ReauthenticationRequiredError`
   */
  verifyEmail(use: CodeUse): Promise<AccountRow>;
  /**
   * Spends a login code without beginning a session, because its reader is already signed in.
   * @param use runs in the transaction that spends it
   */
  reauthenticate(
    account: AccountRow,
    code: string,
    from: Pick<CodeUse, 'client' | 'signal'>,
    use: (tables: Transaction) => Promise<void>,
  ): Promise<void>;
  /**
   * Checks a code without spending it.
   * @throws errors of the {@link SignUpPolicy}, then those of {@link Codes}
   */
  check(use: CodeUse, purpose: Purpose): Promise<void>;
}

/** The parts that the flows use. */
export interface CodeFlowParts {
  store: AccountStore;
  policy: SignUpPolicy;
  codes: Codes;
  signUps: SignUps;
  signIns: Pick<SignIns, 'assertMayBegin'>;
  openSignUps: OpenSignUps;
  passwords: PasswordHasher;
  passwordBudget: Pick<PasswordBudget, 'ofIdentifier'>;
  limiter: FailureLimiter;
  captcha: Captcha;
  limits: LoginLimits;
  notices: Notices;
  tellFirstProof: TellFirstProof;
  emailChanges: Pick<EmailChanges, 'confirm'>;
  /** The configured name of the provider with this issuer. */
  providerName: (issuer: string) => string;
  profile: PasswordContext['profile'];
  clock: Clock;
}

/** The flows up to the proof. They return the account whose owner is recognised. */
export function createCodeFlows({
  store,
  policy,
  codes,
  signUps,
  signIns,
  openSignUps,
  passwords,
  passwordBudget,
  limiter,
  captcha,
  limits,
  notices,
  tellFirstProof,
  emailChanges,
  providerName,
  profile,
  clock,
}: CodeFlowParts): CodeFlows<AccountRow> {
  const assertMayOpen = ({ email }: CodeUse) =>
    policy.assertMayOpen({ email, proof: 'mailbox', invited: false });

  function guess(use: CodeUse, purpose: Purpose): Guess {
    const { email, code, key, client, signal } = use;
    return { email, purpose, code, key, client, ...(signal && { signal }) };
  }

  /**
   * In the documented profile an unknown email gets its own error, before the code is checked. A search for existing
   * emails counts as failed logins, as with a password.
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

  async function accountOf(tables: Transaction, email: Email): Promise<AccountRow> {
    const account = await tables.accounts.find('email_key', email.key);
    if (account === null) throw new KeywardError('UserNotFoundError');
    return account;
  }

  /**
   * Proves the mailbox of an account.
   * @param by `verify` does not sign in. Only `verify` can keep earlier credentials, and a mail then lists them to the
   * owner
   * @param statuses the statuses that the account may have
   */
  async function prove(
    tables: Transaction,
    use: CodeUse,
    by: 'login' | 'verify',
    statuses: readonly string[],
  ): Promise<AccountRow> {
    const now = clock.now();
    const found = await accountOf(tables, use.email);
    const sole = by === 'login' || profile === 'strict';
    // Only imported accounts wait for this proof. A status that a superadmin has set is kept.
    const status = (row: AccountRow) =>
      by === 'verify' && row.status === 'pending' && row.awaits_proof === 1 ? 'active' : undefined;
    const done = await actOnAccount(tables, found, {
      acts: (row) => [sole ? 'soleProof' : 'proof', ...statusActs(row, status(row))],
      changes: (row) => {
        assertStatus(row, statuses);
        const lifted = status(row);
        const changes: AccountChanges = {
          ...(lifted !== undefined && { status: lifted, awaits_proof: null }),
          ...(by === 'login' ? provenBySignIn(row) : { email_verified: 1 }),
        };
        return Object.keys(changes).length === 0 ? {} : { ...changes, updated_at: now };
      },
      presented: use.session,
      proven: true,
      by: byOwner(found, use.client),
      now,
    });
    await tellFirstProof(tables, done, use.client);
    // Anybody can have a link mailed, and its reader may open it in a browser that is signed in.
    const isTyped = by === 'verify' && use.via === undefined && use.key === undefined;
    if (isTyped && done.own !== null && done.before.email_verified === 1)
      await noteReader(tables, done.after, done.own, now);
    return done.after;
  }

  async function assertPassword(account: AccountRow | null, password: string, use: CodeUse): Promise<void> {
    const { captchaToken: token, client, signal } = use;
    const keys = await passwordBudget.ofIdentifier(account, use.email.key, client);
    await captcha.guess(keys, { token, client, signal }, (allowed) =>
      limiter.attempt(
        allowed,
        async () => {
          const { valid } = await passwords.verify(account?.password_hash ?? null, password, askerOf(use));
          if (!valid) throw new KeywardError('InvalidCredentialsError');
        },
        isWrongGuess,
        signal,
      ),
    );
  }

  return {
    async signUp(use, fields) {
      assertMayOpen(use);
      const by = askerOf(use);
      return openSignUps.counted(by, async () => {
        const draft = await openSignUps.draft({ ...fields, emailVerified: true }, by);
        await codes.check(guess(use, 'signup'));
        const password_hash = await passwords.hash(fields.password, by);
        return signUps.withHandle(draft, (handle) =>
          codes.spend(guess(use, 'signup'), (tables) =>
            insertAccount(
              tables,
              { ...draft.columns, ...handle, password_hash },
              { method: 'code', by: (created) => byOwner(created, use.client) },
            ),
          ),
        );
      });
    },

    async logIn(use, password) {
      const known = await assertKnown(use);
      if (password !== undefined) await assertPassword(known, password, use);
      return codes.spend(guess(use, 'login'), async (tables) => {
        const account = await prove(tables, use, 'login', ACTIVE);
        await signIns.assertMayBegin(account, { method: 'code' }, tables);
        return account;
      });
    },

    async resetPassword(use, password) {
      const known = await assertKnown(use);
      const context = { profile, email: use.email.address };
      assertPasswordAllowed(password, context);
      await codes.check(guess(use, 'reset'));
      // The code is checked first, because a refusal of the name or handle reveals that the account exists, and whose
      // it is.
      assertPasswordAllowed(password, { ...context, name: known?.name, handle: known?.handle });
      const password_hash = await passwords.hash(password, askerOf(use));
      return codes.spend(guess(use, 'reset'), async (tables) => {
        const now = clock.now();
        const owner = await accountOf(tables, use.email);
        const done = await actOnAccount(tables, owner, {
          acts: () => ['reset'],
          changes: (found) => {
            assertStatus(found, ACTIVE);
            return { password_hash, ...provenBySignIn(found), updated_at: now };
          },
          presented: use.session,
          // If the mailbox does not count as a proof, neither does a password that was set with it.
          proven: (found) => !isUnproven(found.email_unproven_at, now),
          by: byOwner(owner, use.client),
          now,
        });
        const { before, after } = done;
        await signIns.assertMayBegin(after, { method: 'code' }, tables);
        await unlockTotp(tables, after);
        const links = await tables.providerLinks.ofAccount(after.id);
        const providers = links.map(({ provider }) => providerName(provider));
        await notices.passwordReset(tables, before, providers, use.client);
        return after;
      });
    },

    verifyEmail: (use) =>
      codes.spend(guess(use, 'verify'), (tables, { account_id: changing }) =>
        changing === null
          ? prove(tables, use, 'verify', ['active', 'pending'])
          : emailChanges.confirm(tables, changing, use),
      ),

    reauthenticate: ({ email, email_key: key }, code, from, use) =>
      codes.spend(guess({ ...from, email: { address: email, key }, code }, 'login'), use),

    async check(use, purpose) {
      if (purpose === 'signup') assertMayOpen(use);
      await codes.check(guess(use, purpose));
    },
  };
}

function askerOf({ client, signal }: CodeUse): Stranger {
  return { ipAddress: client.ipAddress, signal };
}

const ACTIVE = ['active'];

function assertStatus({ status }: AccountRow, allowed: readonly string[]): void {
  if (!allowed.includes(status)) throw new KeywardError('AccountInactiveError');
}
