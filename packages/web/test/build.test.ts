import assert from 'node:assert/strict';
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { tempFolder } from '../../server/test/support/at-exit.ts';
import { stampOf } from '../scripts/stamp.ts';

const FILES = [
  'packages/web/src/console/main.tsx',
  'packages/web/scripts/build.ts',
  'packages/web/package.json',
  'packages/react/src/index.ts',
  'packages/client/src/index.ts',
  'packages/server/src/lib/brand-variables.ts',
  'packages/server/src/lib/contrast.ts',
  'package-lock.json',
];

it('the stamp of the sources changes with each of them, its name and its end, and with nothing else', () => {
  const { path: folder } = tempFolder();
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const file of FILES) write(file, file);
  const first = stampOf(folder);
  for (const file of FILES) {
    write(file, 'changed');
    assert.notEqual(stampOf(folder), first, file);
    write(file, file);
    assert.equal(stampOf(folder), first, file);
  }
  const [source = ''] = FILES;
  renameSync(join(folder, source), join(folder, `${source}x`));
  assert.notEqual(stampOf(folder), first);
  renameSync(join(folder, `${source}x`), join(folder, source));
  write('packages/react/src/more.ts', '');
  assert.notEqual(stampOf(folder), first);
  rmSync(join(folder, 'packages/react/src/more.ts'));
  write('packages/server/src/main.ts', 'changed');
  write('packages/web/dist/console/a.js', 'changed');
  // Elsewhere, the same sources have the same stamp.
  const { path: other } = tempFolder();
  cpSync(folder, other, { recursive: true });
  assert.deepEqual([stampOf(folder), stampOf(other)], [first, first]);
});
