import { type Kysely, sql } from 'kysely';
import { prepared, type Values } from '../engine/prepared.ts';
import type { Schema } from '../engine/schema.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

export interface KnownAddress extends Record<string, unknown> {
  account_id: number;
  /** Keyed hash of an account and an address. */
  address_hash: string;
}

/** The maximum number of addresses that one account may know. */
const MAX_ADDRESSES = 20;

/** The addresses from which accounts signed in. */
export function knownAddressStore(db: Kysely<Schema>) {
  const find = prepared(db, (value: Values<KnownAddress & { since: number }>) =>
    db
      .selectFrom('known_addresses')
      .select('seen_at')
      .where('account_id', '=', value('account_id'))
      .where('address_hash', '=', value('address_hash'))
      .where('seen_at', '>', value('since')),
  );

  return {
    /** Whether the account signed in from there since a time. */
    async isKnown(address: KnownAddress, since: number): Promise<boolean> {
      return (await find({ ...address, since })).rows.length > 0;
    },

    /** Stores a sign-in. Each account keeps its most recently used addresses. */
    async note(address: KnownAddress, now: number): Promise<void> {
      const { account_id: account } = address;
      await db
        .insertInto('known_addresses')
        .values({ ...address, seen_at: now })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'address_hash']).doUpdateSet({ seen_at: now }),
        )
        .execute();
      await sql`delete from known_addresses where account_id = ${account} and address_hash not in (
        select address_hash from known_addresses where account_id = ${account}
        order by seen_at desc, address_hash limit ${MAX_ADDRESSES})`.execute(db);
    },

    /** Removes one batch of the addresses that were last used before a time. */
    sweep(before: number): Promise<Swept> {
      return inBatch((most) =>
        db
          .deleteFrom('known_addresses')
          .where('seen_at', 'in', (query) =>
            query.selectFrom('known_addresses').select('seen_at').where('seen_at', '<=', before).limit(most),
          )
          .executeTakeFirst(),
      );
    },
  };
}
