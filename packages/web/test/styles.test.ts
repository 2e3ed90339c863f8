import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
