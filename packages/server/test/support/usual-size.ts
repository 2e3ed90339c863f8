import { basename } from 'node:path';
import { DATABASES, type DatabaseKind } from './databases.ts';

/**
 * Whether suites take all their cases. `npm run test:long` sets TEST_FULL, and runs every file of tests that imports this
 * one.
 */
export const FULL = process.env['TEST_FULL'] === '1';

/** A size for each run, and the one for the long run. */
export function usually<T>(small: T, whole: T): T {
  return FULL ? whole : small;
}

/**
 * Usually one of the list for each place, in turn, so that neighbours get different ones; all in a full run. With the
 * sum of two indices as the place, each row and each column of a table meets every one.
 */
export function inTurn<T>(list: readonly T[], place: number): readonly T[] {
  return usually(list.slice(place % list.length).slice(0, 1), list);
}

/** The databases for a suite about what has nothing to do with storage: one of them, and all in a full run. */
export const ANY_DATABASE: readonly DatabaseKind[] = usually(DATABASES.slice(0, 1), DATABASES);

/** Set by `npm test` of all packages: its suites take one database in turn. Named files take both. */
const ONE_DATABASE = process.env['TEST_ONE_DATABASE'] === '1' && !FULL;

/**
 * The databases for a suite that reaches storage by single requests: in a run of all packages one of them, by the length
 * of its file's name, and otherwise all. Races, lists, migrations, sweeps and the store itself take both in each run.
 * @param file `import.meta.filename`
 */
export function databasesFor(file: string): readonly DatabaseKind[] {
  return ONE_DATABASE ? inTurn(DATABASES, basename(file).length) : DATABASES;
}
