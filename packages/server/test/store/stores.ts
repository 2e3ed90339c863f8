import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import type { AccountListRequest } from '../../src/store/tables/account-list.ts';
import type { DatabaseOptions } from '../../src/store/engine/dialect.ts';
import { openStore, type Store } from '../../src/store/database.ts';
import { actOnAccount } from '../../src/features/identity/accounts/credential-lifecycle.ts';
import { BY_SERVICE } from '../../src/features/audit/events/origin.ts';
import type { BeginningEvents } from '../../src/store/tables/session-start.ts';
import type { Begun } from '../../src/store/tables/session-start.ts';
import type { AccountChanges, AccountRow, NewAccount, NewEvent } from '../../src/store/engine/schema.ts';
import { SWEEP_BATCH, type Swept } from '../../src/store/lists/sweep.ts';
import { createTestDatabase, type DatabaseKind, type TestDatabase } from '../support/databases.ts';

/** When the rows of these tests are made. */
export const NOW = 1_800_000_000_000;

/** The first page of all accounts. */
export const FIRST_PAGE = {
  page: 1,
  limit: 10,
  descending: true,
  now: NOW,
  order: 'created_at',
  filter: {},
  search: null,
} as const satisfies AccountListRequest;

export function optionsOf({ kind, url }: Pick<TestDatabase, 'kind' | 'url'>): DatabaseOptions {
  return kind === 'sqlite' ? { kind, file: url.slice('sqlite:'.length) } : { kind, url, poolSize: 10 };
}

/** An empty store for all tests of the suite that calls it (an async `describe`); it is closed after them. */
export async function suiteStore(kind: DatabaseKind): Promise<{ database: TestDatabase; store: Store }> {
  const database = await createTestDatabase(kind, 'tables');
  const store = await openStore(optionsOf(database));
  after(async () => {
    await store.close();
    await database.drop();
  });
  return { database, store };
}

/**
 * Changes an account and ends its sessions as an owner who changes the password does.
 * @param keep the session that continues
 */
export async function changePassword(
  store: Store,
  id: number,
  changes: AccountChanges = { password_hash: 'new' },
  keep?: number,
): Promise<AccountRow> {
  const found = await store.accounts.find('id', id);
  if (found === null) throw new Error(`no account ${id}`);
  const act = {
    acts: () => ['ownPassword'] as const,
    changes: () => changes,
    presented: keep,
    proven: true,
    by: BY_SERVICE,
    now: NOW,
  };
  return (await store.transaction((tables) => actOnAccount(tables, found, act))).after;
}

/** The events of a session that begins. */
export const BEGINNING: BeginningEvents = {
  get started() {
    return newEvent('session.started');
  },
  ended: (sessions) => sessions.map(({ id }) => newEvent('session.ended', { session_id: id })),
};

/** An event of no account. */
export function newEvent(type: string, fields: Partial<NewEvent> = {}): NewEvent {
  return {
    uid: randomUUID(),
    type,
    audit: 0,
    at: NOW,
    account_id: null,
    session_id: null,
    actor: null,
    ip_address: null,
    organization: null,
    merge_key: null,
    count: 1,
    data: '{}',
    ...fields,
  };
}

let serial = 0;

/** An account with unique identifiers. */
export function newAccount(fields: Partial<NewAccount> = {}): NewAccount {
  serial += 1;
  return {
    uid: randomUUID(),
    name: `Person ${serial}`,
    handle: `Person.${serial}`,
    handle_key: `person.${serial}`,
    email: `Person${serial}@example.org`,
    email_key: `person${serial}@example.org`,
    email_verified: 0,
    phone: `+4930${String(serial).padStart(7, '0')}`,
    avatar_url: null,
    role: 'user',
    status: 'active',
    password_hash: 'hash',
    created_at: NOW,
    updated_at: NOW,
    ...fields,
  };
}

export function newSession(account: Pick<AccountRow, 'id'>, fields: Partial<Begun> = {}): Begun {
  return {
    account_id: account.id,
    ip_address: '192.0.2.1',
    user_agent: 'test',
    created_at: NOW,
    last_used_at: NOW,
    expires_at: NOW + 86_400_000,
    refresh_generation: 0,
    method: null,
    connection_organization_id: null,
    connection_uid: null,
    factor_vouched: 0,
    mailbox_at: null,
    refreshed_at: NOW,
    amr: 'pwd',
    factor_at: null,
    unproven: 0,
    impersonator: null,
    ...fields,
  };
}

/** The login of an account without factors. */
export const known = (password_hash: string | null) => ({
  password_hash,
  second_factors: 0,
  device_epoch: 0,
});

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Makes every delete of a row of `table` fail. @returns a function that allows deletes again */
export async function refuseDeletes(database: TestDatabase, table: string): Promise<() => Promise<void>> {
  if (database.kind === 'sqlite') {
    await database.query(
      `create trigger refuse before delete on ${table} begin select raise(abort, 'refused'); end`,
    );
    return async () => {
      await database.query('drop trigger refuse');
    };
  }
  await database.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
  );
  await database.query(
    `create trigger refuse before delete on ${table} for each row execute function refuse()`,
  );
  return async () => {
    await database.query('drop function refuse cascade');
  };
}

/** Sweeps until nothing is left, and checks the size of each batch. @returns how many rows were removed */
export async function inBatches(sweep: () => Promise<Swept>): Promise<number> {
  const first = await sweep();
  assert.ok(first.more && first.removed <= SWEEP_BATCH, JSON.stringify(first));
  let removed = first.removed;
  for (let batch = first; batch.more; removed += batch.removed) {
    batch = await sweep();
    assert.ok(batch.removed <= SWEEP_BATCH, JSON.stringify(batch));
  }
  return removed;
}
