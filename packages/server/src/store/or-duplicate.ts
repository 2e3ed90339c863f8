import { violatedUniqueColumn } from './dialect.ts';
import { DuplicateError } from './duplicate-error.ts';

/**
 * Runs a write and turns a unique violation of either database into a {@link DuplicateError}. Apart from it, because who
 * only catches one need not load the drivers of the databases.
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
