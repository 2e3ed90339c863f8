import { type Kysely, sql } from 'kysely';
import type { PictureRow, Schema } from '../engine/schema.ts';

export type PictureStore = ReturnType<typeof pictureStore>;

/** The uploaded pictures. A row lives as long as the account's `avatar_url` ends in its `uid`; see `accounts.update`. */
export function pictureStore(db: Kysely<Schema>) {
  const all = db.selectFrom('pictures').selectAll();
  return {
    async find(uid: string): Promise<PictureRow | null> {
      return (await all.where('uid', '=', uid).executeTakeFirst()) ?? null;
    },

    async ofAccount(accountId: number): Promise<PictureRow | null> {
      return (await all.where('account_id', '=', accountId).executeTakeFirst()) ?? null;
    },

    /**
     * Makes the `avatar_url` of uploaded pictures lead to another address of the service; links to elsewhere stay.
     * @param base the address of all pictures, with a slash at its end
     */
    async moveTo(base: string): Promise<void> {
      await sql`update accounts set avatar_url = ${base} || pictures.uid from pictures
        where pictures.account_id = accounts.id
        and accounts.avatar_url like '%/picture/' || pictures.uid
        and accounts.avatar_url <> ${base} || pictures.uid`.execute(db);
    },

    /** Stores the picture of an account that has none. */
    async insert(picture: PictureRow): Promise<void> {
      await db.insertInto('pictures').values(picture).execute();
    },
  };
}
