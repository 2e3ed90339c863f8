/** How many expired rows one statement removes, so that a sweep never holds the database for long. */
export const SWEEP_BATCH = 500;

/** What one batch removed, and whether there may be more. */
export interface Swept {
  removed: number;
  more: boolean;
}

export function swept(deletedRows: bigint): Swept {
  const removed = Number(deletedRows);
  return { removed, more: removed === SWEEP_BATCH };
}
