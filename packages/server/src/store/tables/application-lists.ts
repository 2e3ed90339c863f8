import type { Kysely } from 'kysely';
import type { ApplicationRow, Schema } from '../engine/schema.ts';

/** In bytes: lists leave out more than this of an application that describes itself. */
const LISTED_BYTES = 1_024;

/** What names an application, without its details. */
export const BRIEF = [
  'id',
  'client_id',
  'name',
  'type',
  'source',
] as const satisfies readonly (keyof ApplicationRow)[];

export type ApplicationBrief = Pick<ApplicationRow, (typeof BRIEF)[number]>;

/** For a list. Null: what it would show is too large. */
export type ListedApplicationRow = ApplicationBrief & Pick<ApplicationRow, 'listed'>;

/** Applications among many others: no read of several of them takes their details, which strangers fill. */
export function listedApplications(db: Kysely<Schema>) {
  return {
    /** What names each of them. */
    async briefs(ids: readonly number[]): Promise<ReadonlyMap<number, ApplicationBrief>> {
      if (ids.length === 0) return new Map();
      const rows = await db.selectFrom('applications').select(BRIEF).where('id', 'in', ids).execute();
      return new Map(rows.map((row) => [row.id, row]));
    },

    /** Applications with the details that lists show. */
    async listed(ids: readonly number[]): Promise<ReadonlyMap<number, ListedApplicationRow>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('applications')
        .select(BRIEF)
        .select((is) => {
          const fits = (column: 'listed' | 'details') =>
            is.or([
              is('source', '=', 'created'),
              is(is.fn<number>('octet_length', [column]), '<=', LISTED_BYTES),
            ]);
          const isCurrent = is(is.fn.coalesce('listed_at', is.lit(0)), '=', is.ref('updated_at'));
          return is
            .case()
            .when(is.and([isCurrent, fits('listed')]))
            .then(is.ref('listed'))
            .when(is.and([is.not(isCurrent), fits('details')]))
            .then(is.ref('details'))
            .end()
            .as('listed');
        })
        .where('id', 'in', ids)
        .execute();
      return new Map(rows.map((row) => [row.id, row]));
    },
  };
}
