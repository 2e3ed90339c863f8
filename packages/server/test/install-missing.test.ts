import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tempFolder } from './support/at-exit.ts';

/**
 * A repository whose npm only reports that it was run.
 * @returns a function that runs the script before `npm start`
 */
function repository(npmStatus = 0) {
  const { path } = tempFolder();
  mkdirSync(join(path, 'scripts'));
  mkdirSync(join(path, 'node_modules'));
  const script = join(path, 'scripts/install-missing.mjs');
  cpSync(fileURLToPath(new URL('../../../scripts/install-missing.js', import.meta.url)), script);
  const npm = join(path, 'npm.mjs');
  writeFileSync(
    npm,
    `import { writeFileSync } from 'node:fs';
    writeFileSync('ran', process.argv.slice(2).join(' '));
    process.exitCode = ${npmStatus};`,
  );
  return {
    /** Writes a file as it would have been written at a time, in seconds. */
    put: (file: string, time: number) => {
      writeFileSync(join(path, file), '{}');
      utimesSync(join(path, file), time, time);
    },
    start: () => {
      const env = { ...process.env, npm_execpath: npm };
      const { status, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
      return { status, stderr, installed: existsSync(join(path, 'ran')) };
    },
  };
}

const INSTALLED = 'node_modules/.package-lock.json';
const MESSAGE = 'Packages are missing or out of date: running "npm ci", which takes a minute or two …\n';

describe('before npm start and npm test', () => {
  it('nothing happens where the installation is newer than the lockfile', () => {
    const { put, start } = repository();
    put('package-lock.json', 1_000);
    put(INSTALLED, 2_000);
    assert.deepEqual(start(), { status: 0, stderr: '', installed: false });
  });

  it('npm ci runs in a fresh clone, and after a pull that changed the lockfile', () => {
    const fresh = repository();
    fresh.put('package-lock.json', 1_000);
    assert.deepEqual(fresh.start(), { status: 0, stderr: MESSAGE, installed: true });
    const pulled = repository();
    pulled.put(INSTALLED, 1_000);
    pulled.put('package-lock.json', 2_000);
    assert.deepEqual(pulled.start(), { status: 0, stderr: MESSAGE, installed: true });
  });

  it('the start ends if npm fails', () => {
    const { put, start } = repository(3);
    put('package-lock.json', 1_000);
    assert.deepEqual(start(), { status: 3, stderr: MESSAGE, installed: true });
  });
});
