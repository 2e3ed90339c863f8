import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readPage } from '../../../../src/features/operations/logs/reader.ts';
import { systemFiles } from '../../../../src/features/operations/logs/open-log.ts';
import { timestamp } from '../../../../src/lib/clock.ts';
import { tempFolder } from '../../../support/at-exit.ts';
import { append, createTestFile } from './files.ts';

describe('the reader of a log', () => {
  it('finds lines by their time although some are out of order', async () => {
    const folder = tempFolder();
    const { file } = createTestFile(systemFiles);
    await file.moveTo(join(folder.path, 'server.log'));
    const start = Date.parse('2026-01-31T12:00:00Z');
    // A hundred lines have times that are 300 ms late, around the line that the search looks at first.
    const times = Array.from(
      { length: 3_000 },
      (_, at) => start + (at < 1_400 ? at : at < 1_500 ? at + 300 : at),
    );
    append(
      file,
      times.map((time) => `${timestamp(time)} INFO line`),
    );
    const since = timestamp(start + 1_600);
    const filter = { since };
    const page = await file.read((handle, index) =>
      readPage(handle, index, 'text', { offset: 0, limit: 5_000, order: 'asc', filter }),
    );
    assert.equal(page.total, times.filter((time) => timestamp(time) >= since).length);
    await file.moveTo(null);
    folder.remove();
  });
});
