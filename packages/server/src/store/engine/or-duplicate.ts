import { violatedUniqueColumn } from './database-errors.ts';
import { DuplicateError } from './duplicate-error.ts';

/**
 * Runs a write and turns a unique violation of either database into a {@link DuplicateError}. In its own file, so that
 * code which only catches the error need not load the database drivers.
 */
export async function orDuplicate<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const column = violatedUniqueColumn(error);
    if (column !== null) throw new DuplicateError(column, error);
    throw error;
  }
}
