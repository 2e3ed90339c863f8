import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sampleRss } from '../../../packages/server/test/support/resources.ts';
import { type Keyward, startKeyward } from '../support/keyward.ts';
import { load, percentile, request } from '../support/load.ts';
import type { Value } from '../support/measurement.ts';

const CONNECTIONS = 32;
const STREAMS = 100;
/** The service's limit for one account. */
const STREAMS_PER_ACCOUNT = 10;
/** Lines whose delay to the streams is measured, one after the other. */
const TIMED_LINES = 50;
const SNAPSHOT_LINES = 2_000_000;
const DEEP_PAGES = 50;

/** Measures the cost and the speed of the logs. */
export async function prepareLogs(stack: AsyncDisposableStack) {
  const keyward = await startKeyward(stack, 'sqlite', STREAMS / STREAMS_PER_ACCOUNT);
  await keyward.database.query(`update accounts set role = 'superadmin'`);
  await writeSnapshot(join(keyward.database.dataDir, 'logs', 'store'));
  const script = fileURLToPath(new URL('log-lines.ts', import.meta.url));
  const run = promisify(execFile);

  return async (seconds: number): Promise<Value[]> => {
    const peak = sampleRss(keyward.pid, 50);
    const { stdout } = await run(process.execPath, [script, String(seconds)]);
    const lines: { redacted: number; plain: number; bare: number } = JSON.parse(stdout);
    const me = await measureMe(keyward, seconds);
    const delays = await timeToStreams(keyward);
    const deepPage = await readDeepPages(keyward);
    return [
      { label: 'log lines, a bare stream of the same', value: lines.bare, unit: '/s' },
      { label: 'log lines, redacted', value: lines.redacted, unit: '/s' },
      { label: '  of the bare stream', value: lines.redacted / lines.bare, unit: '' },
      { label: 'log lines, tokens not redacted', value: lines.plain, unit: '/s' },
      { label: '  of the bare stream', value: lines.plain / lines.bare, unit: '' },
      { label: 'GET /me without logging', value: me.off, unit: '/s' },
      { label: 'GET /me with logging', value: me.on, unit: '/s' },
      { label: '  of without', value: me.on / me.off, unit: '', target: { atLeast: 0.85 } },
      { label: `a line reaches ${STREAMS} streams, p50`, value: percentile(delays, 0.5), unit: 'ms' },
      { label: '  p99', value: percentile(delays, 0.99), unit: 'ms' },
      {
        label: 'a page in the middle of 2,000,000 lines, p99',
        value: deepPage,
        unit: 'ms',
        target: { below: 20 },
      },
      { label: 'peak memory meanwhile (RSS)', value: (peak() ?? Number.NaN) / 2 ** 20, unit: 'MiB' },
    ];
  };
}

/** In four turns, so that other load on the machine affects both alike. */
async function measureMe(keyward: Keyward, seconds: number): Promise<{ on: number; off: number }> {
  const bytes = request('GET', '/auth/me', { token: tokenOf(keyward, 0) });
  const senders = Array.from({ length: CONNECTIONS }, () => ({ next: () => bytes }));
  const sums = { on: 0, off: 0 };
  for (const turn of ['off', 'on', 'on', 'off'] as const) {
    await setLogging(keyward, turn === 'on');
    const { perSecond } = await load({ url: keyward.url, senders, seconds: seconds / 2 });
    sums[turn] += perSecond / 2;
  }
  await setLogging(keyward, true);
  return sums;
}

async function setLogging(keyward: Keyward, logging: boolean): Promise<void> {
  await answerOf(keyward, 'POST', '/auth/config/logging', { logging });
}

/** @returns the delays of each line on each stream, from the answer to its request, ascending */
async function timeToStreams(keyward: Keyward): Promise<number[]> {
  const received: number[] = [];
  let awaited = '';
  let arrived = 0;
  let all: () => void = () => {};
  const streams: IncomingMessage[] = [];
  for (let count = 0; count < STREAMS; count += 1) {
    const token = tokenOf(keyward, Math.floor(count / STREAMS_PER_ACCOUNT));
    const headers = { authorization: `Bearer ${token}` };
    const asked = get(`${keyward.url}/log/app/stream`, { agent: false, headers });
    const [stream]: IncomingMessage[] = await once(asked, 'response');
    if (stream?.statusCode !== 200) throw new Error(`a stream was answered with ${stream?.statusCode}`);
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (awaited === '' || !text.includes(awaited)) return;
      received.push(performance.now());
      arrived += 1;
      if (arrived === STREAMS) all();
    });
    streams.push(stream);
  }
  const delays: number[] = [];
  for (let line = 0; line < TIMED_LINES; line += 1) {
    await sleep(30);
    const everywhere = new Promise<void>((resolve) => (all = resolve));
    received.length = 0;
    arrived = 0;
    awaited = `timed-${line}.`;
    const response = await fetch(`${keyward.url}/livez`, { headers: { 'x-request-id': awaited } });
    await response.arrayBuffer();
    const answered = performance.now();
    await everywhere;
    delays.push(...received.map((at) => Math.max(0, at - answered)));
  }
  for (const stream of streams) stream.destroy();
  return delays.sort((a, b) => a - b);
}

/** The first page is not measured, because it finds where the lines are. */
async function readDeepPages(keyward: Keyward): Promise<number> {
  await timeOf(keyward, 0);
  const times: number[] = [];
  for (let page = 0; page < DEEP_PAGES; page += 1) {
    times.push(await timeOf(keyward, Math.floor(SNAPSHOT_LINES * (0.4 + (0.2 * page) / DEEP_PAGES))));
  }
  return percentile(
    times.sort((a, b) => a - b),
    0.99,
  );
}

async function timeOf(keyward: Keyward, offset: number): Promise<number> {
  const began = performance.now();
  const { total_records } = await answerOf(keyward, 'GET', `/log/app-large?offset=${offset}`);
  if (total_records !== SNAPSHOT_LINES) throw new Error(`the snapshot has ${String(total_records)} lines`);
  return performance.now() - began;
}

async function answerOf(
  keyward: Keyward,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const headers: Record<string, string> = { authorization: `Bearer ${tokenOf(keyward, 0)}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await fetch(keyward.url + path, init);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

function tokenOf({ accounts }: Keyward, index: number): string {
  return accounts[index]?.token ?? '';
}

async function writeSnapshot(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const stream = createWriteStream(join(folder, 'app-large.log'));
  const time = new Date().toISOString().slice(0, -1);
  for (let line = 0; line < SNAPSHOT_LINES; line += 1) {
    const padding = 'x'.repeat(line % 64);
    const text = `{"timestamp":"${time}","level":"INFO","event":"bench","message":"line ${line} ${padding}"}\n`;
    if (!stream.write(text)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
}
