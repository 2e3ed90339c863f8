import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { it } from 'node:test';

const PAGES = join(import.meta.dirname, '../src/console/pages');

it('no class belongs to the styles of two pages: a page visited before would change the next', () => {
  const owners = new Map<string, string>();
  for (const file of globSync('**/*.css', { cwd: PAGES })) {
    const styles = readFileSync(join(PAGES, file), 'utf8');
    for (const [, name = ''] of styles.matchAll(/^\.(kc-[a-z-]+) \{/gm)) {
      assert.equal(owners.get(name) ?? file, file, name);
      owners.set(name, file);
    }
  }
  assert.ok(owners.size > 50, String(owners.size));
});

/** What keeps its side in a language from right to left. */
const PHYSICAL =
  /[\s;{](?:(?:scroll-)?(?:margin|padding)-(?:left|right)|border-(?:\w+-)*(?:left|right)[\w-]*|left|right|float)\s*:|text-align:\s*(?:left|right)/g;

for (const file of ['../../react/src/styles.css', '../src/pages/pages.css'])
  it(`the styles of ${basename(file)} know a start and an end, not left and right`, () => {
    const styles = readFileSync(join(import.meta.dirname, file), 'utf8');
    assert.deepEqual(styles.match(PHYSICAL), null);
  });
