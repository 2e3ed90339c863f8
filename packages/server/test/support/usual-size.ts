import { basename } from 'node:path';
import { DATABASES, type DatabaseKind } from './databases.ts';

/**
 * Whether suites run all their cases. `npm run test:long` sets TEST_FULL, and runs every test file that imports this
 * one.
 */
export const FULL = process.env['TEST_FULL'] === '1';

/** A size for each run, and the one for the long run. */
export function usually<T>(small: T, whole: T): T {
  return FULL ? whole : small;
}

/**
 * Usually picks one of the list for each place, in turn, so that neighbours differ; a full run takes all. If the
 * place is the sum of two indices, each row and each column of a table gets every element.
 */
export function inTurn<T>(list: readonly T[], place: number): readonly T[] {
  return usually(list.slice(place % list.length).slice(0, 1), list);
}

/** The databases for a suite that does not depend on storage: one of them; in a full run, both. */
export const ANY_DATABASE: readonly DatabaseKind[] = usually(DATABASES.slice(0, 1), DATABASES);

/** Set when `npm test` runs all packages: each suite then runs on one database, in turn. Named files run on both. */
const ONE_DATABASE = process.env['TEST_ONE_DATABASE'] === '1' && !FULL;

/**
 * The databases for a suite. In a run of all packages it is one of them, chosen by the length of the file's name;
 * otherwise both. Suites of the store itself always run on both.
 * @param file `import.meta.filename`
 */
export function databasesFor(file: string): readonly DatabaseKind[] {
  return ONE_DATABASE ? inTurn(DATABASES, basename(file).length) : DATABASES;
}
