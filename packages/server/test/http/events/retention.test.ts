import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { until } from '../../support/until.ts';
import { assertRefusal, suiteKeyward } from '../expectations.ts';
import { addFeedReader, type FeedReader, idsOf, tell } from './events.ts';
import { databasesFor } from '../../support/usual-size.ts';

const DAY_MS = 86_400_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`POST /config/events on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    let reader: FeedReader;
    before(async () => {
      reader = await addFeedReader(keyward);
    });
    const set = (body: object, query = '') =>
      keyward.call('POST', `/config/events${query}`, { token: reader.token, body });
    const old = (days: number, count: number, fields: { type: string; audit: 0 | 1; account_id: number }) =>
      tell(keyward, count, () => ({ ...fields, at: keyward.clock.now() - days * DAY_MS }));
    const kept = async (account: number) =>
      idsOf(await reader.page(`?limit=1000&order=asc&account_id=${account}`));

    it('removes what is too old, each class by its own limit, at once and not in a dry run', async () => {
      const audit = { type: 'account.updated', audit: 1, account_id: 501 } as const;
      const activity = { type: 'login.failed', audit: 0, account_id: 502 } as const;
      // More than one batch.
      await old(60, 1_100, activity);
      const [some] = [await old(60, 3, audit), await old(20, 3, activity)];
      await old(5, 2, activity);
      const dry = await set({ activity_days: 10 }, '?dry_run=true');
      assert.deepEqual(dry.body['changes'], { activity_days: { before: 30, after: 10 } });
      assert.equal((await set({ activity_days: 10 })).status, 200);
      await until(async () => (await kept(502)).length === 2, 'old activity to be removed');
      assert.deepEqual(await kept(501), some);
      await old(60, 1, activity);
      await keyward.app.services.sweep();
      assert.equal((await kept(502)).length, 2);
      await set({ audit_days: 50 });
      await until(async () => (await kept(501)).length === 0, 'old audit events to be removed');
      assert.equal((await kept(502)).length, 2);
    });

    it('EV3: keeps exactly the newest rows of activity, and removes no audit event for them', async () => {
      const audit = await old(0, 5, { type: 'account.updated', audit: 1, account_id: 503 });
      // Many events with one time, so that their age does not distinguish them.
      const activity = await old(-1, 700, { type: 'login.failed', audit: 0, account_id: 504 });
      await set({ activity_rows: 123 });
      await until(async () => (await kept(504)).length === 123, 'the oldest to be removed');
      assert.deepEqual(await kept(504), activity.slice(-123));
      assert.deepEqual(await kept(503), audit);
    });

    it('an account with much activity loses its own oldest rows, not those of others', async () => {
      const quiet = await old(2, 5, { type: 'login.failed', audit: 0, account_id: 505 });
      // P18-8: services that verify tokens read them, and strangers can cause the others.
      const ends = await old(0, 5, { type: 'session.ended', audit: 0, account_id: 506 });
      await old(-1, 2_500, { type: 'code.sent', audit: 0, account_id: 506 });
      await old(-1, 1_200, { type: 'code.sent', audit: 0, account_id: 507 });
      await set({ activity_rows: 3_000 });
      const rows = async (which: string) => {
        const [row] = await keyward.database.query(`select count(*) as rows from events where ${which}`);
        return Number(row?.['rows']);
      };
      await until(async () => (await rows('audit = 0')) <= 3_000, 'the surplus to be removed');
      assert.equal(await rows('audit = 0'), 3_000);
      assert.deepEqual(await kept(505), quiet);
      assert.equal(await rows('account_id = 507'), 1_200);
      const left = idsOf(await reader.page('?limit=1000&account_id=506&type=session.ended'));
      assert.deepEqual(new Set(left), new Set(ends));
    });

    it('422: values out of bounds; a rollback restores the defaults', async () => {
      for (const [field, value] of [
        ['audit_days', 0],
        ['audit_days', 3_651],
        ['activity_days', 0],
        ['activity_rows', 9],
        ['activity_rows', 1.5],
      ] as const)
        assertRefusal(await set({ [field]: value }), 422, 'ValidationError', [field]);
      const rollback = { section: 'events', version: 0 };
      await keyward.call('POST', '/config/rollback', { token: reader.token, body: rollback });
      const loaded = await keyward.call('GET', '/config/load', { token: reader.token });
      assert.deepEqual(loaded.body['events'], {
        audit_days: 400,
        activity_days: 30,
        activity_rows: 1_000_000,
      });
    });
  });
}
