import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { DATABASES } from '../../support/databases.ts';
import { inTurn } from '../../support/usual-size.ts';
import { sequences } from './sequences.ts';
import { suiteTheatre } from './play.ts';
import { PROFILES } from './stage.ts';

/**
 * A normal run plays each profile on one database; a full run plays it on both. `TEST_SEED` and `TEST_PATH` repeat a
 * failed run, which prints both. `TEST_INVARIANT_RUNS` is the number of sequences on each database, in each profile;
 * `TEST_INVARIANT_STEPS` is the maximum number of steps.
 */
const { TEST_SEED, TEST_PATH, TEST_INVARIANT_RUNS, TEST_INVARIANT_STEPS } = process.env;
const RUNS = 5;
const LENGTH = Number(TEST_INVARIANT_STEPS ?? 30);
/** The time limit of the search for the shortest failing sequence; then the shortest so far is reported. */
const SHRINK_MS = 120_000;

let suites = 0;
for (const [place, profile] of PROFILES.entries()) {
  for (const kind of inTurn(DATABASES, place)) {
    const seed = Number(TEST_SEED ?? suites);
    suites += 1;
    describe(`access to the accounts of others, on two instances, ${kind}, ${profile}`, () => {
      const play = suiteTheatre(kind, profile);
      it('the invariants hold after any sequence of steps', async (context) => {
        await fc.assert(fc.asyncProperty(sequences(LENGTH), play), {
          seed,
          numRuns: Number(TEST_INVARIANT_RUNS ?? RUNS),
          unbiased: true,
          ...(TEST_INVARIANT_RUNS === undefined && { interruptAfterTimeLimit: SHRINK_MS }),
          ...(TEST_PATH !== undefined && { path: TEST_PATH }),
        });
        context.diagnostic(`${play.requests()} answers compared`);
      });
    });
  }
}
