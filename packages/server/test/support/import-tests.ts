import { globSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Loads the test files of a folder, so that one process runs them all: each process loads and warms up the whole
 * service, which takes as long as most of the files do.
 */
export async function importTests(folder: string): Promise<void> {
  for (const file of globSync('*.test.ts', { cwd: folder }).toSorted()) await import(join(folder, file));
}
