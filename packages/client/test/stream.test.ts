import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { suiteKeyward } from '../../server/test/http/expectations.ts';
import { closeServer, portOf } from '../../server/test/support/servers.ts';
import {
  createClient,
  type KeywardClient,
  type LogEvent,
  type LogRecord,
  type Result,
} from '../src/index.ts';
import { follow } from '../src/stream.ts';
import { collect } from './support/collect.ts';
import { dataOf, errorOf, signedIn } from './support/people.ts';

/** The next item, which must be there. */
async function nextOf<Item>(stream: AsyncGenerator<Item, void, void>): Promise<Item> {
  const { value, done } = await stream.next();
  assert.ok(done !== true, 'the stream goes on');
  return value;
}

async function readUntil(
  stream: AsyncGenerator<Result<LogEvent<LogRecord>>, void, void>,
  message: string,
): Promise<void> {
  while (dataOf(await nextOf(stream)).record.message !== message);
}

describe('the stream of a log', () => {
  const keyward = suiteKeyward('sqlite', { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
  let client: KeywardClient;
  let requests: string[];
  before(async () => {
    const { settings } = keyward.app.services;
    // The log contains only the records of this test.
    settings.replace({ ...settings.current, logging: { ...settings.current.logging, level: 'WARNING' } });
    ({ client, requests } = await signedIn(keyward, { role: 'superadmin' }));
  });
  const write = (message: string) =>
    keyward.app.services.logs.write({ event: 'test', level: 'WARNING', message });

  it('returns the existing records, then each new one, until its signal aborts', async () => {
    write('first');
    const controller = new AbortController();
    const stream = client.logs.stream('app', { signal: controller.signal });
    await readUntil(stream, 'first');
    write('second');
    const second = dataOf(await nextOf(stream));
    assert.equal(second.record.message, 'second');
    assert.equal(second.record.level, 'WARNING');
    assert.notEqual(second.id, '');
    const end = stream.next();
    controller.abort();
    assert.deepEqual(await end, { done: true, value: undefined });

    // It continues from there.
    write('third');
    const rest = client.logs.stream('app', { lastEventId: second.id });
    assert.equal(dataOf(await nextOf(rest)).record.message, 'third');
    await rest.return();
  });

  it('returns the lines of the other log', async () => {
    for await (const item of client.logs.stream('server')) {
      assert.match(dataOf(item).record, /ready/);
      break;
    }
  });

  it('continues after the connection is lost, with a new token, and misses nothing', async () => {
    const stream = client.logs.stream('app', { retryMs: 10 });
    await readUntil(stream, 'third');
    const next = nextOf(stream);
    keyward.clock.advance(16 * 60_000);
    keyward.app.services.logs.endStreams();
    write('while it was away');
    assert.equal(dataOf(await next).record.message, 'while it was away');
    assert.ok(requests.includes('POST /auth/token/refresh'));
    await stream.return();
  });

  it('ends with an error that a new connection would get again', async () => {
    const { client: user } = await signedIn(keyward);
    const [only, ...more] = await collect(user.logs.stream('app'));
    assert.ok(only);
    errorOf(only, 'RoleMismatchError');
    assert.deepEqual(more, []);
    // @ts-expect-error -- there is no such log
    const [missing] = await collect(user.logs.stream('..'));
    assert.ok(missing);
    errorOf(missing, 'ClientError');
  });

  it('ends when its session ends', async () => {
    const { client: leaver } = await signedIn(keyward, { role: 'superadmin' });
    const stream = leaver.logs.stream('app', { retryMs: 10 });
    await nextOf(stream);
    const { id } = dataOf(await leaver.me()).session;
    dataOf(await client.admin.sessions.end({ id }));
    for await (const { error } of stream) if (error) return assert.equal(error.kind, 'SessionDestroyedError');
    assert.fail('it ended without an error');
  });
});

describe('a stream over bad connections', () => {
  /** Connects to a server that answers as configured; silence ends a connection. */
  async function followed(listener: RequestListener, silenceMs = 400) {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    after(() => closeServer(server));
    const url = `http://127.0.0.1:${portOf(server)}`;
    return follow<string>(
      async ({ signal: within, lastEventId = '' }) => {
        const init = { headers: { 'last-event-id': lastEventId }, ...(within && { signal: within }) };
        return { data: await fetch(url, init), error: null };
      },
      String,
      { retryMs: 1 },
      silenceMs,
    );
  }

  it('reconnects when they fall silent, are broken, or end at once', async () => {
    const asked: unknown[] = [];
    const stream = await followed((request, response) => {
      asked.push(request.headers['last-event-id']);
      const number = asked.length;
      if (number === 3) return request.socket.destroy();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (number === 4) return response.end();
      // One and a half events, then silence.
      response.write(`id: ${number}\ndata: ${number}\n\ndata: lost`);
      return undefined;
    });
    const records = [];
    for (let number = 0; number < 3; number += 1) records.push(dataOf(await nextOf(stream)));
    assert.deepEqual(records, [
      { id: '1', record: '1' },
      { id: '2', record: '2' },
      { id: '5', record: '5' },
    ]);
    assert.deepEqual(asked, ['', '1', '2', '2', '2']);
    await stream.return();
  });

  it('stays open while pings arrive', async () => {
    let connections = 0;
    const stream = await followed((_, response) => {
      connections += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const timer = setInterval(() => response.write(': ping\n\n'), 10);
      setTimeout(() => response.write('data: late\n\n'), 2_500);
      response.on('close', () => clearInterval(timer));
    }, 1_000);
    assert.equal(dataOf(await nextOf(stream)).record, 'late');
    assert.equal(connections, 1);
    await stream.return();
  });

  it('waits as long as configured, unless it is aborted', async () => {
    const times: number[] = [];
    const controller = new AbortController();
    const server = createServer((_, response) => {
      times.push(performance.now());
      if (times.length === 2) setTimeout(() => controller.abort(), 100);
      const headers = { 'content-type': 'application/json', 'retry-after': times.length === 1 ? '0' : '600' };
      const body = { error: 'RateLimitedError', error_code: 'rate_limited', message: 'x', request_id: 'x' };
      response.writeHead(429, headers).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    after(() => closeServer(server));
    const { logs } = createClient({ url: `http://127.0.0.1:${portOf(server)}` });
    const items = await collect(logs.stream('app', { signal: controller.signal, retryMs: 10 }));
    assert.deepEqual(items, []);
    assert.equal(times.length, 2);
  });
});
