import { randomInt, randomUUID } from 'node:crypto';
import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { deriveHandle, withSuffix } from '../../../lib/handle.ts';
import { eachProfileField, type ProfileTexts } from '../../../lib/profile-fields.ts';
import type { AccountKey, AccountStore } from '../../../store/tables/accounts.ts';
import { DuplicateError } from '../../../store/engine/duplicate-error.ts';
import type { AccountRow, NewAccount } from '../../../store/engine/schema.ts';
import type { Asker } from '../passwords/hash-queue.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { assertPasswordAllowed, type PasswordContext } from '../passwords/password-policy.ts';
import { type AccountData, dataColumns } from './account-data.ts';
import { asTaken, identityColumns } from './identity.ts';

export interface NewAccountFields extends ProfileTexts {
  name: string;
  email: string;
  /** Null for an account that signs in without a password. */
  password: string | null;
  /** Default: derived from the name or the email. */
  handle?: string | undefined;
  role?: string | undefined;
  status?: string | undefined;
  emailVerified?: boolean | undefined;
  data?: AccountData;
}

/** A checked account without its password hash and perhaps without its handle. */
export interface AccountDraft {
  columns: Omit<NewAccount, 'password_hash' | 'handle' | 'handle_key'>;
  /** Null: to be derived from the name or the email. */
  handle: string | null;
}

export type SignUp = SignUps['signUp'];

export interface SignUps {
  /**
   * Runs all cheap checks, before a password is hashed or a code is used.
   * @throws KeywardError `WeakPasswordError`, `ValidationError`, the `…AlreadyExistsError`s
   */
  draft(fields: NewAccountFields): Promise<AccountDraft>;
  /**
   * Runs `insert` with a handle for the draft: its own, otherwise derived ones until one is free.
   * @throws KeywardError the `…AlreadyExistsError`s: the database makes the final check
   */
  withHandle<T>(draft: AccountDraft, insert: (handle: HandleColumns) => Promise<T>): Promise<T>;
  /**
   * Creates the account of a draft.
   * @param insert adds the row; runs again when a derived handle is taken
   * @throws KeywardError as above, `ServiceUnavailableError`
   */
  create(
    draft: AccountDraft,
    password: string | null,
    asker: Asker | undefined,
    insert: Insert,
  ): Promise<AccountRow>;
  /** Drafts and creates an account. @throws KeywardError as above */
  signUp: (fields: NewAccountFields, asker: Asker | undefined, insert: Insert) => Promise<AccountRow>;
}

type Insert = AccountStore['insert'];
type HandleColumns = Pick<NewAccount, 'handle' | 'handle_key'>;

/** Derived handles tried before giving up; a suffix has millions of values. */
const HANDLE_ATTEMPTS = 8;

export function createSignUps(deps: {
  store: AccountStore;
  passwords: PasswordHasher;
  profile: PasswordContext['profile'];
  clock: Clock;
}): SignUps {
  const { store, passwords, profile, clock } = deps;

  async function assertFree(column: AccountKey, key: string | null | undefined): Promise<void> {
    if (typeof key !== 'string') return;
    if ((await store.find(column, key)) !== null) throw asTaken(new DuplicateError(column, null));
  }

  async function draft(fields: NewAccountFields): Promise<AccountDraft> {
    const { name, email, password, handle, ...rest } = fields;
    if (password !== null) assertPasswordAllowed(password, { profile, email, name, handle });
    const columns = identityColumns({
      ...rest,
      name,
      email,
      ...(handle !== undefined && { handle }),
    });
    await assertFree('email_key', columns.email_key);
    await assertFree('handle_key', columns.handle_key);
    const data = dataColumns(fields.data ?? {});
    await assertFree('phone', columns.phone);
    await assertFree('external_id', data.external_id);
    const now = clock.now();
    return {
      columns: {
        uid: randomUUID(),
        name: columns.name ?? name,
        email: columns.email ?? email,
        email_key: columns.email_key ?? email,
        email_verified: fields.emailVerified === true ? 1 : 0,
        ...eachProfileField((field) => columns[field] ?? null),
        role: fields.role ?? 'user',
        status: fields.status ?? 'active',
        ...data,
        created_at: now,
        updated_at: now,
      },
      handle: columns.handle ?? null,
    };
  }

  async function withHandle<T>(
    { columns, handle: chosen }: AccountDraft,
    insert: (handle: HandleColumns) => Promise<T>,
  ): Promise<T> {
    const derived = deriveHandle(columns.name, columns.email);
    for (let attempt = 0; attempt < HANDLE_ATTEMPTS; attempt += 1) {
      const handle = chosen ?? (attempt === 0 ? derived : withSuffix(derived, randomInt));
      try {
        return await insert({ handle, handle_key: handle.toLowerCase() });
      } catch (error) {
        const retry = chosen === null && error instanceof DuplicateError && error.column === 'handle_key';
        if (!retry) throw asTaken(error);
      }
    }
    throw new KeywardError('HandleAlreadyExistsError');
  }

  async function create(
    checked: AccountDraft,
    password: string | null,
    asker: Asker | undefined,
    insert: Insert,
  ): Promise<AccountRow> {
    const hash = password === null ? null : await passwords.hash(password, asker);
    return withHandle(checked, (handle) => insert({ ...checked.columns, ...handle, password_hash: hash }));
  }

  return {
    draft,
    withHandle,
    create,
    signUp: async (fields, asker, insert) => create(await draft(fields), fields.password, asker, insert),
  };
}
