import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ACCOUNT_ORDERS,
  accountList,
  type AccountListRequest,
} from '../../../src/store/tables/account-list.ts';
import { accountStore } from '../../../src/store/tables/accounts.ts';
import { FEW_ROWS, type Page, type Place } from '../../../src/store/lists/lists.ts';
import type { AccountRow } from '../../../src/store/engine/schema.ts';
import { DATABASES } from '../../support/databases.ts';
import { inTurn } from '../../support/usual-size.ts';
import { assertNoScan, suiteLists } from '../seeded.ts';
import { FIRST_PAGE, NOW } from '../stores.ts';

const ORDERS = ['created_at', 'updated_at', 'email', 'handle', 'name'] as const;

const FILTERS: AccountListRequest['filter'][] = [
  {},
  { role: 'user' },
  { role: 'superadmin' },
  { status: 'active' },
  { status: 'suspended' },
  { email_verified: 0 },
  { status: 'active', email_verified: 1 },
  { role: 'user', status: 'pending' },
  { role: 'user', email_verified: 1 },
  { role: 'user', status: 'active', email_verified: 1 },
];

for (const kind of DATABASES) {
  describe(`lists of accounts on ${kind}`, async () => {
    const { database, db, plansOf } = await suiteLists(kind);
    const list = accountList(db);
    // An import gives the same time to more accounts than one statement reads.
    await database.query('update accounts set updated_at = 1700000000000 where id > 500');
    const all = await database.query(
      'select id, name_key, email_key, handle_key, uid, phone, role, status, email_verified, created_at, updated_at from accounts',
    );

    /** By its bytes, then by the id. */
    const sorted = Object.fromEntries(
      ORDERS.map((order) => {
        const keyed = all.map((row) => {
          const key = row[ACCOUNT_ORDERS[order]];
          return { row, key: Buffer.from(typeof key === 'number' ? String(key).padStart(15) : String(key)) };
        });
        keyed.sort((a, b) => Buffer.compare(a.key, b.key) || Number(a.row['id']) - Number(b.row['id']));
        return [order, keyed.map(({ row }) => row)];
      }),
    );

    const NAMED = ['name_key', 'email_key', 'handle_key'];
    const matching = new Map<string, typeof all>();

    /** All expected rows of a list, over all its pages. */
    function matchingRows({ order, filter, search }: AccountListRequest): typeof all {
      const key = JSON.stringify([order, filter, search]);
      const rows =
        matching.get(key) ??
        (sorted[order] ?? [])
          .filter((row) => Object.entries(filter).every(([name, value]) => row[name] === value))
          .filter(
            (row) =>
              search === null ||
              ['uid', 'phone'].some((name) => String(row[name]).startsWith(search.toLowerCase())) ||
              search
                .toLowerCase()
                .split(' ')
                .every((word) => NAMED.some((name) => String(row[name]).includes(word))),
          );
      matching.set(key, rows);
      return rows;
    }

    function expected(request: AccountListRequest) {
      const { descending, page, limit } = request;
      const found = matchingRows(request);
      const inOrder = descending ? found.toReversed() : found;
      return {
        total: found.length,
        ids: inOrder.slice((page - 1) * limit, page * limit).map((row) => row['id']),
      };
    }

    async function assertListed(request: AccountListRequest): Promise<void> {
      const { total, rows } = await list(request);
      const wanted = expected(request);
      const told = JSON.stringify(request);
      assert.equal(total, wanted.total, told);
      assert.deepEqual(
        rows.map(({ id }) => id),
        wanted.ids,
        told,
      );
    }

    for (const order of ORDERS) {
      it(`by ${order}: every page of every filter, in both directions`, async () => {
        for (const [place, filter] of FILTERS.entries()) {
          for (const descending of inTurn([true, false], place + ORDERS.indexOf(order))) {
            const { total } = expected({ ...FIRST_PAGE, filter });
            const last = Math.max(1, Math.ceil(total / 7));
            for (const page of new Set([1, 2, Math.ceil(last / 2), last - 1, last, last + 1])) {
              if (page > 0) await assertListed({ ...FIRST_PAGE, order, filter, descending, page, limit: 7 });
            }
          }
        }
      });

      it(`by ${order}: walks its index, and scans no table`, async () => {
        for (const filter of [{}, { role: 'user' }, { role: 'user', status: 'active' }]) {
          for (const page of [1, 300]) {
            const steps = await plansOf(() => list({ ...FIRST_PAGE, order, filter, page }));
            assertNoScan(steps, order);
            // Without a filter, the unique index is as good.
            const walk = new RegExp(
              `(covering index|Index Only Scan.*) accounts__(by_)?${ACCOUNT_ORDERS[order]}`,
              'i',
            );
            assert.ok(
              steps.some((step) => walk.test(step)),
              steps.join('\n'),
            );
          }
        }
      });
    }

    it('cursors lead through every order and filter, in both directions, by the index alone', async () => {
      for (const order of ORDERS) {
        for (const filter of [{}, { status: 'active' }, { status: 'suspended' }]) {
          for (const descending of [true, false]) {
            // Fewer rows than the last page has are a step.
            const request = { ...FIRST_PAGE, order, filter, descending, limit: 3_000 };
            const ids: number[] = [];
            let after: Place | null = null;
            do {
              const page: Page<AccountRow> = await list({ ...request, after });
              ids.push(...page.rows.map(({ id }) => id));
              after = page.next;
            } while (after !== null);
            const rows = matchingRows(request).map((row) => row['id']);
            assert.deepEqual(ids, descending ? rows.toReversed() : rows, JSON.stringify(request));
          }
        }
        const { next } = await list({ ...FIRST_PAGE, order, page: 300 });
        const steps = await plansOf(() => list({ ...FIRST_PAGE, order, after: next }));
        assertNoScan(steps, order);
        const column = ACCOUNT_ORDERS[order];
        const place = {
          sqlite: new RegExp(`accounts__(by_)?${column} \\(${column}(=\\? AND (id|rowid))?<\\?\\)`),
          postgres: new RegExp(`Index Cond: \\(ROW\\(${column}, id\\) < ROW`),
        }[kind];
        assert.ok(
          steps.some((step) => place.test(step)),
          steps.join('\n'),
        );
      }
    });

    it('no filter scans the table, or sorts more than a few rows', async () => {
      for (const filter of FILTERS) {
        for (const order of ORDERS) {
          assertNoScan(await plansOf(() => list({ ...FIRST_PAGE, order, filter })), JSON.stringify(filter));
        }
      }
    });

    it('finds parts of emails, handles and names, and beginnings of phones and uids, by their indexes', async () => {
      const uid = String(all[17]?.['uid']);
      const searches = [
        'a.seeded17',
        'ED17',
        '0@EXAMPLE.org',
        'seeded.5 name',
        'name q 5',
        '55 NAME',
        uid,
        uid.slice(0, 9),
        'nobody',
        '+493010005',
      ];
      for (const search of searches) {
        for (const filter of [{}, { status: 'suspended' }, { status: 'active' }]) {
          for (const page of [1, 3]) await assertListed({ ...FIRST_PAGE, search, filter, page });
          assertNoScan(await plansOf(() => list({ ...FIRST_PAGE, search, filter }), true), search);
        }
      }
      for (const search of ['+49 30 10000017', '004930 10000017', '49 (30) 10000017']) {
        const { rows } = await list({ ...FIRST_PAGE, search });
        assert.deepEqual(
          rows.map(({ phone }) => phone),
          ['+493010000017'],
        );
      }
    });

    it('DB1: treats wildcards and quotes literally', async () => {
      for (const search of ['%', '_', 'a%', '_.seeded1', '*', "'", '"', '\\', "' or 1=1 --", 'a.seeded1%']) {
        assert.deepEqual(await list({ ...FIRST_PAGE, search }), { total: 0, rows: [], next: null }, search);
      }
    });

    it('a search with more than a few thousand results shows as many as are collected', async () => {
      const { total, rows } = await list({ ...FIRST_PAGE, search: 'name' });
      assert.equal(total, FEW_ROWS);
      assert.equal(rows.length, 10);
      // With few accounts that pass the filter, none may be missed.
      await assertListed({ ...FIRST_PAGE, search: 'name', filter: { status: 'suspended' } });
    });

    it('finds a part of one text among more accounts than are collected, and in every order', async () => {
      const wanted = all.filter((row) => String(row['email_key']).includes('ded17'));
      const condition = { column: 'email_key', contains: 'DED17' };
      for (const order of ORDERS) {
        for (const descending of [true, false]) {
          const ids = (sorted[order] ?? []).filter((row) => wanted.includes(row)).map((row) => row['id']);
          const inOrder = descending ? ids.toReversed() : ids;
          const { total, rows } = await list({ ...FIRST_PAGE, order, descending, condition, page: 2 });
          assert.equal(total, wanted.length);
          assert.deepEqual(
            rows.map(({ id }) => id),
            inOrder.slice(10, 20),
            order,
          );
        }
      }
      const pending = await list({ ...FIRST_PAGE, condition, filter: { status: 'pending' }, search: 'a.' });
      assert.equal(
        pending.total,
        wanted.filter((row) => row['status'] === 'pending' && String(row['email_key']).startsWith('a.'))
          .length,
      );
      assertNoScan(await plansOf(() => list({ ...FIRST_PAGE, condition }), true), 'by its index');
      const most = await list({ ...FIRST_PAGE, condition: { column: 'email_key', contains: '@' } });
      assert.equal(most.total, FEW_ROWS);
      assert.deepEqual(
        most.rows.map(({ id }) => id),
        (await list(FIRST_PAGE)).rows.map(({ id }) => id),
        'the newest',
      );
      for (const text of ['%', '_', '*', "'", '\\'])
        assert.equal(
          (await list({ ...FIRST_PAGE, condition: { column: 'email_key', contains: text } })).total,
          0,
          text,
        );
    });

    it('finds ids and times by their indexes', async () => {
      const from = 1_700_000_000_000;
      const within = { column: 'created_at', from, to: from + 100_000 };
      const { total, rows } = await list({
        ...FIRST_PAGE,
        condition: within,
        order: 'email',
        descending: false,
      });
      assert.equal(total, 99);
      assert.ok(rows.every((row) => row.created_at < from + 100_000));
      for (const condition of [
        within,
        { column: 'id', is: 17 },
        { column: 'uid', is: String(all[17]?.['uid']) },
        { column: 'updated_at', from: 0, to: from * 2 },
      ])
        assertNoScan(await plansOf(() => list({ ...FIRST_PAGE, condition })), condition.column);
    });

    it('finds the accounts that are due for deletion by their index', async () => {
      const steps = await plansOf(() => accountStore(db).dueForDeletion(NOW, 0, 500));
      assert.match(steps.join('\n'), /accounts__deletion/);
      await database.query('update accounts set deletion_at = $1 - id where id in (3, 7, 9)', [NOW]);
      assert.deepEqual(await accountStore(db).dueForDeletion(NOW - 7, 3, 500), [7, 9]);
      await database.query('update accounts set deletion_at = null');
    });

    it('letters of every script are found in any case', async () => {
      const { id } = (await list(FIRST_PAGE)).rows[0] ?? { id: 0 };
      const before = String(all.find((row) => row['id'] === id)?.['name_key']);
      const names = { Ångström: 'ÅNGSTR', Łukasz: 'łuk', 名前: '名', ﬁne: 'fin' };
      for (const [name, search] of Object.entries(names)) {
        await database.query('update accounts set name_key = $1 where id = $2', [
          name.normalize('NFKC').toLowerCase(),
          id,
        ]);
        assert.deepEqual(
          (await list({ ...FIRST_PAGE, search })).rows.map((row) => row.id),
          [id],
          name,
        );
      }
      await database.query('update accounts set name_key = $1 where id = $2', [before, id]);
    });
  });
}
