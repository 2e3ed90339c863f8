import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { appendFile, type FileHandle, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { copyLines, createSnapshots } from '../../../../src/features/operations/logs/snapshots.ts';
import { indexFile, readLines } from '../../../../src/features/operations/logs/read-lines.ts';
import { tempFolder } from '../../../support/at-exit.ts';

describe('snapshots', () => {
  it('RE3, PT2: a copy is of the open file, and ends before half a line', async () => {
    const { path } = tempFolder();
    const [folder, log, secret] = ['store', 'app.log', 'secret'].map((name) => join(path, name));
    assert.ok(folder && log && secret);
    writeFileSync(log, 'one\ntwo\nthr');
    writeFileSync(secret, 'secret\n');
    const file = await open(log);
    rmSync(log);
    symlinkSync(secret, log);
    const index = await indexFile(file);
    const copy = async (to: FileHandle) => {
      await to.writeFile('of a try that came to nothing\n');
      await copyLines(file, index, to);
    };
    const made = await createSnapshots(() => folder).create('app-torn', copy);
    await file.close();
    assert.deepEqual([made.records, made.size], [2, 8]);
    const kept = join(folder, 'app-torn.log');
    assert.equal(readFileSync(kept, 'utf8'), 'one\ntwo\n');
    assert.equal(statSync(kept).mode & 0o777, 0o600);
  });

  it('RE4: a copy that fails leaves nothing, and its name is free', async () => {
    const folder = join(tempFolder().path, 'store');
    const snapshots = createSnapshots(() => folder);
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    const failing = snapshots.create('app-x', async (to) => {
      await writeFile(to, 'one\n');
      throw full;
    });
    await assert.rejects(failing, full);
    assert.deepEqual(readdirSync(folder), []);
    assert.equal((await snapshots.create('app-x', (to) => writeFile(to, 'one\n'))).records, 1);
  });

  it('RE3: leftovers of a crash are removed, and are no snapshot until then', async () => {
    const folder = tempFolder().path;
    mkdirSync(folder, { recursive: true });
    for (const name of ['.app-x.0123.part', 'app-x.part', 'app-kept.log', 'notes.txt'])
      writeFileSync(join(folder, name), 'x\n');
    const snapshots = createSnapshots(() => folder);
    assert.deepEqual(
      (await snapshots.list()).map(({ name }) => name),
      ['app-kept'],
    );
    await snapshots.sweep();
    assert.deepEqual(readdirSync(folder).sort(), ['app-kept.log', 'notes.txt']);
  });

  it('reads a file again when it has changed', async () => {
    const folder = join(tempFolder().path, 'store');
    const snapshots = createSnapshots(() => folder);
    await snapshots.create('server-x', (to) => writeFile(to, 'one\n'));
    const lines = () => snapshots.read('server-x', (file, index) => readLines(file, index, 0, index.lines));
    assert.deepEqual(await lines(), ['one']);
    await appendFile(join(folder, 'server-x.log'), 'two\n');
    assert.deepEqual(await lines(), ['one', 'two']);
  });
});
