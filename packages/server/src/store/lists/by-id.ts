import { type SelectQueryBuilder, sql } from 'kysely';
import { inChunks } from '../engine/in-chunks.ts';

/** The rows of a query after an id, lowest first. */
export function pageAfterId<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  ...[after, limit, offset = 0]: [after: number, limit: number, offset?: number]
) {
  return query
    .where(sql<boolean>`id > ${after}`)
    .orderBy(sql`id`)
    .limit(limit)
    .offset(offset)
    .execute();
}

/** The results of a query for each part of a long list of values, one after the other. */
export async function forChunks<Value, Row>(
  values: readonly Value[],
  find: (some: readonly Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const some of inChunks(values)) rows.push(...(await find(some)));
  return rows;
}
