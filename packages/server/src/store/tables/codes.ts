import { type Kysely, type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import { unindexed } from '../engine/dialect.ts';
import { lockInOrder } from '../engine/locks.ts';
import { allOf, type Condition, met } from '../lists/list-conditions.ts';
import { countAlong, type Entries, pageAlong, pageOf } from '../lists/pages.ts';
import { count, type Page, type PageRequest, totals } from '../lists/lists.ts';
import type { Schema } from '../engine/schema.ts';
import { newestId, removeBatch, type Swept } from '../lists/sweep.ts';
import { transact } from '../engine/transact.ts';

/** The purpose of a mailed code. */
export const PURPOSES = ['signup', 'login', 'reset', 'verify'] as const;
export type Purpose = (typeof PURPOSES)[number];

export type CodeRow = Selectable<Schema['codes']>;
export type NewCode = Omit<
  CodeRow,
  | 'id'
  | 'link_key_hash'
  | 'attempts'
  | 'stranger_attempts'
  | 'used_at'
  | 'account_id'
  | 'asker_browser_hash'
  | 'by_known_device'
> &
  Partial<Pick<CodeRow, 'link_key_hash' | 'account_id' | 'asker_browser_hash' | 'by_known_device'>>;

/**
 * Replaces the hash of the address when it has asked for another code since. The browser that asked may still use this
 * one.
 */
export const REPLACED = '-';

export type CodeAsker = Pick<CodeRow, 'asker_hash' | 'asker_browser_hash'>;

/** A code as a list shows it, without its secrets. */
export type ListedCode = Omit<
  CodeRow,
  | 'email_key'
  | 'code_hash'
  | 'link_key_hash'
  | 'asker_hash'
  | 'asker_browser_hash'
  | 'stranger_attempts'
  | 'account_id'
  | 'by_known_device'
>;

export interface CodeListRequest extends PageRequest {
  filter: Partial<Pick<CodeRow, 'email_key' | 'purpose'>>;
  /** Whether they were used, and whether they have expired; undefined: either. */
  used: boolean | undefined;
  expired: boolean | undefined;
  conditions?: readonly Condition[];
}

const LISTED_COLUMNS = [
  'codes.id',
  'codes.email',
  'codes.purpose',
  'codes.attempts',
  'codes.created_at',
  'codes.expires_at',
  'codes.used_at',
] as const;

export type CodeStore = ReturnType<typeof codeStore>;

/** @param reader runs long reads */
export function codeStore(db: Kysely<Schema>, reader = db) {
  const totalOf = totals();

  return {
    /** One page of the codes, in the order of creation. */
    async list({
      filter,
      used,
      expired,
      conditions: more = [],
      ...request
    }: CodeListRequest): Promise<Page<ListedCode>> {
      const { now } = request;
      const conditions: RawBuilder<SqlBool>[] = [];
      const { email_key: email, purpose } = filter;
      if (purpose !== undefined) conditions.push(sql`purpose = ${purpose}`);
      if (used !== undefined) conditions.push(sql`used_at is ${sql.raw(used ? 'not null' : 'null')}`);
      if (expired !== undefined)
        conditions.push(sql`${unindexed(reader, 'expires_at')} ${sql.raw(expired ? '<=' : '>')} ${now}`);
      for (const one of more) conditions.push(met(reader, one, 'unindexed'));
      const read = (ids: readonly number[]) =>
        reader.selectFrom('codes').select(LISTED_COLUMNS).where('id', 'in', ids).execute();

      if (email !== undefined) {
        // These are few, because few mails are sent to a mailbox within the lifetime of a code.
        let found = reader
          .selectFrom('codes')
          .select(['id', 'created_at as key'])
          .where('email_key', '=', email);
        if (conditions.length > 0) found = found.where(allOf(conditions));
        return pageOf(await found.execute(), request, read);
      }
      const entries: Entries = {
        table: 'codes',
        column: 'created_at',
        filter: conditions.length === 0 ? undefined : allOf(conditions),
      };
      const total = await totalOf([purpose, used, expired, more], now, () => countAlong(reader, entries));
      return pageAlong(reader, entries, { ...request, total }, read);
    },

    /**
     * Adds a code, and removes the used ones and the one of the same asker for the email and purpose. The codes of
     * different askers do not replace each other: otherwise strangers could make each code of the owner useless. If an
     * address asks again, the browser that asked there before keeps its code.
     */
    async replace({
      by_known_device = 0,
      asker_browser_hash: browser = null,
      ...code
    }: NewCode): Promise<void> {
      await transact(db, async (trx) => {
        const rows = await codeStore(trx).lock(code.email_key, code.purpose);
        const isOver = (row: CodeRow) =>
          row.used_at !== null ||
          (browser !== null && row.asker_browser_hash === browser) ||
          (row.asker_browser_hash === null && isOfAddress(row));
        const isOfAddress = ({ asker_hash: hash }: CodeRow) => hash !== '' && hash === code.asker_hash;
        const ids = (isMeant: (row: CodeRow) => boolean) => rows.filter(isMeant).map(({ id }) => id);
        const [over, replaced] = [ids(isOver), ids(isOfAddress)];
        if (over.length > 0) await trx.deleteFrom('codes').where('id', 'in', over).execute();
        if (replaced.length > 0)
          await trx.updateTable('codes').set({ asker_hash: REPLACED }).where('id', 'in', replaced).execute();
        await trx
          .insertInto('codes')
          .values({
            ...code,
            asker_browser_hash: browser,
            by_known_device,
            attempts: 0,
            stranger_attempts: 0,
            used_at: null,
          })
          .execute();
      });
    },

    /** Who asked for the codes for an email and purpose. */
    askersOf(emailKey: string, purpose: string): Promise<CodeAsker[]> {
      return db
        .selectFrom('codes')
        .select(['asker_hash', 'asker_browser_hash'])
        .where('email_key', '=', emailKey)
        .where('purpose', '=', purpose)
        .execute();
    },

    /**
     * The codes for an email and purpose, the newest first, locked until the transaction ends. The email's other codes
     * are locked too, because the effect of a code may remove them. Otherwise two transactions that each hold one code
     * and need the other's would deadlock.
     */
    async lock(emailKey: string, purpose: string): Promise<CodeRow[]> {
      const ofEmail = db.selectFrom('codes').selectAll().where('email_key', '=', emailKey);
      const rows = await lockInOrder(db, ofEmail).execute();
      return rows.filter((row) => row.purpose === purpose).toSorted((a, b) => b.id - a.id);
    },

    /** @returns the removed codes as they were */
    delete(ids: readonly number[]): Promise<CodeRow[]> {
      return db.deleteFrom('codes').where('id', 'in', ids).returningAll().execute();
    },

    async countAttempt(id: number, byStranger: boolean): Promise<void> {
      await db
        .updateTable('codes')
        .set((column) => ({
          attempts: column('attempts', '+', 1),
          ...(byStranger && { stranger_attempts: column('stranger_attempts', '+', 1) }),
        }))
        .where('id', '=', id)
        .execute();
    },

    /** Marks a code as used, and removes the others for its email and purpose. The caller holds their locks. */
    async markUsed({ id, email_key, purpose }: CodeRow, now: number): Promise<void> {
      await db.updateTable('codes').set({ used_at: now }).where('id', '=', id).execute();
      await db
        .deleteFrom('codes')
        .where('email_key', '=', email_key)
        .where('purpose', '=', purpose)
        .where('id', '<>', id)
        .execute();
    },

    /** Removes the unused codes of an email. */
    async deleteUnused(emailKey: string): Promise<void> {
      const unused = db
        .selectFrom('codes')
        .select('id')
        .where('email_key', '=', emailKey)
        .where('used_at', 'is', null);
      await db.deleteFrom('codes').where('id', 'in', lockInOrder(db, unused)).execute();
    },

    /** Removes every code of an email. */
    async deleteOfEmail(emailKey: string): Promise<void> {
      const ofEmail = db.selectFrom('codes').select('id').where('email_key', '=', emailKey);
      await db.deleteFrom('codes').where('id', 'in', lockInOrder(db, ofEmail)).execute();
    },

    /** Removes one batch of expired codes. */
    sweep: (now: number): Promise<Swept> => removeBatch(db, 'codes', 'expires_at', now),

    newestId: (): Promise<number> => newestId(db, 'codes'),

    countUpTo: (id: number): Promise<number> => count(db.selectFrom('codes').where('id', '<=', id)),

    countExpired: (now: number): Promise<number> =>
      count(db.selectFrom('codes').where('expires_at', '<=', now)),

    /** Removes one batch of the codes with ids up to `id`. */
    deleteUpTo: (id: number): Promise<Swept> => removeBatch(db, 'codes', 'id', id),
  };
}
