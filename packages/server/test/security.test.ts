import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { requirements } from '../scripts/requirements.ts';

it('docs/security.md names the subject of each requirement that a test shows, and no other', () => {
  const document = readFileSync(new URL('../docs/security.md', import.meta.url), 'utf8');
  const [, list = ''] = document.split('\n## Requirements and their tests\n');
  const subjects = [...list.matchAll(/`([A-Z]{2})`/g)].map(([, subject = '']) => subject);
  const ids = [...requirements().keys()];
  assert.ok(ids.length > 150, String(ids.length));
  assert.deepEqual([...new Set(ids.map((id) => id.slice(0, 2)))].sort(), subjects.toSorted());
});
