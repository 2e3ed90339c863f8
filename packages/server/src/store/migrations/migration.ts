import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../dialect.ts';

/** A step of the schema. Frozen once released: a change is a new migration. */
export interface Migration {
  /** Sorts by its number; stored, so it never changes. */
  name: string;
  /** True when existing rows are rewritten or removed; SQLite is then copied first. */
  changesData: boolean;
  up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void>;
}
