/** A unique index refused a row: `column` is the one that is taken. */
export class DuplicateError extends Error {
  override name = 'DuplicateError';
  readonly column: string;

  constructor(column: string, cause: unknown) {
    super(`${column} is taken`, { cause });
    this.column = column;
  }
}
