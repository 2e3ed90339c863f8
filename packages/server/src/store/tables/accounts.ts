import type { Kysely } from 'kysely';
import { searchKey } from '../../lib/text.ts';
import { ACCOUNT_COLUMNS } from './account-columns.ts';
import { accountList } from './account-list.ts';
import { unindexed } from '../engine/dialect.ts';
import { lockRows, lockSuperadmins } from '../engine/locks.ts';
import { orDuplicate } from '../engine/or-duplicate.ts';
import { inChunks } from '../engine/in-chunks.ts';
import { forChunks } from '../lists/by-id.ts';
import { FEW_ROWS } from '../lists/lists.ts';
import { prepared, type Values } from '../engine/prepared.ts';
import type { AccountChanges, AccountRow, NewAccount, Schema } from '../engine/schema.ts';

/** The columns that identify exactly one account: for people, and for other systems. */
export type AccountKey = 'email_key' | 'handle_key' | 'phone' | 'external_id';

export type AccountStore = ReturnType<typeof accountStore>;

/** Compiled look-ups, shared by all transactions: by each column that identifies one account, and with a lock. */
export function accountQueries(db: Kysely<Schema>) {
  const byColumn = (column: AccountKey | 'id' | 'uid') =>
    prepared(db, (value: Values<{ key: string | number }>) =>
      db.selectFrom('accounts').select(ACCOUNT_COLUMNS).where(column, '=', value('key')),
    );
  return {
    id: byColumn('id'),
    email_key: byColumn('email_key'),
    handle_key: byColumn('handle_key'),
    phone: byColumn('phone'),
    external_id: byColumn('external_id'),
    uid: byColumn('uid'),
    lock: prepared(db, (value: Values<{ id: number }>) =>
      lockRows(db, db.selectFrom('accounts').select(ACCOUNT_COLUMNS).where('id', '=', value('id'))),
    ),
  };
}

/**
 * @param reader runs long reads
 * @param proven called with each account whose email has become proven
 */
