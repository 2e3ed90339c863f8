import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newEvent } from '../../store/stores.ts';
import { startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { stopwatch, until } from '../../support/until.ts';
import { assertRefusal, suiteKeyward } from '../expectations.ts';
import { openStream, type OpenStream } from '../logs/logs.ts';
import { addFeedReader, type FeedReader, idsOf, pageOf, tell, type ToldEvent } from './events.ts';
import { databasesFor } from '../../support/usual-size.ts';

/** The time limit for immediate results. */
const SOON_MS = 2_500;

function eventIn({ data }: { data: string }): ToldEvent {
  const event: ToldEvent = JSON.parse(data);
  return event;
}

/** Resolves when this number of readers follow the events of the instance, or wait for them. */
const waitOn = ({ app }: TestKeyward, readers = 1) =>
  until(() => app.services.auditLog.feed.open().length === readers, `${readers} wait`);

for (const kind of databasesFor(import.meta.filename)) {
  describe(`waiting for events on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    let reader: FeedReader;
    let here: string;
    before(async () => {
      reader = await addFeedReader(keyward);
    });
    const end = async () => {
      ({ cursor: here } = await reader.page('?limit=1'));
    };
    const open: OpenStream[] = [];
    const stream = async (query = '', headers: Record<string, string> = {}, on: TestKeyward = keyward) => {
      const opened = await openStream(on, `/auth/event/stream${query}`, reader.token, headers);
      open.push(opened);
      return opened;
    };
    const closeAll = () => Promise.all(open.splice(0).map((one) => one.close()));
    after(closeAll);

    it('ends with the first event that matches the filters, from any instance', async () => {
      await end();
      const took = stopwatch();
      const waiting = reader.ask(`?after=${here}&type=session.*&wait=20`);
      await waitOn(keyward);
      await tell(keyward, 3);
      const [id] = await tell(keyward, 1, () => ({ type: 'session.ended' }));
      const page = pageOf(await waiting);
      assert.deepEqual(idsOf(page), [id]);
      assert.ok(took() < SOON_MS);
      assert.equal(page.has_more, false);
      assert.deepEqual(idsOf(await reader.page(`?after=${page.cursor}`)), []);
      // Existing events are returned at once.
      assert.deepEqual(idsOf(await reader.page(`?after=${here}&type=session.*&wait=20`)), [id]);

      await using other = await startKeyward(kind, { database: keyward.database, clock: keyward.clock });
      const elsewhere = other.call('GET', `/event?after=${page.cursor}&wait=20&limit=2`, {
        token: reader.token,
      });
      await waitOn(other);
      const ids = await tell(keyward, 3);
      const first = pageOf(await elsewhere);
      assert.deepEqual([idsOf(first), first.has_more], [ids.slice(0, 2), true]);
      assert.deepEqual(idsOf(await reader.page(`?after=${first.cursor}&wait=20`)), ids.slice(2));
    });

    it('takes no longer than requested, and continues from the returned cursor', async () => {
      await end();
      const began = performance.now();
      const waiting = reader.page(`?after=${here}&type=accounts.exported&wait=1`);
      await tell(keyward, 1);
      const page = await waiting;
      assert.ok(performance.now() - began >= 950);
      assert.deepEqual(page.events, []);
      const ids = await tell(keyward, 1, () => ({ type: 'accounts.exported' }));
      assert.deepEqual(idsOf(await reader.page(`?after=${page.cursor}&type=accounts.exported&wait=1`)), ids);
      for (const wait of ['-1', '31', '1.5', 'x'])
        assertRefusal(await reader.ask(`?wait=${wait}`), 422, 'ValidationError', ['wait']);
      assertRefusal(await reader.ask(`?wait=1&order=desc&after=${here}`), 422, 'ValidationError', ['wait']);
    });

    it('EV1: ends with the session, for its waiters and streams and nobody else', async () => {
      await end();
      const leaving = await addFeedReader(keyward);
      const followed = await openStream(keyward, '/auth/event/stream', leaving.token, {});
      const waiting = leaving.ask(`?after=${here}&type=codes.removed&wait=20`);
      const staying = reader.ask(`?after=${here}&type=codes.removed&wait=20`);
      await waitOn(keyward, 3);
      const took = stopwatch();
      await keyward.call('POST', '/logout', { token: leaving.token });
      assertRefusal(await waiting, 401, 'SessionDestroyedError');
      await followed.ended();
      assert.ok(took() < SOON_MS);
      const ids = await tell(keyward, 1, () => ({ type: 'codes.removed' }));
      assert.deepEqual(idsOf(pageOf(await staying)), ids);
    });

    it('follows from now on, and resumes without gaps or repeats', async () => {
      const first = await stream('?type=session.*');
      assert.equal(first.headers['content-type'], 'text/event-stream; charset=utf-8');
      const started: string[] = [];
      const seen: string[] = [];
      const ids = async (count: number) => {
        const made = await tell(keyward, count, () => ({ type: 'session.ended' }));
        started.push(...made);
      };
      await ids(2);
      await tell(keyward, 2);
      await ids(1);
      let last = '';
      for (let count = 0; count < 3; count += 1) {
        const event = await first.next();
        assert.equal(event.event, '');
        seen.push(eventIn(event).id);
        last = event.id;
      }
      assert.deepEqual(idsOf(await reader.page(`?after=${last}`)), []);
      await first.close();
      // More than one part, and more while the reader catches up.
      await ids(250);
      const again = await stream('?type=session.*&after=e1', { 'last-event-id': last });
      await ids(50);
      while (seen.length < started.length) seen.push(eventIn(await again.next()).id);
      assert.deepEqual(seen, started);
      const third = await stream(`?after=${last}`);
      assert.equal(eventIn(await third.next()).id, started[3]);
      assertRefusal(await reader.ask('/stream?after=7'), 422, 'ValidationError', ['after']);
      assertRefusal(await reader.ask('/stream?after=ezzzzzz'), 422, 'ValidationError', ['after']);
      const headers = { 'last-event-id': '7' };
      const answer = await keyward.call('GET', '/event/stream', { token: reader.token, headers });
      assertRefusal(answer, 422, 'ValidationError', ['Last-Event-ID']);
      await closeAll();
    });

    it('delivers events that are large together, from the past and new ones', async () => {
      const large = { data: JSON.stringify({ avatar_url: 'x'.repeat(24_000) }) };
      const first = await stream('?type=codes.removed');
      await end();
      const ids = await tell(keyward, 150, () => ({ type: 'codes.removed', ...large }));
      const again = await stream(`?type=codes.removed&after=${here}`);
      for (const one of [first, again]) {
        const seen: string[] = [];
        while (seen.length < ids.length) seen.push(eventIn(await one.next()).id);
        assert.deepEqual(seen, ids);
      }
      await closeAll();
    });

    it('resumes where it began, if the stream breaks before the first event', async () => {
      const { events, cursor } = await rawStart(keyward, reader.token);
      assert.equal(events, 0);
      const ids = await tell(keyward, 2);
      assert.deepEqual(idsOf(await reader.page(`?after=${cursor}`)), ids);
    });

    it('RL10: 429 for the eleventh stream of an account', async () => {
      const held = await Promise.all(Array.from({ length: 10 }, () => stream()));
      assert.deepEqual(new Set(held.map(({ status }) => status)), new Set([200]));
      assertRefusal(await reader.ask('/stream'), 429, 'RateLimitedError');
      await closeAll();
      await until(async () => (await stream()).status === 200, 'a free place');
      await closeAll();
    });

    it('exports everything that matches the filters, oldest first', async () => {
      const ids = await tell(keyward, 2_345, () => ({ account_id: 9_000 }));
      const read = async (query = '') => {
        const answer = await fetch(`${keyward.url}/auth/event/export${query}`, {
          headers: { authorization: `Bearer ${reader.token}` },
        });
        assert.equal(answer.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
        return answer.text();
      };
      const told = (await read('?account_id=9000'))
        .trimEnd()
        .split('\n')
        .map((line) => eventIn({ data: line }).id);
      assert.deepEqual(told, ids);
      const all = (await read()).trimEnd().split('\n');
      assert.ok(all.length > 2_345);
      assert.equal(await read('?type=key.created'), '');
      assertRefusal(await reader.ask('/export?type=x'), 422, 'ValidationError', ['type']);
      assertRefusal(await reader.ask('/export?limit=5'), 422, 'ValidationError', ['limit']);
    });

    it('refuses an export whose session ends before its first part', async (test) => {
      const leaving = await addFeedReader(keyward);
      const { store, auditLog } = keyward.app.services;
      const gate = Promise.withResolvers<void>();
      const { list } = store.events;
      test.mock.method(store.events, 'list', async (...asked: Parameters<typeof list>) => {
        await gate.promise;
        return list(...asked);
      });
      // The process that the test inspects.
      const answer = fetch(`${keyward.url}/auth/event/export`, {
        headers: { authorization: `Bearer ${leaving.token}` },
      });
      await until(() => auditLog.feed.open().length > 0, 'the export has begun');
      await keyward.call('POST', '/logout', { token: leaving.token });
      for (const exporting of auditLog.feed.open()) exporting.end();
      gate.resolve();
      const refused = await answer;
      assert.equal(refused.status, 401);
      assert.match(await refused.text(), /SessionDestroyedError/);
      assert.deepEqual(auditLog.feed.open(), []);
    });

    it('ends when the service stops', async () => {
      const other = await startKeyward(kind, { database: keyward.database, clock: keyward.clock });
      const { cursor } = await reader.page('?limit=1');
      const followed = await openStream(other, '/auth/event/stream', reader.token, {});
      const waiting = other.call('GET', `/event?after=${cursor}&wait=30`, { token: reader.token });
      await waitOn(other, 2);
      const took = stopwatch();
      await other[Symbol.asyncDispose]();
      assert.deepEqual(pageOf(await waiting).events, []);
      await followed.ended();
      assert.ok(took() < SOON_MS);
    });
  });
}

describe('a transaction that commits late', () => {
  it('EV2: is never skipped, by pages, waiters and streams of another instance', async () => {
    await using here = await startKeyward('postgres');
    await using there = await startKeyward('postgres', { database: here.database, clock: here.clock });
    const reader = await addFeedReader(there);
    let { cursor } = await reader.page('?limit=1');
    const followed = await openStream(there, '/auth/event/stream', reader.token, {});
    const paged: string[] = [];
    const begun = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const { store } = here.app.services;
    const late = newEvent('account.updated');
    const slow = store.transaction(async (tables) => {
      await tables.events.add([late]);
      begun.resolve();
      await commit.promise;
    });
    await begun.promise;
    const early = await tell(here, 3);
    const read = async () => {
      const page = await reader.page(`?after=${cursor}&wait=5`);
      ({ cursor } = page);
      paged.push(...idsOf(page));
    };
    while (paged.length < 3) await read();
    const waiting = read();
    commit.resolve();
    await slow;
    await waiting;
    assert.deepEqual(paged, [...early, late.uid]);
    const streamed: string[] = [];
    while (streamed.length < 4) streamed.push(eventIn(await followed.next()).id);
    assert.deepEqual(streamed, paged);
    await followed.close();
  });
});

/** The data that a stream sends before its first event. */
async function rawStart({ url }: TestKeyward, token: string): Promise<{ events: number; cursor: string }> {
  const over = new AbortController();
  const answer = await fetch(`${url}/auth/event/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: over.signal,
  });
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.includes('\n\n')) break;
  }
  over.abort();
  return { events: text.split('data:').length - 1, cursor: /^id: (.+)$/m.exec(text)?.[1] ?? '' };
}
