import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tempFolder } from './support/at-exit.ts';
import { baseEnv } from './support/process.ts';

/** Calls of the runner and errors, each after an await. */
const TESTS = `
  import { after, before, describe, it } from 'node:test';
  import { setTimeout as delay } from 'node:timers/promises';
  describe('suite', async () => {
    await delay(1);
    let ready = false;
    before(() => { ready = true; });
    it('is in the suite', (test) => {
      if (!ready || test.fullName !== 'suite > is in the suite') throw new Error(test.fullName);
    });
    it('ends with what it began', async () => {
      await delay(1);
      after(() => console.log('ended'));
    });
    describe('inner', async () => {
      await delay(1);
      it('throws in a timer', () => new Promise(() => setTimeout(() => { throw new Error('thrown'); }, 1)));
      it('rejects unheard', async () => { await delay(1); Promise.reject(new Error('rejected')); await delay(300); });
      it('is told of neither', () => delay(400));
      it('ends before it throws', () => { setTimeout(() => { throw new Error('late'); }, 5); });
      it('is still there', () => delay(300));
    });
  });
`;

/** The output of the runner without its varying parts: durations, and stacks with internal calls. */
function run(...options: string[]): { output: string; status: number | null } {
  const folder = tempFolder();
  const file = join(folder.path, 'tests.mjs');
  writeFileSync(file, TESTS);
  const { stdout, status } = spawnSync(process.execPath, [...options, '--test-reporter=tap', file], {
    env: baseEnv(),
    encoding: 'utf8',
    // A runner that loses a test waits for it.
    timeout: 10_000,
    killSignal: 'SIGKILL',
  });
  folder.remove();
  // Some messages name the file from the working directory.
  const paths = [folder.path, relative(process.cwd(), folder.path)];
  const lines = paths.reduce((text, path) => text.replaceAll(path, ''), stdout).split('\n');
  return { status, output: lines.filter((line) => !/duration_ms|\(.*:\d+:\d+\)$/.test(line)).join('\n') };
}

describe('the context of tests', () => {
  it('gives suites, hooks and errors to those that the runner gives them to by itself', () => {
    const own = run();
    const followed = run('--import', new URL('support/follow-tests.ts', import.meta.url).href);
    assert.deepEqual(followed, own);
    assert.equal(followed.status, 1);
    assert.match(followed.output, /# pass 5\n# fail 2\n/);
    assert.match(followed.output, /Test "ends before it throws" .* generated asynchronous activity/);
  });
});

describe('the test command', () => {
  it('runs no hook of one file for the tests of another: hooks stand in suites', () => {
    const cwd = fileURLToPath(new URL('../../', import.meta.url));
    const files = globSync('*/test/**/*.test.ts', { cwd });
    assert.ok(files.length > 300);
    for (const path of files)
      assert.doesNotMatch(readFileSync(join(cwd, path), 'utf8'), /^(before|after)(Each)?\(/m, path);
  });
});
