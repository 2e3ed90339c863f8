import { violatedUniqueColumn } from './dialect.ts';

/** A unique index refused a row: `column` is the one that is taken. */
export class DuplicateError extends Error {
  override name = 'DuplicateError';
  readonly column: string;

  constructor(column: string, cause: unknown) {
    super(`${column} is taken`, { cause });
    this.column = column;
  }
}

/** Runs a write and turns a unique violation of either database into a {@link DuplicateError}. */
export async function orDuplicate<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const column = violatedUniqueColumn(error);
    if (column !== null) throw new DuplicateError(column, error);
    throw error;
  }
}
