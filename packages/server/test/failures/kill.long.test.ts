import { describe, it } from 'node:test';
import { DATABASES, type DatabaseKind } from '../support/databases.ts';
import { killRounds } from './kill-rounds.ts';

/** Set it to repeat a run. */
const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31);

/** A small number: `npm run test:long` runs a thousand. */
const ROUNDS: Record<DatabaseKind, number> = { sqlite: 2, postgres: 1 };

describe('SIGKILL under a load of writes', { concurrency: 2 }, () => {
  for (const kind of DATABASES) {
    it(`RE1: loses no acknowledged write on ${kind}, and leaves no write half done, in ${ROUNDS[kind]} rounds`, async (test) => {
      test.diagnostic(`TEST_SEED=${SEED}`);
      const { writes, people, checks } = await killRounds({
        kind,
        rounds: ROUNDS[kind],
        seed: SEED,
        writes: { least: 5, most: 60 },
      });
      test.diagnostic(`${writes} acknowledged writes by ${people} people, ${checks} answers compared`);
    });
  }
});
