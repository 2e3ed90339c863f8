import type { Kysely } from 'kysely';
import { stepMs } from './dialect.ts';
import type { Schema } from './schema.ts';

/** A page that is not in memory can make one step a hundred times slower than the one before. */
const SLOWEST = 1 / 8;

/** The size of the steps of a long task. */
export interface Pace {
  /** Rows of the next step. */
  readonly rows: number;
  /** Runs a step, and learns from the time that it takes. */
  run<T>(step: () => Promise<T>): Promise<T>;
}

/** As many rows a step as take SQLite {@link stepMs} here and now; always `most` where another process works. */
export function createPace(db: Kysely<Schema>, { first, most }: { first: number; most: number }): Pace {
  const ms = stepMs(db);
  if (ms === null) return { rows: most, run: (step) => step() };
  let rows = first;
  return {
    get rows() {
      return rows;
    },
    async run(step) {
      const start = performance.now();
      try {
        return await step();
      } finally {
        const factor = ms / (performance.now() - start);
        // Only a step that was clearly fast grows: a machine that is busy with something else would make them swing.
        if (factor < 1) rows = Math.ceil(rows * Math.max(factor, SLOWEST));
        else if (factor > 2) rows = Math.min(most, rows * 2);
      }
    },
  };
}
