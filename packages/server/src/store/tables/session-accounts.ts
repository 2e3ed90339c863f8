import type { Kysely } from 'kysely';
import { PROFILE_FIELD_NAMES } from '../../lib/profile-fields.ts';
import { batched } from '../engine/batched-lookups.ts';
import { idList, isAmong, unindexed } from '../engine/dialect.ts';
import { prepared, type Values } from '../engine/prepared.ts';
import type { AccountRow, Schema, SessionRow } from '../engine/schema.ts';
import { SESSION_COLUMNS } from './session-columns.ts';

/** A session with its account, as one row: the account's `id`, `created_at` … are prefixed. */
export type SessionWithAccount = SessionRow & Prefixed<Omit<AccountRow, Unread>>;

type Unread =
  | 'password_hash'
  | 'password_unproven_at'
  | 'password_after_proof'
  | 'assigned_at'
  | 'email_unproven_at'
  | 'awaits_proof'
  | 'device_epoch'
  | 'deletion_connection'
  | 'proven_at';

type Prefixed<Row> = { [Column in keyof Row & string as `account__${Column}`]: Row[Column] };

/** Sessions together with their accounts. */
export function sessionAccounts(db: Kysely<Schema>) {
  const withAccount = () =>
    db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      // Each column by its name, which reads faster than `*`.
      .select([
        ...SESSION_COLUMNS,
        'accounts.id as account__id',
        'accounts.uid as account__uid',
        'accounts.name as account__name',
        'accounts.handle as account__handle',
        'accounts.handle_key as account__handle_key',
        'accounts.email as account__email',
        'accounts.email_key as account__email_key',
        'accounts.email_verified as account__email_verified',
        ...PROFILE_FIELD_NAMES.map((name) => `accounts.${name} as account__${name}` as const),
        'accounts.role as account__role',
        'accounts.status as account__status',
        'accounts.second_factors as account__second_factors',
        'accounts.metadata as account__metadata',
        'accounts.app_metadata as account__app_metadata',
        'accounts.external_id as account__external_id',
        'accounts.deletion_at as account__deletion_at',
        'accounts.created_at as account__created_at',
        'accounts.updated_at as account__updated_at',
      ]);
  const byIdWithAccount = prepared(db, (value: Values<{ id: number }>) =>
    withAccount().where('sessions.id', '=', value('id')),
  );
  const byIdsWithAccount = prepared(db, (value: Values<{ ids: string }>) =>
    withAccount().where(isAmong(db, 'sessions.id', value('ids'))),
  );
  const oneOfMany = batched(async (ids: readonly number[]) => {
    const [id] = ids;
    const { rows } =
      ids.length === 1 && id !== undefined
        ? await byIdWithAccount({ id })
        : await byIdsWithAccount({ ids: idList(db, ids) });
    return new Map(rows.map((row) => [row.id, row]));
  });

  return {
    async findWithAccount(id: number): Promise<SessionWithAccount | null> {
      if (!db.isTransaction) return (await oneOfMany(id)) ?? null;
      const { rows } = await byIdWithAccount({ id });
      return rows[0] ?? null;
    },

    /** The sessions in which a superadmin acts for the owner of an account. */
    impersonations(now: number): Promise<SessionWithAccount[]> {
      return withAccount()
        .where('sessions.impersonator', 'is not', null)
        .where(unindexed(db, 'sessions.expires_at'), '>', now)
        .execute();
    },
  };
}
