import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { EVENTS } from '../../../src/features/events/events.ts';
import { REQUEST } from '../../../src/features/logs/entries.ts';

describe('docs/logs.md', () => {
  const document = readFileSync(new URL('../../../docs/logs.md', import.meta.url), 'utf8');
  const section = /^## Events$([^]*?)^## /m.exec(document)?.[1] ?? '';
  const rows = [...section.matchAll(/^\| `([a-z._]+)` +\| (\w+) +\| (.+?) +\|/gm)];

  it('lists every event that is written, with its level and what it means, and no other', () => {
    const written = [
      [REQUEST.event, REQUEST.level, REQUEST.message],
      ...Object.entries(EVENTS).map(([name, { level, message }]) => [name, level, message]),
    ];
    assert.deepEqual(
      rows.map(([, ...columns]) => columns),
      written,
    );
  });
});
