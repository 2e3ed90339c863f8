import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeStore } from '../../../src/store/tables/codes.ts';
import { FEW_ROWS } from '../../../src/store/lists/lists.ts';
import { sessionStore } from '../../../src/store/tables/sessions.ts';
import { DATABASES } from '../../support/databases.ts';
import { ACCOUNTS, assertNoScan, suiteLists } from '../seeded.ts';
import { NOW } from '../stores.ts';

for (const kind of DATABASES) {
  describe(`lists of sessions and codes on ${kind}`, async () => {
    const { database, db, plansOf } = await suiteLists(kind);

    describe('of sessions', () => {
      const sessions = sessionStore(db, () => {}, { idleMs: null }, { share: (events) => [...events] });
      const page = { page: 1, limit: 10, descending: true, now: NOW, filter: {}, expired: false };

      it('shows the live ones, by when they began, from either end', async () => {
        const live = await database.query(
          'select id from sessions where expires_at > $1 order by created_at desc, id desc',
          [NOW],
        );
        const ids = live.map((row) => row['id']);
        assert.ok(ids.length > FEW_ROWS && ids.length < ACCOUNTS);
        for (const number of [1, 2, 300, Math.ceil(ids.length / 10)]) {
          for (const descending of [true, false]) {
            const wanted = (descending ? ids : ids.toReversed()).slice((number - 1) * 10, number * 10);
            const { total, rows } = await sessions.list({ ...page, page: number, descending });
            assert.equal(total, ids.length);
            assert.deepEqual(
              rows.map(({ id }) => id),
              wanted,
            );
          }
        }
        const expired = await sessions.list({ ...page, expired: true });
        assert.equal(expired.total, ACCOUNTS - ids.length);
        for (const row of expired.rows) assert.ok(row.expires_at <= NOW);
      });

      it('finds a part of a text, and times without an index, in steps', async () => {
        const live = await database.query(
          "select id from sessions where expires_at > $1 and ip_address like '192.0.2.19%' order by created_at desc",
          [NOW],
        );
        const condition = { column: 'ip_address', contains: '2.0.2.19' };
        const { total, rows } = await sessions.list({ ...page, condition, page: 2 });
        assert.equal(total, live.length);
        assert.deepEqual(
          rows.map(({ id }) => id),
          live.slice(10, 20).map((row) => row['id']),
        );
        const used = { column: 'last_used_at', from: NOW, to: NOW + 100 };
        assert.equal((await sessions.list({ ...page, condition: used })).total, 90);
        for (const one of [
          condition,
          used,
          { column: 'id', is: 5 },
          { column: 'created_at', from: NOW, to: NOW + 9 },
        ])
          assertNoScan(await plansOf(() => sessions.list({ ...page, condition: one })), one.column);
      });

      it('scans no table, for any query', async () => {
        const requests = [
          {},
          { account_id: 5 },
          { ip_address: '192.0.2.1' },
          { account_id: 5, ip_address: '192.0.2.1' },
        ];
        for (const filter of requests) {
          for (const expired of [true, false]) {
            for (const number of [1, 200]) {
              const steps = await plansOf(() => sessions.list({ ...page, filter, expired, page: number }));
              assertNoScan(steps, JSON.stringify({ filter, expired }));
            }
          }
        }
        for (const more of [
          { filter: { method: 'passkey' as const } },
          { filter: { method: 'passkey' as const, account_id: 5 } },
          { filter: { ip_address: '192.0.2.1' }, device: 'firefox' },
          { device: 'firefox' },
        ])
          assertNoScan(await plansOf(() => sessions.list({ ...page, ...more })), JSON.stringify(more));
        assertNoScan(await plansOf(() => sessions.liveOfAccount(5, NOW)), 'of an account');
        const { rows } = await sessions.list({ ...page, filter: { account_id: 5 } });
        for (const row of rows) assert.equal(row.account_id, 5);
      });
    });

    it('of codes: scans no table', async () => {
      const codes = codeStore(db);
      const page = {
        page: 1,
        limit: 10,
        descending: true,
        now: NOW,
        filter: {},
        used: undefined,
        expired: undefined,
      };
      for (let i = 0; i < 30; i += 1) {
        await codes.replace({
          email: `c${i}@example.org`,
          email_key: `c${i}@example.org`,
          purpose: 'login',
          code_hash: 'x',
          asker_hash: 'x',
          created_at: NOW + i,
          expires_at: NOW + i - 10,
        });
      }
      const { total, rows } = await codes.list({ ...page, page: 2 });
      assert.equal(total, 30);
      assert.deepEqual(
        rows.map(({ created_at }) => created_at - NOW),
        [19, 18, 17, 16, 15, 14, 13, 12, 11, 10],
      );
      assert.equal((await codes.list({ ...page, expired: true })).total, 11);
      assert.equal((await codes.list({ ...page, expired: false })).total, 19);
      for (const filter of [{}, { email_key: 'c1@example.org' }, { purpose: 'login' }]) {
        for (const used of [undefined, true, false]) {
          for (const expired of [undefined, true, false]) {
            assertNoScan(await plansOf(() => codes.list({ ...page, filter, used, expired })), 'codes');
          }
        }
      }
    });
  });
}
