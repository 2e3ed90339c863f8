import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { hashQueueSize } from '../../../src/features/identity/passwords/hash-queue.ts';
import { startProcess } from '../../support/process.ts';
import { requestFrom } from '../../support/raw-http.ts';
import { rss, sampleRss } from '../../support/resources.ts';
import { until } from '../../support/until.ts';
import { usually } from '../../support/usual-size.ts';
import { times } from './logins.ts';

const MIB = 1024 * 1024;
/** Memory of one running hash. */
const HASH_BYTES = 19 * MIB;
const { permits, maxWaiting } = hashQueueSize();
/** The number of answers that ends the storm, because hashing for all would take too long. */
const TRIED = usually(60, Infinity);
/** The pulses that the arrival of the storm may delay, and the minimum number of pulses. */
const [HELD_UP, PULSES] = [5, 20];

interface PendingLogin {
  /** The data received until the connection closed. */
  answer: Promise<string>;
  /** The data received so far. */
  received(): string;
  /** Closes the connection without waiting for the answer. */
  abort(): void;
}

/** A login of an unknown person, whose password is hashed nevertheless. */
function logIn(port: number, who: string, localAddress: string): PendingLogin {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  const body = JSON.stringify({ identifier: who, password: 'Wrong-horse-1' });
  const head = `POST /auth/login HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
  let received = '';
  const answer = new Promise<string>((resolve, reject) => {
    socket.setEncoding('latin1').on('data', (text: string) => (received += text));
    socket.on('error', reject).on('close', () => resolve(received));
  });
  return { answer, received: () => received, abort: () => socket.destroy() };
}

const statusOf = (answer: string) => Number(answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3));

const skip =
  (process.platform !== 'linux' && 'this machine has one loopback address') ||
  (maxWaiting > 400 && 'so many cores swallow any storm of this size');

describe('a storm of logins', { skip }, () => {
  it('PW6: exhausts neither the memory nor the event loop, and further requests get Retry-After', async (test) => {
    await using keyward = await startProcess();
    const port = Number(new URL(keyward.url).port);
    await logIn(port, 'first', '127.0.0.1').answer;
    const before = rss(keyward.pid) ?? 0;
    const peak = sampleRss(keyward.pid, 10);

    const storm = times(500, (index) =>
      logIn(port, `nobody${index}`, `127.0.${2 + Math.floor(index / 200)}.${1 + (index % 200)}`),
    );
    const state = { over: false };
    const all = Promise.all(storm.map(({ answer }) => answer)).finally(() => (state.over = true));
    const pulses: number[] = [];
    const tried = () => storm.filter((login) => statusOf(login.received()) === 401).length;
    while (!state.over && (tried() < TRIED || pulses.length < PULSES)) {
      const start = performance.now();
      const { status } = await requestFrom({ port, path: '/auth/config/pulse' });
      assert.equal(status, 200);
      pulses.push(performance.now() - start);
      await delay(5);
    }
    const grown = (peak() ?? 0) - before;
    for (const login of storm) login.abort();
    const answers = await all;
    const slowest = pulses.toSorted((a, b) => b - a)[HELD_UP];
    assert.ok(slowest !== undefined, `${pulses.length} pulses`);

    const refused = answers.filter((answer) => statusOf(answer) === 503);
    const taken = answers.length - refused.length;
    test.diagnostic(
      `${tried()} tried of ${taken} taken, ${refused.length} refused; memory grew by ${Math.round(grown / MIB)} MiB; ` +
        `all but ${HELD_UP} pulses within ${Math.round(slowest)} ms of ${pulses.length}`,
    );
    assert.ok(tried() >= Math.min(TRIED, taken));
    assert.ok(taken >= permits + maxWaiting && refused.length > 0);
    for (const answer of refused) assert.match(answer, /\r\nretry-after: [1-9]\d*\r\n/i);
    assert.ok(grown <= permits * HASH_BYTES + 128 * MIB, `memory grew by ${grown} bytes`);
    assert.ok(slowest < 200, `pulse took ${slowest} ms`);
  });

  it('PW14: one address that floods blocks nobody else’s sign-in', async () => {
    await using keyward = await startProcess();
    const port = Number(new URL(keyward.url).port);
    const flood = times(permits + maxWaiting + 50, (index) => logIn(port, `nobody${index}`, '127.0.0.1'));
    await until(
      () => flood.some((login) => login.received().startsWith('HTTP/1.1 503')),
      'the queue is full',
    );
    for (const from of ['127.0.0.2', '127.0.0.3', '127.0.0.2']) {
      assert.equal(statusOf(await logIn(port, 'lone', from).answer), 401);
      assert.ok(
        flood.some((login) => login.received() === ''),
        'the flood was over before',
      );
    }
    for (const login of flood) login.abort();
  });

  it('PW6: a client that hangs up frees its place in the queue', async () => {
    await using keyward = await startProcess();
    const port = Number(new URL(keyward.url).port);
    const pulse = () => requestFrom({ port, path: '/auth/config/pulse' });
    const isRefused = (login: PendingLogin) => login.received().startsWith('HTTP/1.1 503');

    const first = times(permits + maxWaiting + 50, (index) => logIn(port, `first${index}`, '127.0.0.1'));
    await until(() => first.some(isRefused), 'the queue is full');
    // Until each of them is refused or queued.
    await delay(300);
    await pulse();
    const waiting = first.filter((login) => login.received() === '');
    const leaving = waiting.slice(-Math.floor(maxWaiting / 2));
    for (const login of leaving) login.abort();
    await delay(50);
    await pulse();

    const next = times(leaving.length - 10, (index) => logIn(port, `next${index}`, '127.0.0.2'));
    // A refusal comes at once, the others after their hashes.
    await delay(100);
    await pulse();
    assert.equal(next.filter(isRefused).length, 0, 'the places of those who left are taken still');
    assert.ok(
      next.some((login) => login.received() === ''),
      'nobody waits any more',
    );
    for (const login of [...first, ...next]) login.abort();
  });
});
