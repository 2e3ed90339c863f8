import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { tempFolder } from './support/at-exit.ts';
import { startProcess } from './support/process.ts';

/** The block of the README that promises to work as printed. */
function curlLines(): string {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const block = /<!-- These lines are run.*?```sh\n(.*?)```/s.exec(readme)?.[1];
  assert.ok(block !== undefined, 'the README has the block');
  return block;
}

it('the curl lines of the README work as printed', async () => {
  await using keyward = await startProcess({ env: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
  const folder = tempFolder();
  const script = curlLines()
    .replace('http://127.0.0.1:4000', new URL(keyward.url).origin)
    // Old curls have no --json; what it stands for is the same.
    .replaceAll(
      'curl --json',
      "curl -sS -w '%{stderr}%{http_code}\\n' -H 'Content-Type: application/json' -d",
    )
    .replaceAll('curl -', "curl -sS -w '%{stderr}%{http_code}\\n' -");
  // Without --norc, bash takes the pipe of its input for a remote shell, and reads what may not stand -u.
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euc', script], {
    cwd: folder.path,
  });
  assert.deepEqual(stderr.trim().split('\n'), ['200', '200', '200', '200', '200'], stdout);
  assert.match(stdout, /"email":"ada@example.org"/);
  assert.match(stdout, /Session destroyed successfully/);
  folder.remove();
});

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

it('images and actions are pinned by digest', () => {
  for (const path of ['Dockerfile', 'compose.postgres.yaml', 'deploy/compose.yaml']) {
    const images = [...read(path).matchAll(/^(?:FROM| +image:) (\S+)/gm)];
    assert.notEqual(images.length, 0, path);
    for (const [, image] of images) assert.match(image ?? '', /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/, path);
  }
  for (const path of ['ci', 'release'])
    for (const [, action] of read(`.github/workflows/${path}.yml`).matchAll(/uses: (.*)$/gm))
      assert.match(action ?? '', /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/, path);
});

it('a container that others reach is in production mode', () => {
  assert.match(read('Dockerfile'), /^ENV KEYWARD_ENV=production KEYWARD_HOST=0\.0\.0\.0 /m);
  for (const path of ['compose.yaml', 'compose.postgres.yaml', 'deploy/compose.yaml'])
    for (const [, port] of read(path).matchAll(/^ {6}- '([^']*\d:\d+)'$/gm))
      assert.match(port ?? '', /^127\.0\.0\.1:/, `${path} publishes a port`);
});
