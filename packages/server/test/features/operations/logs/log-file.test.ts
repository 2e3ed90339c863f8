import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  readFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemFiles } from '../../../../src/features/operations/logs/open-log.ts';
import { readLines } from '../../../../src/features/operations/logs/read-lines.ts';
import { surplus } from '../../../../src/features/operations/logs/retention.ts';
import { tempFolder } from '../../../support/at-exit.ts';
import { until } from '../../../support/until.ts';
import { append, createDisk, createTestFile, linesOf, linesRead, numbered, PAUSE_MS } from './files.ts';

function place(): { folder: string; path: string } {
  const folder = join(tempFolder().path, 'logs');
  return { folder, path: join(folder, 'app.log') };
}

describe('a log file', () => {
  it('takes lines at once and has them, in order, after it settled', async () => {
    const { path } = place();
    const { file } = createTestFile(systemFiles);
    await file.moveTo(path);
    for (let at = 0; at < 3_000; at += 100) append(file, numbered(at, at + 100));
    await file.settle();
    assert.deepEqual(linesOf(path), numbered(0, 3_000));
    assert.deepEqual(await linesRead(file), numbered(0, 3_000));
    assert.equal(statSync(path).mode & 0o777, 0o600);
    await file.moveTo(null);
  });

  it('continues an existing file, and removes a line that a crash has torn', async () => {
    const { folder, path } = place();
    mkdirSync(folder);
    writeFileSync(path, 'first\nsecond\nthi');
    const { file } = createTestFile(systemFiles);
    await file.moveTo(path);
    append(file, ['fourth']);
    await file.settle();
    assert.deepEqual(linesOf(path), ['first', 'second', 'fourth']);
    assert.deepEqual(await linesRead(file), ['first', 'second', 'fourth']);
    await file.moveTo(null);
  });

  it('a reset empties the same file, and those who have it open continue', async () => {
    const { path } = place();
    const { file } = createTestFile(systemFiles);
    await file.moveTo(path);
    append(file, numbered(0, 10));
    await file.settle();
    const { ino } = statSync(path);
    await file.reset();
    assert.deepEqual([statSync(path).ino, statSync(path).size], [ino, 0]);
    appendFileSync(path, 'another process\n');
    append(file, numbered(10, 12));
    await file.settle();
    assert.deepEqual(linesOf(path), ['another process', ...numbered(10, 12)]);
    await file.moveTo(null);
  });

  it('keeps between max − trim and max lines at rest, and rewrites nothing for a single line', async () => {
    const { folder, path } = place();
    const { file } = createTestFile(systemFiles, { max: 100, trim: 30 });
    await file.moveTo(path);
    let inodes = 0;
    let inode = 0;
    for (let line = 0; line < 350; line += 1) {
      append(file, numbered(line, line + 1));
      await file.settle();
      const lines = linesOf(path);
      assert.ok(lines.length <= 100 && (line < 70 || lines.length >= 70), `${lines.length} lines`);
      assert.deepEqual(lines, numbered(line + 1 - lines.length, line + 1));
      const { ino } = statSync(path);
      if (ino !== inode) inodes += 1;
      inode = ino;
    }
    assert.ok(inodes < 12, `${inodes} rewrites`);
    assert.deepEqual(readdirSync(folder), ['app.log']);
    await file.moveTo(null);
  });

  it('trims by itself when nobody reads', async () => {
    const { path } = place();
    const { file } = createTestFile(systemFiles, { max: 100, trim: 10 });
    await file.moveTo(path);
    append(file, numbered(0, 100));
    await file.settle();
    append(file, numbered(100, 5_000));
    const [last] = numbered(4_999, 5_000);
    // Not `linesOf`: a line may be half written.
    const done = () => {
      const text = readFileSync(path, 'utf8');
      return text.endsWith(`${last}\n`) && text.split('\n').length <= 101;
    };
    await until(done, 'the oldest lines are gone');
    const lines = linesOf(path);
    assert.ok(lines.length >= 90 && lines.length <= 100, String(lines.length));
    assert.deepEqual(lines, numbered(5_000 - lines.length, 5_000));
    await file.moveTo(null);
  });

  it('a reader continues with the file that it began with when that is trimmed, and reads again when it is emptied', async () => {
    const { path } = place();
    const { file } = createTestFile(systemFiles, { max: 100, trim: 50 });
    await file.moveTo(path);
    append(file, numbered(0, 100));
    const trimmed = await file.read(async (handle, index) => {
      append(file, numbered(100, 101));
      await file.settle();
      return readLines(handle, index, 0, index.lines);
    });
    assert.deepEqual(trimmed.slice(0, 100), numbered(0, 100));
    assert.deepEqual(await linesRead(file), numbered(50, 101));

    let calls = 0;
    const emptied = await file.read(async (handle, index) => {
      const lines = await readLines(handle, index, 0, index.lines);
      calls += 1;
      if (calls === 1) await file.reset();
      return lines;
    });
    assert.deepEqual([calls, emptied], [2, []]);
    await file.moveTo(null);
  });

  it('reads again what was added to a file that was just emptied', async () => {
    const { path } = place();
    const disk = createDisk();
    const { file } = createTestFile(disk);
    await file.moveTo(path);
    append(file, numbered(0, 10));
    const [isEmpty, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    disk.cutOff = () => {
      isEmpty.resolve();
      return goOn.promise;
    };
    let reset: Promise<void> | undefined;
    let calls = 0;
    await file.read(async () => {
      calls += 1;
      reset ??= file.reset();
      await isEmpty.promise;
      setImmediate(goOn.resolve);
    });
    assert.equal(calls, 2);
    await reset;
    await file.moveTo(null);
  });

  it('removes whole trims, and never everything', () => {
    const cases: [lines: number, max: number, trim: number, dropped: number][] = [
      [100, 100, 30, 0],
      [101, 100, 30, 30],
      [130, 100, 30, 30],
      [131, 100, 30, 60],
      [11, 10, 1_000, 10],
      [10, 10, 1_000, 0],
      [10_001, 10_000, 1, 1],
    ];
    for (const [lines, max, trim, dropped] of cases) assert.equal(surplus(lines, { max, trim }), dropped);
  });

  it('moves to another path with what it accepted', async () => {
    const { path, folder } = place();
    const { file } = createTestFile(systemFiles);
    await file.moveTo(path);
    append(file, ['old']);
    const moved = file.moveTo(join(folder, 'sub', 'app.log'));
    append(file, ['still old']);
    await moved;
    append(file, ['new']);
    await file.settle();
    assert.deepEqual(linesOf(path), ['old', 'still old']);
    assert.deepEqual(linesOf(join(folder, 'sub', 'app.log')), ['new']);
    await file.moveTo(null);
    append(file, ['nowhere']);
    await file.settle();
    assert.deepEqual(linesOf(join(folder, 'sub', 'app.log')), ['new']);
  });

  it('keeps a line that comes while it is being closed, if another path is to follow', async () => {
    const { path } = place();
    const disk = createDisk();
    let isOn = true;
    const { file } = createTestFile(disk, undefined, () => isOn);
    await file.moveTo(path);
    append(file, ['before']);
    disk.beforeClose = async () => append(file, ['meanwhile']);
    await file.moveTo(null);
    await file.moveTo(path);
    assert.deepEqual(linesOf(path), ['before', 'meanwhile']);
    isOn = false;
    await file.moveTo(null);
    await file.moveTo(path);
    disk.beforeClose = async () => {};
    await file.moveTo(null);
    assert.deepEqual(linesOf(path), ['before', 'meanwhile']);
  });

  it('notices that somebody else has moved, deleted or written to it', async () => {
    const { path } = place();
    const { file } = createTestFile(systemFiles);
    await file.moveTo(path);
    append(file, ['one']);
    await file.settle();
    renameSync(path, `${path}.1`);
    await sleep(PAUSE_MS + 5);
    append(file, ['two']);
    await file.settle();
    assert.deepEqual([linesOf(`${path}.1`), linesOf(path)], [['one'], ['two']]);
    appendFileSync(path, 'foreign\n');
    await sleep(PAUSE_MS + 5);
    append(file, ['three']);
    assert.deepEqual(await linesRead(file), ['two', 'foreign', 'three']);
    await file.moveTo(null);
  });
});

describe('RE4: an unavailable disk', () => {
  it('a full disk: lines wait, none is torn or doubled, reading and resetting continue, and it recovers by itself', async () => {
    const { path } = place();
    const disk = createDisk();
    const { file, troubles, lost } = createTestFile(disk);
    await file.moveTo(path);
    append(file, numbered(0, 10));
    await file.settle();
    disk.full = true;
    disk.room = 100;
    append(file, numbered(10, 20));
    await file.settle();
    append(file, numbered(20, 30));
    await file.settle();
    assert.equal(file.trouble, 'ENOSPC');
    assert.equal(troubles.length, 1);
    assert.deepEqual(await linesRead(file), numbered(0, 10));
    disk.full = false;
    await until(() => file.trouble === null, 'it writes again');
    assert.deepEqual(linesOf(path), numbered(0, 30));
    assert.deepEqual(lost, []);
    await file.moveTo(null);
  });

  it('a folder that cannot be created: lines wait, and are written when it can', async () => {
    const { folder, path } = place();
    writeFileSync(folder, 'a file where the folder should be');
    const { file, troubles } = createTestFile(systemFiles);
    await file.moveTo(path);
    append(file, numbered(0, 10));
    await file.settle();
    assert.notEqual(file.trouble, null);
    assert.equal(troubles.length, 1);
    await assert.rejects(linesRead(file));
    rmSync(folder);
    await file.settle();
    assert.equal(file.trouble, null);
    assert.deepEqual(linesOf(path), numbered(0, 10));
    await file.moveTo(null);
  });

  it('memory is bounded: excess lines are lost, counted and reported', async () => {
    const { path } = place();
    const disk = createDisk();
    const { file, lost } = createTestFile(disk);
    await file.moveTo(path);
    disk.full = true;
    const megabyte = 'x'.repeat(1024 * 1024 - 1);
    for (let count = 0; count < 20; count += 1) append(file, [megabyte]);
    await file.settle();
    disk.full = false;
    await file.settle();
    assert.deepEqual(lost, [12]);
    assert.equal(linesOf(path).length, 8);
    await file.moveTo(null);
  });
});
