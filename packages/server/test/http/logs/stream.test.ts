import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase } from '../../support/databases.ts';
import { startKeyward } from '../../support/keyward.ts';
import { openFiles } from '../../support/resources.ts';
import { stopwatch, until } from '../../support/until.ts';
import { assertRefusal, suiteKeyward } from '../expectations.ts';
import { newSession } from '../people.ts';
import {
  addReader,
  openStream,
  type OpenStream,
  range,
  type Reader,
  setLogging,
  writeNumbered,
} from './logs.ts';
import { databasesFor } from '../../support/usual-size.ts';

/** A stream must end within a second, and is asked twice a second. */
const SOON_MS = 2_000;

function message({ data }: { data: string }): unknown {
  const { message: text }: { message: unknown } = JSON.parse(data);
  return text;
}

describe('streams of the logs', () => {
  const keyward = suiteKeyward('sqlite');
  let reader: Reader;
  const open: OpenStream[] = [];
  async function stream(path: string, headers?: Record<string, string>): Promise<OpenStream> {
    const opened = await openStream(keyward, path, reader.token, headers);
    open.push(opened);
    return opened;
  }
  async function closeAll(): Promise<void> {
    await Promise.all(open.splice(0).map((one) => one.close()));
    await until(() => keyward.app.services.logs.openStreams === 0, 'no stream is open');
  }
  before(async () => {
    reader = await addReader(keyward);
    // Only records of this test.
    setLogging(keyward, { level: 'WARNING' });
  });
  after(closeAll);

  function warn(from: number, to: number, { app } = keyward): void {
    for (const number of range(from, to)) {
      app.services.logs.write({ event: 'test', level: 'WARNING', message: `number ${number}` });
    }
  }

  it('200: the last ten records, then each new one, with rising ids', async () => {
    warn(0, 25);
    await reader.ask('GET', '/log/app');
    const { status, headers, next } = await stream('/log/app/stream');
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(String(headers['x-request-id']), /^[\da-f-]{36}$/);
    const first = await next();
    assert.equal(first.event, 'log');
    assert.equal(message(first), 'number 15');
    for (const number of range(16, 25)) assert.equal(message(await next()), `number ${number}`);
    warn(25, 30);
    const ids: string[] = [];
    for (const number of range(25, 30)) {
      const event = await next();
      ids.push(event.id);
      assert.equal(message(event), `number ${number}`);
    }
    assert.equal(new Set(ids).size, 5);
    await closeAll();
  });

  it('200: server.log as its lines are', async () => {
    const { next } = await stream('/log/server/stream');
    keyward.app.services.logs.print('a line: "quoted" \u001b[31mred\u2028 ');
    let data = '';
    while (!data.includes('quoted')) ({ data } = await next());
    assert.match(data, /^\S+ INFO a line: "quoted" red\\u2028 $/);
    assert.ok((await reader.lines('/log/server')).includes(data));
    await closeAll();
  });

  it('200: Last-Event-ID continues from there; one from elsewhere starts again', async () => {
    const first = await stream('/log/app/stream');
    warn(100, 105);
    let id = '';
    for (let text: unknown; text !== 'number 104';) {
      const event = await first.next();
      ({ id } = event);
      text = message(event);
    }
    await closeAll();
    warn(105, 140);
    await reader.ask('GET', '/log/app');
    const again = await stream('/log/app/stream', { 'last-event-id': id });
    for (const number of range(105, 140)) assert.equal(message(await again.next()), `number ${number}`);
    for (const other of ['elsewhere-7', `${id}0`, 'x', '']) {
      const anew = await stream('/log/app/stream', { 'last-event-id': other });
      assert.equal(message(await anew.next()), 'number 130');
    }
    await closeAll();
  });

  it('200: sends no old records after a restart or a reset', async () => {
    await using database = await createTestDatabase('sqlite');
    let id;
    {
      await using first = await startKeyward('sqlite', { database });
      const writer = await addReader(first);
      ({ id } = writer);
      setLogging(first, { level: 'WARNING' });
      warn(0, 3, first);
      await writer.ask('POST', '/log/app/reset');
      warn(3, 4, first);
      const { next, close } = await openStream(first, '/log/app/stream', writer.token);
      assert.match(String(message(await next())), /superadmin reset/);
      assert.equal(message(await next()), 'number 3');
      await close();
    }
    await using restarted = await startKeyward('sqlite', { database });
    const { token } = await newSession(restarted, id);
    const stream2 = await openStream(restarted, '/log/app/stream', token);
    assert.match(String(message(await stream2.next())), /superadmin reset/);
    await stream2.close();
  });

  it('HEAD: the headers, and no stream', async () => {
    const answer = await reader.ask('HEAD', '/log/app/stream');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.equal(keyward.app.services.logs.openStreams, 0);
  });

  it('RL10: more than 10 of an account or 100 in all are refused, and closed ones make room', async () => {
    for (let count = 0; count < 10; count += 1) await stream('/log/app/stream');
    assertRefusal(await reader.ask('GET', '/log/server/stream'), 429, 'RateLimitedError');
    for (let account = 0; account < 9; account += 1) {
      const { token } = await addReader(keyward);
      for (let count = 0; count < 10; count += 1) {
        open.push(await openStream(keyward, '/log/server/stream', token));
      }
    }
    const last = await addReader(keyward);
    assertRefusal(await last.ask('GET', '/log/app/stream'), 429, 'RateLimitedError');
    const most = openFiles(process.pid);
    await closeAll();
    const back = () => most === null || (openFiles(process.pid) ?? 0) <= most - 100;
    await until(back, 'descriptors come back');
    const { status } = await stream('/log/app/stream');
    assert.equal(status, 200);
    await closeAll();
  });

  it('RL10: a reader that does not read is cut off, and the others continue', async () => {
    const stalled = connect(keyward.port, '127.0.0.1');
    stalled.write(
      `GET /log/app/stream HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${reader.token}\r\n\r\n`,
    );
    stalled.pause();
    const ended = new Promise<void>((resolve) => {
      stalled.once('close', () => resolve());
      stalled.once('error', () => {});
    });
    const { next } = await stream('/log/app/stream');
    await until(() => keyward.app.services.logs.openStreams === 2, 'both streams are open');
    const { logs } = keyward.app.services;
    const padding = range(0, 7).map(() => 'x'.repeat(2_000));
    for (let sent = 0; logs.openStreams === 2; sent += 1) {
      assert.ok(sent < 500, 'never cut off');
      for (const copy of range(0, 20)) {
        logs.write({ event: 'test', level: 'WARNING', message: `padding ${copy}`, metadata: padding });
      }
      logs.write({ event: 'test', level: 'WARNING', message: `big ${sent}` });
      let text: unknown;
      while (text !== `big ${sent}`) text = message(await next());
    }
    assert.equal(logs.openStreams, 1);
    stalled.resume();
    await ended;
    await closeAll();
  });

  it('ends with its token: when the key is replaced, which leaves the session', async () => {
    const { ended } = await stream('/log/app/stream');
    const { current } = keyward.app.services.settings;
    const jwt = { ...current.jwt, secret_key: 'another-secret-of-more-than-32-bytes', key_generation: 1 };
    keyward.app.services.settings.replace({ ...current, jwt });
    const took = stopwatch();
    await ended();
    assert.ok(took() < SOON_MS);
    keyward.app.services.settings.replace({ ...keyward.app.services.settings.current, jwt: current.jwt });
    await closeAll();
  });

  it('ends when logging is turned off', async () => {
    const opened = await stream('/log/app/stream');
    setLogging(keyward, { logging: false });
    await opened.ended();
    setLogging(keyward, { logging: true });
    await closeAll();
  });

  it('ends when the service stops, which waits for nobody', async () => {
    const other = await startKeyward('sqlite');
    const { token } = await addReader(other);
    const opened = await openStream(other, '/log/app/stream', token);
    const took = stopwatch();
    const closed = other[Symbol.asyncDispose]();
    await opened.ended();
    await closed;
    assert.ok(took() < 5_000);
  });
});

