import type { Kysely, Selectable } from 'kysely';
import { orDuplicate } from '../engine/or-duplicate.ts';
import { prepared, type Values } from '../engine/prepared.ts';
import type { Schema } from '../engine/schema.ts';

export type SettingRow = Selectable<Schema['settings']>;

/** A version as a list shows it. */
export type ListedSetting = SettingRow & {
  /** The email of the person who saved it; null if the account is gone. */
  account_email: string | null;
};

export type SettingStore = ReturnType<typeof settingStore>;

/** The versions of the settings. A row is never changed: the newest of a section is in force. */
export function settingStore(db: Kysely<Schema>) {
  const byVersion = prepared(db, (value: Values<{ section: string; version: number }>) =>
    db
      .selectFrom('settings')
      .selectAll()
      .where('section', '=', value('section'))
      .where('version', '=', value('version')),
  );

  return {
    /**
     * A query for the newest version of each of these sections, in their order; 0 if there is none. It runs twice a
     * second: one statement, with one look into the primary key per section.
     */
    newestOf(sections: readonly string[]): () => Promise<number[]> {
      const query = prepared(db, () =>
        db.selectNoFrom((builder) =>
          sections.map((section, index) =>
            builder
              .selectFrom('settings')
              .select(({ fn }) => fn.max('version').as('newest'))
              .where('section', '=', section)
              .as(`s${index}`),
          ),
        ),
      );
      return async () => {
        const [row = {}] = (await query({})).rows;
        return sections.map((_, index) => row[`s${index}`] ?? 0);
      };
    },

    async find(section: string, version: number): Promise<SettingRow | null> {
      const { rows } = await byVersion({ section, version });
      return rows[0] ?? null;
    },

    /** Whether any version of a section has this value. */
    async has(section: string, value: string): Promise<boolean> {
      const row = await db
        .selectFrom('settings')
        .select('version')
        .where('section', '=', section)
        .where('value', '=', value)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Any section that has a version, except for this one; null if there is none. */
    async sectionBut(section: string): Promise<string | null> {
      const row = await db
        .selectFrom('settings')
        .select('section')
        .where('section', '!=', section)
        .executeTakeFirst();
      return row?.section ?? null;
    },

    /**
     * Adds versions, all or none. @throws DuplicateError if one of them already exists, because another instance has
     * saved it
     */
    async append(rows: readonly SettingRow[]): Promise<void> {
      await orDuplicate(db.insertInto('settings').values(rows).execute());
    },

    /** Versions of these sections, the newest first. */
    async list(
      sections: readonly string[],
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ total: number; rows: ListedSetting[] }> {
      const { total } = await db
        .selectFrom('settings')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('section', 'in', sections)
        .executeTakeFirstOrThrow();
      const listed = db
        .selectFrom('settings')
        .leftJoin('accounts', 'accounts.id', 'settings.account_id')
        .selectAll('settings')
        .select('accounts.email as account_email')
        .where('section', 'in', sections);
      // The clocks of two instances may differ; within a section, the versions show the order.
      const ordered = sections.length === 1 ? listed : listed.orderBy('settings.created_at', 'desc');
      const rows = await ordered
        .orderBy('version', 'desc')
        .orderBy('section')
        .limit(limit)
        .offset(offset)
        .execute();
      return { total, rows };
    },
  };
}
