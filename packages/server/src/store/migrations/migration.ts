import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../engine/dialect.ts';

/** A step of the schema. Frozen once released: a change is a new migration. */
export interface Migration {
  /** Sorts by its number; stored, so it never changes. */
  name: string;
  /** True when existing rows are rewritten or removed; SQLite is then copied first. */
  changesData: boolean;
  up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void>;
  /**
   * Indexes on columns of an earlier release, in tables that may be large. PostgreSQL builds them before `up` and
   * outside of its transaction, while others write. SQLite and a new database get them in the transaction, before `up`.
   */
  indexes?: readonly LargeIndex[];
  /**
   * The first and the last of the migrations that this one replaces. A database with all of them already has the schema
   * of `up`, so only the names change. A database with only some of them is refused.
   */
  replaces?: { first: string; last: string };
}

export interface LargeIndex {
  /** Never reused for another index. */
  name: string;
  unique?: true;
  table: string;
  /** The part after the table in `create index`: `(email_key) where …`. */
  on: string;
}
