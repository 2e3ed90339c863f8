/** Prints the security requirements that tests name, with the names and the places of the tests. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = fileURLToPath(new URL('../../', import.meta.url));
/** The ids at the front of a test's or a suite's name, as in `it('RL1, RL2: …')`. */
const NAMED = /(?:it|describe)\(\s*(['"`])([A-Z]{2}\d+(?:, [A-Z]{2}\d+)*): (.*?)\1/g;

/** @returns by id, lines of the form `server/test/http/….test.ts: what the test shows` */
export function requirements(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of globSync('*/test/**/*.test.{ts,tsx}', { cwd: PACKAGES }).sort())
    for (const [, , ids = '', what = ''] of readFileSync(join(PACKAGES, file), 'utf8').matchAll(NAMED))
      for (const id of ids.split(', ')) found.set(id, [...(found.get(id) ?? []), `${file}: ${what}`]);
  const byId = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
  return new Map([...found].sort(([a], [b]) => byId(a, b)));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [id, tests] of requirements()) process.stdout.write(`${id}\n  ${tests.join('\n  ')}\n`);
