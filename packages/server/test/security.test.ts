import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const here = new URL('./', import.meta.url);

/** Where tests are, and how the document begins their names. */
const PLACES = [
  { folder: here, prefix: '' },
  { folder: new URL('../../client/test/', here), prefix: 'client/' },
];

/** The ids at the front of a test's or a suite's name, as in `it('RL1, RL2: …')`. */
const NAMED = /(?:it|describe)\(\s*['"`]([A-Z]{2}\d+(?:, [A-Z]{2}\d+)*): /g;

/** The tests that name an id, as docs/security.md writes them. */
function testsById(): Map<string, Set<string>> {
  const tests = new Map<string, Set<string>>();
  for (const { folder, prefix } of PLACES)
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.test.ts')) continue;
      for (const [, ids = ''] of readFileSync(new URL(file, folder), 'utf8').matchAll(NAMED)) {
        for (const id of ids.split(', ')) {
          const found = tests.get(id) ?? new Set();
          tests.set(id, found.add(prefix + file.replace(/\.test\.ts$/, '')));
        }
      }
    }
  return tests;
}

describe('docs/security.md', () => {
  const tests = testsById();
  const document = readFileSync(new URL('../docs/security.md', here), 'utf8');
  const rows = [...document.matchAll(/^\| ([A-Z]{2}\d+) +\| .+? \| (.+?) +\|$/gm)].map(
    ([, id = '', cell = '']) => ({
      id,
      cell,
      named: [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    }),
  );

  it('has one row for each requirement that a test names', () => {
    assert.ok(tests.size > 50, String(tests.size));
    const ids = rows.map(({ id }) => id);
    assert.deepEqual(
      [...tests.keys()].filter((id) => !ids.includes(id)),
      [],
    );
    assert.equal(new Set(ids).size, ids.length);
  });

  it('names tests that exist, or gives a reason', () => {
    for (const { id, cell, named } of rows) {
      const existing = [...(tests.get(id) ?? [])].sort();
      for (const file of named) {
        const exists = PLACES.some(
          ({ folder, prefix }) =>
            file.startsWith(prefix) && existsSync(new URL(`${file.slice(prefix.length)}.test.ts`, folder)),
        );
        assert.ok(exists, `${id}: there is no test ${file}`);
      }
      const reason = /^[A-Z][a-z]/.test(cell);
      const right = named.some((file) => existing.includes(file));
      assert.ok(reason || right, `${id}: should be ${existing.map((file) => `\`${file}\``).join(', ')}`);
    }
  });
});
