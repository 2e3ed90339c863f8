import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { newEvent } from '../../store/stores.ts';
import type { Answer } from '../../support/keyward.ts';
import { assertForSuperadmins } from '../admin/admin.ts';
import { assertRefusal, suiteKeyward } from '../expectations.ts';
import { addWebhook } from '../webhooks/help.ts';
import { addFeedReader, type FeedReader, tell } from './events.ts';
import { databasesFor } from '../../support/usual-size.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Counts {
  interval: string;
  since: string;
  until: string;
  buckets: ({ at: string } & Record<string, string | number>)[];
  methods: { method: string; via: string | null; sign_ins: number }[];
  people?: number;
}

function countsOf(answer: Answer): Counts {
  assert.equal(answer.status, 200, answer.text);
  const counts: Counts = JSON.parse(answer.text);
  return counts;
}

/** The counts that are not 0, by their times. */
function happened({ buckets }: Counts): Record<string, Record<string, number>> {
  const some = buckets.map(({ at, ...counts }) => [
    at,
    Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)),
  ]);
  return Object.fromEntries(some.filter(([, counts]) => Object.keys(Object(counts)).length > 0));
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`GET /event/counts on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    let reader: FeedReader;
    let hour = 0;
    before(async () => {
      // The tests move the clock by minutes, and count by hours, so they begin at a full hour.
      keyward.clock.advance(HOUR_MS - (keyward.clock.now() % HOUR_MS));
      reader = await addFeedReader(keyward);
      hour = Math.floor(keyward.clock.now() / HOUR_MS) * HOUR_MS;
    });
    const counts = async (query = '') => countsOf(await reader.ask(`/counts${query}`));
    const at = (time: number) => new Date(time).toISOString();
    /** The count of this hour. */
    const now = async (name: string) => (await counts()).buckets.at(-1)?.[name];

    it('is for superadmins', () =>
      assertForSuperadmins(keyward, (token) => keyward.call('GET', '/event/counts', { token })));

    it('counts sign-ups and sign-ins as they happen, and each refusal', async () => {
      const [ups, ins, failed] = [await now('sign_ups'), await now('sign_ins'), await now('failures')];
      const person = await keyward.signUp({ name: 'Ada' });
      await keyward.logIn(person.email);
      for (let times = 0; times < 3; times += 1)
        await keyward.call('POST', '/login/password', {
          body: { identifier: person.email, password: 'wrong wrong wrong' },
        });
      await keyward.app.services.writeFailures();
      assert.equal(await now('sign_ups'), Number(ups) + 1);
      assert.equal(await now('sign_ins'), Number(ins) + 2);
      assert.equal(await now('failures'), Number(failed) + 3);
      const { methods } = await counts();
      assert.equal(methods.find(({ method }) => method === 'password')?.sign_ins, await now('sign_ins'));
    });

    it('O6-2: counts people who write NUL and half characters, which PostgreSQL refuses in JSON', async () => {
      const person = await keyward.signUp({ name: 'Ada' });
      const body = { metadata: { odd: 'x\u0000', half: '\ud800' } };
      const written = await keyward.call('PATCH', '/me', { token: person.token, body });
      assert.equal(written.status, 200, written.text);
      const ins = await now('sign_ins');
      await keyward.logIn(person.email);
      assert.equal(await now('sign_ins'), Number(ins) + 1);
      await keyward.app.services.sweep();
    });

    it('returns every hour or day of the time, in UTC, each event in its own', async () => {
      const day = Math.floor(hour / DAY_MS) * DAY_MS - 40 * DAY_MS;
      const things = [
        { type: 'session.started', at: day + 5 * HOUR_MS, data: '{"method":"passkey"}' },
        { type: 'session.started', at: day + 6 * HOUR_MS - 1, data: '{"method":"code","via":"link"}' },
        { type: 'session.started', at: day + 6 * HOUR_MS, data: '{"method":"passkey"}' },
        { type: 'account.created', at: day + 7 * HOUR_MS, data: '{"method":"invitation"}' },
        { type: 'account.created', at: day + 7 * HOUR_MS, data: '{"method":"operator"}' },
        { type: 'login.failed', at: day - 1, count: 40 },
        { type: 'login.locked_out', at: day + DAY_MS - 1, count: 2 },
        { type: 'login.locked_out', at: day + DAY_MS },
        { type: 'session.ended', at: day },
      ];
      await tell(keyward, things.length, (index) => things[index] ?? {});
      const range = `since=${at(day)}&until=${at(day + DAY_MS)}`;
      const hours = await counts(`?${range}`);
      assert.deepEqual([hours.interval, hours.since, hours.until], ['hour', at(day), at(day + DAY_MS)]);
      assert.deepEqual(
        hours.buckets.map((bucket) => bucket.at),
        Array.from({ length: 24 }, (_, index) => at(day + index * HOUR_MS)),
      );
      assert.deepEqual(happened(hours), {
        [at(day + 5 * HOUR_MS)]: { sign_ins: 2 },
        [at(day + 6 * HOUR_MS)]: { sign_ins: 1 },
        [at(day + 7 * HOUR_MS)]: { sign_ups: 1 },
        [at(day + 23 * HOUR_MS)]: { lockouts: 2 },
      });
      assert.deepEqual(hours.methods, [
        { method: 'passkey', via: null, sign_ins: 2 },
        { method: 'code', via: 'link', sign_ins: 1 },
      ]);
      const days = await counts(`?interval=day&since=${at(day - 1)}&until=${at(day + DAY_MS + 1)}`);
      assert.deepEqual(happened(days), {
        [at(day - DAY_MS)]: { failures: 40 },
        [at(day)]: { sign_ins: 3, sign_ups: 1, lockouts: 2 },
        [at(day + DAY_MS)]: { lockouts: 1 },
      });
      assert.deepEqual((await counts(`?interval=day&${range}`)).methods, hours.methods);
    });

    it('keeps its counts when the events are removed', async () => {
      const time = hour - 749 * DAY_MS;
      // Counts of refusals no longer change.
      keyward.clock.advance(71_000);
      await tell(keyward, 30, () => ({ type: 'login.failed', at: time, audit: 0 }));
      await keyward.app.services.sweep();
      assert.deepEqual((await reader.page(`?since=${at(time)}&until=${at(time + 1)}`)).events, []);
      const query = `?since=${at(time)}&until=${at(time + HOUR_MS)}`;
      assert.deepEqual(happened(await counts(query)), { [at(time)]: { failures: 30 } });
      keyward.clock.advance(2 * DAY_MS);
      await keyward.app.services.sweep();
      keyward.clock.advance(-2 * DAY_MS);
      assert.deepEqual(happened(await counts(query)), {});
    });

    it('counts repetitions that come later, and nothing twice, in many steps and on many instances', async () => {
      const { store } = keyward.app.services;
      const time = hour - 5 * HOUR_MS;
      const query = `?since=${at(time)}&until=${at(time + HOUR_MS)}`;
      const fresh = newEvent('login.failed', { at: keyward.clock.now(), merge_key: 'counted' });
      await store.events.merge([fresh]);
      const earlier = Number(await now('failures'));
      await tell(keyward, 4_500, () => ({
        type: 'session.started',
        at: time,
        data: '{"method":"provider"}',
      }));
      await Promise.all(
        Array.from({ length: 4 }, async () =>
          assert.deepEqual(happened(await counts(query)), { [at(time)]: { sign_ins: 4_500 } }),
        ),
      );
      // As another instance would do it.
      const head = await store.activity.head();
      assert.equal(
        await store.activity.add(head - 1, head + 5, [{ at: time, name: 'failure', count: 9 }]),
        false,
      );
      await store.events.merge([{ ...fresh, uid: 'counted-again', count: 6 }]);
      assert.equal(await now('failures'), earlier + 6);
      keyward.clock.advance(71_000);
      for (let times = 0; times < 2; times += 1) {
        const { buckets } = await counts(`?since=${at(hour)}`);
        assert.equal(buckets[0]?.['failures'], earlier + 6);
        assert.deepEqual(happened(await counts(query)), { [at(time)]: { sign_ins: 4_500 } });
      }
    });

    it('counts each active person once, by sign-ins and by sessions in use', async () => {
      // A day of UTC, because the six hours below must not reach into the next one.
      const time = Math.floor(hour / DAY_MS) * DAY_MS - 60 * DAY_MS;
      const span = (since: number, until: number) =>
        counts(`?interval=day&people=true&since=${at(since)}&until=${at(until)}`);
      assert.equal((await counts()).people, undefined, 'only if it was asked for');
      await tell(keyward, 6, (index) => ({
        type: index === 5 ? 'session.ended' : 'session.started',
        account_id: 900 + (index % 3),
        at: time + index * HOUR_MS,
        data: '{"method":"password"}',
      }));
      await tell(keyward, 1, () => ({
        type: 'session.started',
        account_id: 950,
        at: time + 2 * DAY_MS,
        data: '{}',
      }));
      assert.equal((await span(time, time + DAY_MS)).people, 3);
      assert.equal((await span(time + DAY_MS, time + 3 * DAY_MS)).people, 1);

      // A session that began before the time span, and was used in it.
      const { id } = await keyward.signUp();
      const begun = Math.ceil(keyward.clock.now() / DAY_MS) * DAY_MS;
      const active = async () => (await span(begun, begun + DAY_MS)).people ?? 0;
      const earlier = await active();
      await keyward.database.query('update sessions set last_used_at = $1 where account_id = $2', [
        begun + 1,
        id,
      ]);
      keyward.clock.advance(300_001);
      assert.equal(await active(), earlier + 1);
    });

    it('counts the outcomes of deliveries', async () => {
      const { id } = await addWebhook(keyward, 'https://shop.example.org/', { enabled: false });
      const { store } = keyward.app.services;
      const webhook = await store.webhooks.find(id);
      const [uid = ''] = await tell(keyward, 1);
      const event = await store.events.find(uid);
      assert.ok(webhook !== null && event !== null);
      const claim = { lease: 'mine', now: hour, until: hour };
      const claimed = await store.deliveries.addClaimed(
        ['a', 'b', 'c', 'd'].map((name) => ({ uid: name, webhook_id: webhook.id, event_id: event.id })),
        claim,
      );
      const states = ['succeeded', 'failed', 'succeeded', 'pending'] as const;
      await store.deliveries.settle(
        claimed.map((delivery, index) => ({
          ...delivery,
          state: states[index] ?? 'pending',
          ...(index === 3 && { attempts: JSON.stringify([{ at: 1 }, { at: hour - 25 * HOUR_MS }]) }),
          finished_at: index === 3 ? null : hour - 26 * HOUR_MS + index * 1_000,
        })),
      );
      const query = `?since=${at(hour - 30 * HOUR_MS)}&until=${at(hour - 20 * HOUR_MS)}`;
      assert.deepEqual(happened(await counts(query)), {
        [at(hour - 26 * HOUR_MS)]: { delivered: 2, undelivered: 1 },
        [at(hour - 25 * HOUR_MS)]: { retrying: 1 },
      });
    });

    it('422: an unknown interval, an invalid time, an empty or too long span', async () => {
      for (const [query, path] of [
        ['interval=week', 'interval'],
        ['since=yesterday', 'since'],
        ['since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z', 'since'],
        ['since=2024-01-01T00:00:00Z&until=2026-01-01T00:00:00Z', 'since'],
        ['from=2026-01-01T00:00:00Z', 'from'],
      ] as const) {
        const answer = await reader.ask(`/counts?${query}`);
        assertRefusal(answer, 422, 'ValidationError');
        assert.ok(answer.text.includes(path), answer.text);
      }
      const { buckets } = await counts('?interval=day&since=2024-01-01T00:00:00Z&until=2026-01-01T00:00:00Z');
      assert.equal(buckets.length, 731);
    });
  });
}
