import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { it } from 'node:test';
import { tempFolder } from '../support/at-exit.ts';
import { startProcess } from '../support/process.ts';
import { until } from '../support/until.ts';

it('a process keeps what it compiled before it ends', async () => {
  const compiled = tempFolder();
  await using keyward = await startProcess({ env: { NODE_COMPILE_CACHE: compiled.path } });
  await until(() => readdirSync(compiled.path, { recursive: true }).length > 10, 'the code is kept');
  await keyward.kill('SIGKILL');
  assert.equal(keyward.stderr(), '');
  compiled.remove();
});
