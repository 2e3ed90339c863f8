import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { tempFolder } from '../support/at-exit.ts';
import { startProcess } from '../support/process.ts';
import { rss } from '../support/resources.ts';
import { until } from '../support/until.ts';

it('a process keeps what it compiled before it ends, and gives back the memory of its start', async () => {
  const compiled = tempFolder();
  await using keyward = await startProcess({ env: { NODE_COMPILE_CACHE: compiled.path } });
  await until(() => readdirSync(compiled.path, { recursive: true }).length > 10, 'the code is kept');
  const peak = peakOf(keyward.pid);
  if (peak !== null) await until(() => (rss(keyward.pid) ?? 0) < 0.9 * peak, 'the memory is back');
  await keyward.kill('SIGKILL');
  assert.equal(keyward.stderr(), '');
  compiled.remove();
});

/** The most memory that a process had at a time, in bytes; null outside Linux. */
function peakOf(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}
