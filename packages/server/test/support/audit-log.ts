import type { TestDatabase } from './databases.ts';

/** The stored events in the audit log of a database, oldest first. */
export async function auditLogOf(
  database: Pick<TestDatabase, 'query'>,
  type?: string,
): Promise<{ type: string; at: number; data: Record<string, unknown> }[]> {
  const rows = await database.query('select type, at, data from events order by id');
  return rows
    .filter((row) => type === undefined || row['type'] === type)
    .map((row) => ({
      type: String(row['type']),
      at: Number(row['at']),
      data: { ...Object(JSON.parse(String(row['data']))) },
    }));
}