export function accountStore(
  db: Kysely<Schema>,
  reader = db,
  proven: (id: number) => void = () => {},
  by: ReturnType<typeof accountQueries> = accountQueries(db),
) {
  return {
    async find(column: AccountKey | 'id' | 'uid', key: string | number): Promise<AccountRow | null> {
      const { rows } = await by[column]({ key }, db);
      return rows[0] ?? null;
    },

    /**
     * The account as it is now, locked until the open transaction ends; null if it is gone. Other transactions that lock or
     * change it, or begin a session of it, wait until then.
     */
    async lock(id: number): Promise<AccountRow | null> {
      const { rows } = await by.lock({ id }, db);
      return rows[0] ?? null;
    },

    /** Records that the email of an account has become proven. */
    noteProof: proven,

    /** @throws DuplicateError */
    insert(account: NewAccount): Promise<AccountRow> {
      return orDuplicate(
        db
          .insertInto('accounts')
          .values(withDerived(account))
          .returning(ACCOUNT_COLUMNS)
          .executeTakeFirstOrThrow(),
      );
    },

    /**
     * Inserts many accounts, all or none within a transaction.
     * @returns their ids by email key
     * @throws DuplicateError
     */
    async insertMany(accounts: readonly NewAccount[]): Promise<Map<string, number>> {
      const ids = new Map<string, number>();
      for (const some of inChunks(accounts)) {
        const rows = await orDuplicate(
          db.insertInto('accounts').values(some.map(withDerived)).returning(['id', 'email_key']).execute(),
        );
        for (const { id, email_key } of rows) ids.set(email_key, id);
      }
      return ids;
    },

    ofIds(ids: readonly number[]): Promise<AccountRow[]> {
      return forChunks(ids, (some) =>
        db.selectFrom('accounts').select(ACCOUNT_COLUMNS).where('id', 'in', some).execute(),
      );
    },

    /** The accounts that have one of these keys. */
    async findMany(column: AccountKey | 'uid', keys: readonly string[]): Promise<AccountRow[]> {
      const rows: AccountRow[] = [];
      for (const some of inChunks(keys)) {
        rows.push(
          ...(await db.selectFrom('accounts').select(ACCOUNT_COLUMNS).where(column, 'in', some).execute()),
        );
      }
      return rows;
    },

    /** What people call the accounts with these ids. */
    namesOf(ids: readonly number[]): Promise<Pick<AccountRow, 'id' | 'name' | 'email'>[]> {
      return forChunks(ids, (some) =>
        db.selectFrom('accounts').select(['id', 'name', 'email']).where('id', 'in', some).execute(),
      );
    },

    /** The accounts with the next higher ids, lowest first. */
    pageAfter(id: number, limit: number): Promise<AccountRow[]> {
      return db
        .selectFrom('accounts')
        .select(ACCOUNT_COLUMNS)
        .where('id', '>', id)
        .orderBy('id')
        .limit(limit)
        .execute();
    },

    /**
     * An uploaded picture that `avatar_url` no longer leads to is deleted.
     * @returns the changed row; null if the account is gone
     * @throws DuplicateError
     */
    async update(id: number, changes: AccountChanges): Promise<AccountRow | null> {
      const row = await orDuplicate(
        db
          .updateTable('accounts')
          .set(withNameKey(changes))
          .where('id', '=', id)
          .returning(ACCOUNT_COLUMNS)
          .executeTakeFirst(),
      );
      if (changes.avatar_url !== undefined)
        await db
          .deleteFrom('pictures')
          .where('account_id', '=', id)
          .where('uid', '<>', changes.avatar_url?.split('/').at(-1) ?? '')
          .execute();
      return row ?? null;
    },

    /**
     * Replaces a hash only if it is still `current`, so that a rehash never undoes a change of password.
     * @returns whether it was
     */
    async replacePasswordHash(id: number, current: string, next: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('accounts')
        .set({ password_hash: next })
        .where('id', '=', id)
        .where('password_hash', '=', current)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** One page of the accounts. */
    list: accountList(reader),

    async delete(id: number): Promise<void> {
      await db.deleteFrom('accounts').where('id', '=', id).execute();
    },

    /** The ids of accounts whose deletion is due, above `after`, lowest first. */
    async dueForDeletion(now: number, after: number, limit: number): Promise<number[]> {
      const rows = await db
        .selectFrom('accounts')
        .select('id')
        .where('deletion_at', '<=', now)
        // Few accounts wait for deletion. Along the ids, SQLite would read all accounts.
        .where(unindexed<number>(db, 'id'), '>', after)
        .orderBy(unindexed<number>(db, 'id'))
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Makes every other transaction that would reduce the superadmins wait until this one ends. */
    lockSuperadmins: () => lockSuperadmins(db),

    /** Whether an active account that stays has the role. */
    async hasActive(role: string): Promise<boolean> {
      const row = await activeAccounts(db, role).select('id').limit(1).executeTakeFirst();
      return row !== undefined;
    },

    /** The active accounts with the role that stay. */
    activeWith(role: string): Promise<AccountRow[]> {
      return activeAccounts(db, role).select(ACCOUNT_COLUMNS).orderBy('id').execute();
    },

    /** The number of active accounts with the role that stay. */
    async countActive(role: string): Promise<number> {
      const { accounts } = await activeAccounts(db, role)
        .select(({ fn }) => fn.countAll<number>().as('accounts'))
        .executeTakeFirstOrThrow();
      return accounts;
    },

    /** The number of accounts whose password hash does not begin with this prefix. Reads all of them, in batches. */
    async countOtherHashes(prefix: string): Promise<number> {
      let count = 0;
      for (let after = 0; ;) {
        const part = reader
          .selectFrom('accounts')
          .select(['id', 'password_hash'])
          .where('id', '>', after)
          .orderBy('id')
          .limit(FEW_ROWS)
          .as('part');
        const counted = reader
          .selectFrom(part)
          .select(({ fn }) => [
            fn.max<number | null>('id').as('last'),
            fn.countAll<number>().filterWhere('password_hash', 'not like', `${prefix}%`).as('others'),
          ]);
        const { last, others } = await counted.executeTakeFirstOrThrow();
        if (last === null) return count;
        count += others;
        after = last;
      }
    },

    /** Whether an account has a role other than this one. */
    async hasOtherRole(role: string): Promise<boolean> {
      const row = await db
        .selectFrom('accounts')
        .select('id')
        .where('role', '<>', role)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async hasRole(role: string): Promise<boolean> {
      const row = await db
        .selectFrom('accounts')
        .select('id')
        .where('role', '=', role)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** The active accounts with a role, without those that wait for their deletion. */
export function activeAccounts(db: Kysely<Schema>, role: string) {
  return db
    .selectFrom('accounts')
    .where('role', '=', role)
    .where('status', '=', 'active')
    .where('deletion_at', 'is', null);
}

function withDerived(account: NewAccount): NewAccount & { name_key: string } {
  return { ...account, name_key: searchKey(account.name) };
}

function withNameKey(changes: AccountChanges): AccountChanges & { name_key?: string } {
  return changes.name === undefined ? changes : { ...changes, name_key: searchKey(changes.name) };
}
