/** A unique index refused a row. `column` is the taken one. */
export class DuplicateError extends Error {
  override name = 'DuplicateError';
  readonly column: string;

  constructor(column: string, cause: unknown) {
    super(`${column} is taken`, { cause });
    this.column = column;
  }
}
