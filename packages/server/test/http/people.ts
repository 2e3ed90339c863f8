import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Argon2Parameters } from '../../src/features/identity/passwords/password-hasher.ts';
import type { SignIn } from '../../src/features/sign-in/complete.ts';
import type { Beginning } from '../../src/features/sign-in/new-sessions.ts';
import type { Client } from '../../src/lib/client.ts';
import { PASSWORD, type SignedUp, type TestKeyward } from '../support/keyward.ts';

let serial = 0;
const hashes = new Map<Argon2Parameters, Promise<string>>();

export interface PersonFields {
  name?: string;
  email?: string;
  handle?: string;
  phone?: string;
  role?: string;
  status?: string;
  /** Whether the mailbox is proven. Default: false */
  verified?: boolean;
}

/**
 * Adds an account with {@link PASSWORD} to the store, and starts a session for it. A real sign-up takes a hash, so
 * tests of other things use this.
 */
export async function addPerson(keyward: TestKeyward, fields: PersonFields = {}): Promise<SignedUp> {
  serial += 1;
  const passwordHash = hashes.get(keyward.argon2) ?? hash(PASSWORD, keyward.argon2);
  hashes.set(keyward.argon2, passwordHash);
  const { name = `Added ${serial}`, email = `added${serial}@example.org` } = fields;
  const { handle = `added.${serial}`, phone = null, role = 'user', status = 'active' } = fields;
  const { services } = keyward.app;
  const now = keyward.clock.now();
  const { id } = await services.store.accounts.insert({
    uid: randomUUID(),
    name,
    handle,
    handle_key: handle.toLowerCase(),
    email,
    email_key: email.toLowerCase(),
    email_verified: fields.verified === true ? 1 : 0,
    phone,
    avatar_url: null,
    role,
    status: 'active',
    password_hash: await passwordHash,
    created_at: now,
    updated_at: now,
  });
  const session = await newSession(keyward, id);
  if (status !== 'active') await services.store.accounts.update(id, { status });
  return { id, email, handle, ...session };
}

/** The client of acts without a request. */
export const CLIENT: Client = {
  ipAddress: '127.0.0.1',
  userAgent: 'test',
  languages: '',
  requestId: 'test',
  method: 'POST',
  path: '/login',
};

/** Begins a session, as after the last factor. */
export async function signIn(
  keyward: Pick<TestKeyward, 'app'>,
  id: number,
  proof?: Beginning['proof'],
): Promise<SignIn> {
  const { signIns, store } = keyward.app.services;
  const account = await store.accounts.find('id', id);
  if (account === null) throw new Error(`no account ${id}`);
  return signIns.complete(account, {
    client: CLIENT,
    method: 'password',
    proof,
    reason: 'login',
    event: { name: 'login.succeeded', metadata: { method: 'password' } },
  });
}

/** The tokens of another session of an account. */
export async function newSession(
  keyward: TestKeyward,
  id: number,
): Promise<Pick<SignedUp, 'token' | 'refreshToken'>> {
  const { signIns } = keyward.app.services;
  const { accessToken, refreshToken = '' } = await signIns.tokens(await signIn(keyward, id));
  return { token: accessToken, refreshToken };
}

/** The account's row. */
export async function accountRow(keyward: TestKeyward, id: number): Promise<Record<string, unknown>> {
  const [row] = await keyward.database.query('select * from accounts where id = $1', [id]);
  if (row === undefined) throw new Error(`no account ${id}`);
  return row;
}

/** Marks the email of a session's account as proven; factors need that. */
export async function proveMailbox(keyward: TestKeyward, token: string): Promise<void> {
  const { sessions, store } = keyward.app.services;
  const { row } = await sessions.authenticate(token, { restricted: true });
  if (row.account__email_verified === 1) return;
  await store.accounts.update(row.account_id, { email_verified: 1, password_after_proof: 1 });
}

/** Moves an account to a mailbox that nobody has proven: of members, only a superadmin can. */
export async function moveUnproven(
  keyward: Pick<TestKeyward, 'call'>,
  root: { token: string },
  { id }: { id: number },
  email: string,
): Promise<void> {
  const body = { account_id: id, email };
  const moved = await keyward.call('PATCH', '/account', { token: root.token, body });
  assert.equal(moved.status, 200, moved.text);
}
