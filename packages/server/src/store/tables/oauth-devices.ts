import type { Kysely } from 'kysely';
import { orDuplicate } from '../engine/or-duplicate.ts';
import type { DeviceRow, Schema } from '../engine/schema.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

export type OAuthDeviceStore = ReturnType<typeof oauthDeviceStore>;

/** Devices that a person has not approved yet (RFC 8628). */
export function oauthDeviceStore(db: Kysely<Schema>) {
  return {
    /** @throws DuplicateError for a user code that another device has */
    async insert(device: DeviceRow): Promise<void> {
      await orDuplicate(db.insertInto('oauth_devices').values(device).execute());
    },

    /**
     * Claims a device for the first account that opens it.
     * @returns the device if it belongs to this account and is still pending
     */
    async claim(userCode: string, accountId: number, now: number): Promise<DeviceRow | null> {
      const row = await db
        .updateTable('oauth_devices')
        .set({ account_id: accountId })
        .where('user_code', '=', userCode)
        .where((is) => is.or([is('account_id', 'is', null), is('account_id', '=', accountId)]))
        .where('state', '=', 'pending')
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    /** Stores the answer of the account that has claimed it. Only the first answer counts. */
    async answer(
      userCode: string,
      accountId: number,
      answer: Pick<DeviceRow, 'state' | 'session_id'>,
      now: number,
    ): Promise<DeviceRow | null> {
      const row = await db
        .updateTable('oauth_devices')
        .set(answer)
        .where('user_code', '=', userCode)
        .where('account_id', '=', accountId)
        .where('state', '=', 'pending')
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    async find(deviceHash: string, applicationId: number): Promise<DeviceRow | null> {
      const row = await db
        .selectFrom('oauth_devices')
        .selectAll()
        .where('device_hash', '=', deviceHash)
        .where('application_id', '=', applicationId)
        .executeTakeFirst();
      return row ?? null;
    },

    async polled(deviceHash: string, at: number, pause: number): Promise<void> {
      await db
        .updateTable('oauth_devices')
        .set({ polled_at: at, pause })
        .where('device_hash', '=', deviceHash)
        .execute();
    },

    /** Removes and returns a device that was allowed. Of several simultaneous callers, only one gets it. */
    async take(deviceHash: string, now: number): Promise<DeviceRow | null> {
      const row = await db
        .deleteFrom('oauth_devices')
        .where('device_hash', '=', deviceHash)
        .where('state', '=', 'allowed')
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    /** @param applicationId only those of this application @returns the number of removed devices */
    async deleteOfAccount(accountId: number, applicationId?: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('oauth_devices')
        .where('account_id', '=', accountId)
        .$if(applicationId !== undefined, (all) => all.where('application_id', '=', applicationId ?? 0))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** Removes one batch of expired devices. */
    sweep(now: number): Promise<Swept> {
      return inBatch((most) =>
        db
          .deleteFrom('oauth_devices')
          .where('device_hash', 'in', (query) =>
            query
              .selectFrom('oauth_devices')
              .select('device_hash')
              .where('expires_at', '<=', now)
              .limit(most),
          )
          .executeTakeFirst(),
      );
    },
  };
}