for (const kind of databasesFor(import.meta.filename)) {
  describe(`streams and sessions on ${kind}`, () => {
    const keyward = suiteKeyward(kind);

    const ends: Record<string, (id: number, token: string) => Promise<unknown>> = {
      'a logout': (_id, token) => keyward.call('POST', '/logout', { token }),
      'a lost role': (id) => keyward.database.query("update accounts set role = 'user' where id = $1", [id]),
      'a suspension': (id) =>
        keyward.database.query("update accounts set status = 'suspended' where id = $1", [id]),
      'a deleted account': (id) => keyward.database.query('delete from accounts where id = $1', [id]),
      'the end of its time': (id) =>
        keyward.database.query('update sessions set expires_at = 1 where account_id = $1', [id]),
    };

    it('RL10: a stream ends with its session, and others stay', async () => {
      const stays = await addReader(keyward);
      const staying = await openStream(keyward, '/log/app/stream', stays.token);
      const opened = await Promise.all(
        Object.entries(ends).map(async ([what, end]) => {
          const { id, token } = await addReader(keyward);
          return {
            what,
            stream: await openStream(keyward, '/log/server/stream', token),
            end: () => end(id, token),
          };
        }),
      );
      await Promise.all(
        opened.map(async ({ what, stream, end }) => {
          await end();
          const took = stopwatch();
          await stream.ended();
          assert.ok(took() < SOON_MS, what);
        }),
      );
      assert.equal(keyward.app.services.logs.openStreams, 1);
      writeNumbered(keyward, 7, 8);
      let data = '';
      while (!data.includes('number 7')) ({ data } = await staying.next());
      await staying.close();
    });
  });
}
