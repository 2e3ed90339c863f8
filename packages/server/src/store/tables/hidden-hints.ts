import type { Kysely } from 'kysely';
import type { Schema } from '../engine/schema.ts';

/** The hints of the console that a superadmin has hidden, for all superadmins. */
export function hiddenHintStore(db: Kysely<Schema>) {
  return {
    async has(hint: string): Promise<boolean> {
      const row = await db
        .selectFrom('hidden_hints')
        .select('hint')
        .where('hint', '=', hint)
        .executeTakeFirst();
      return row !== undefined;
    },

    async add(hint: string): Promise<void> {
      await db
        .insertInto('hidden_hints')
        .values({ hint })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  };
}
