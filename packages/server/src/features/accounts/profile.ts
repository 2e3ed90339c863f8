import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { AccountStore } from '../../store/accounts.ts';
import type { AccountRow } from '../../store/schema.ts';
import type { FailureLimiter, Limit } from '../limits/failure-limiter.ts';
import { addressKey, loginKeys, type LoginLimits } from '../limits/login-limits.ts';
import type { Addressee } from '../mail/mail.ts';
import type { Notices } from '../mail/notices.ts';
import type { Asker } from '../passwords/hash-queue.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { assertPasswordAllowed, type PasswordContext } from '../passwords/password-policy.ts';
import type { Client } from '../../lib/client.ts';
import type { Caller } from '../sessions/sessions.ts';
import { asTaken, identityColumns, isTaken, type IdentityFields } from './identity.ts';
import { isWrongGuess } from './log-in.ts';

/** Proof that the holder of a session is its owner; asked for in the strict profile. */
export interface Reauthentication {
  currentPassword?: string;
  client: Client;
  signal?: AbortSignal;
}

export interface Profiles {
  /**
   * @throws KeywardError `ValidationError`, the three `…AlreadyExistsError`s, `RateLimitedError`, and in the
   * strict profile what {@link Reauthentication} throws
   */
  update(caller: Caller, changes: IdentityFields, proof: Reauthentication): Promise<AccountRow>;
  /**
   * Sets a new password and ends the account's other sessions, both or neither.
   * @throws KeywardError `WeakPasswordError`, `SessionDestroyedError`, `ServiceUnavailableError`, and what
   * {@link Reauthentication} asks for
   */
  changePassword(caller: Caller, password: string, proof: Reauthentication): Promise<void>;
}

/** Trying which emails, handles and phones exist is a guess too. */
const TAKEN_LIMIT: Limit = { limit: 20, windowMs: 3_600_000 };
/** In the strict profile a session this young counts as proof. */
const FRESH_SESSION_MS = 15 * 60_000;

export function createProfiles(deps: {
  store: AccountStore;
  passwords: PasswordHasher;
  limiter: FailureLimiter;
  limits: LoginLimits;
  profile: PasswordContext['profile'];
  notices: Notices;
  clock: Clock;
}): Profiles {
  const { store, passwords, limiter, limits, profile, notices, clock } = deps;

  async function reauthenticate(caller: Caller, proof: Reauthentication): Promise<void> {
    const { currentPassword, client, signal } = proof;
    const accountId = caller.row.account_id;
    if (currentPassword === undefined) {
      const fresh = clock.now() - caller.row.created_at < FRESH_SESSION_MS;
      if (profile === 'strict' && !fresh) throw new KeywardError('ReauthenticationRequiredError');
      return;
    }
    const account = await store.find('id', accountId);
    await limiter.attempt(
      loginKeys(limits, accountId, client.ipAddress),
      async () => {
        const { valid } = await passwords.verify(
          account?.password_hash ?? null,
          currentPassword,
          askerOf(proof),
        );
        if (!valid)
          throw new KeywardError('InvalidCredentialsError', { message: 'current_password is wrong.' });
      },
      isWrongGuess,
      signal,
    );
  }

  /** Writes only what was decided for: an email that has changed meanwhile would turn what is proven into a lie. */
  async function write(caller: Caller, changes: AccountChanges): Promise<AccountRow> {
    const { id: sessionId, account_id: id, account__email_key: emailKey } = caller.row;
    try {
      const row = await store.updateFor({ id, emailKey, sessionId }, { ...changes, updated_at: clock.now() });
      if (row !== null) return row;
    } catch (error) {
      throw asTaken(error);
    }
    const now = await store.find('id', id);
    if (now === null || now.email_key === emailKey) throw new KeywardError('SessionDestroyedError');
    throw new KeywardError('ServiceUnavailableError', {
      message: 'The account was changed at the same time; try again.',
      retryAfter: 1,
    });
  }

  return {
    async update(caller, changes, proof) {
      const accountId = caller.row.account_id;
      const columns = identityColumns(changes);
      const newEmail = columns.email_key !== undefined && columns.email_key !== caller.row.account__email_key;
      if (newEmail) await reauthenticate(caller, proof);
      const { email_key: email, handle_key: handle, phone } = columns;
      // Only these can be taken; the rest goes through however often that was tried.
      const guessed = [email, handle, phone].some((value) => typeof value === 'string');
      const change = () => write(caller, { ...columns, ...(newEmail && { email_verified: 0 }) });
      const account = await (guessed
        ? limiter.attempt(
            // By the address too: whoever has many accounts asks with each of them.
            [{ key: `taken:${accountId}`, ...TAKEN_LIMIT }, addressKey(limits, proof.client.ipAddress)],
            change,
            isTaken,
            proof.signal,
          )
        : change());
      if (newEmail) {
        await notices.emailChanged(addresseeOf(caller), account.email, proof.client);
      }
      return account;
    },

    async changePassword(caller, password, proof) {
      const {
        account_id: accountId,
        account__email: email,
        account__name: name,
        account__handle: handle,
      } = caller.row;
      assertPasswordAllowed(password, { profile, email, name, handle });
      await reauthenticate(caller, proof);
      const changes = {
        password_hash: await passwords.hash(password, askerOf(proof)),
        updated_at: clock.now(),
      };
      const changed = await store.updateAndEndSessions(accountId, changes, caller.row.id);
      if (changed === null) throw new KeywardError('SessionDestroyedError');
      await notices.passwordChanged(addresseeOf(caller), proof.client);
    },
  };
}

function addresseeOf({ row }: Caller): Addressee {
  return {
    name: row.account__name,
    email: row.account__email,
    email_verified: row.account__email_verified,
  };
}

function askerOf({ client, signal }: Reauthentication): Asker {
  return { ipAddress: client.ipAddress, signal };
}

type AccountChanges = Parameters<AccountStore['update']>[1];
