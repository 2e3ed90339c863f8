import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { ACCOUNT_ORDERS, accountList, type AccountListRequest } from '../../src/store/account-list.ts';
import { codeStore } from '../../src/store/codes.ts';
import { createDialect } from '../../src/store/dialect.ts';
import { FEW_ROWS, pageWindow, totals } from '../../src/store/lists.ts';
import { applyMigrations } from '../../src/store/maintenance.ts';
import type { Schema } from '../../src/store/schema.ts';
import { sessionStore } from '../../src/store/sessions.ts';
import { createTestDatabase, DATABASES, type DatabaseKind } from '../support/databases.ts';
import { seedAccounts, seedSessions } from '../support/seed.ts';
import { NOW, optionsOf } from './stores.ts';

/** More than are gathered and sorted, so that the long way is tried. */
const ACCOUNTS = FEW_ROWS + 1_000;

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

type Row = Record<string, string | number | null>;

/** A database with accounts and sessions, and every statement that is run on it. */
async function suiteLists(kind: DatabaseKind) {
  const database = await createTestDatabase(kind);
  const options = optionsOf(database);
  await applyMigrations(options);
  await seedAccounts(database, ACCOUNTS);
  await seedSessions(database, ACCOUNTS, NOW);
  const queries: CompiledQuery[] = [];
  const db = new Kysely<Schema>({
    dialect: createDialect(options),
    log: ({ query }) => {
      queries.push(query);
    },
  });
  after(async () => {
    await db.destroy();
    await database.drop();
  });

  /** How the database runs the statements that a task runs, a step a line. */
  async function plansOf(task: () => Promise<unknown>): Promise<string[]> {
    queries.length = 0;
    await task();
    const explained = [...queries];
    return db.connection().execute(async (connection) => {
      // So few rows are read fastest without an index; where there is none, the plan shows it none the less.
      if (kind === 'postgres') {
        await sql`set enable_seqscan = off`.execute(connection);
        await sql`set enable_bitmapscan = off`.execute(connection);
      }
      const prefix = kind === 'sqlite' ? 'explain query plan ' : 'explain ';
      const steps: string[] = [];
      for (const { sql: text, parameters } of explained) {
        const { rows } = await connection.executeQuery<Row>(
          CompiledQuery.raw(prefix + text, [...parameters]),
        );
        steps.push(...rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])));
      }
      return steps;
    });
  }
  return { database, db, plansOf };
}

/** Asserts that no step reads a table from one end to the other, but for along an index. */
function assertNoScan(steps: readonly string[], what: string): void {
  const scans = steps.filter((step) => /^SCAN (accounts|sessions|codes)$|Seq Scan on/.test(step.trim()));
  assert.deepEqual(scans, [], `${what}:\n${steps.join('\n')}`);
}

for (const kind of DATABASES) {
  describe(`lists on ${kind}`, async () => {
    const { database, db, plansOf } = await suiteLists(kind);
    const list = accountList(db);
    const first = {
      page: 1,
      limit: 10,
      descending: true,
      now: NOW,
      order: 'created_at',
      filter: {},
      search: null,
    } as const satisfies AccountListRequest;
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

    /** What a list must give, found in all rows. */
    function expected({ order, descending, filter, search, page, limit }: AccountListRequest) {
      const found = (sorted[order] ?? [])
        .filter((row) => Object.entries(filter).every(([name, value]) => row[name] === value))
        .filter(
          (row) =>
            search === null ||
            ['name_key', 'email_key', 'handle_key', 'uid', 'phone'].some((name) =>
              String(row[name]).startsWith(search.toLowerCase()),
            ),
        );
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
        for (const filter of FILTERS) {
          for (const descending of [true, false]) {
            const { total } = expected({ ...first, filter });
            const last = Math.max(1, Math.ceil(total / 7));
            for (const page of new Set([1, 2, Math.ceil(last / 2), last - 1, last, last + 1])) {
              if (page > 0) await assertListed({ ...first, order, filter, descending, page, limit: 7 });
            }
          }
        }
      });

      it(`by ${order}: walks its index, and reads no table through`, async () => {
        for (const filter of [{}, { role: 'user' }, { role: 'user', status: 'active' }]) {
          for (const page of [1, 300]) {
            const steps = await plansOf(() => list({ ...first, order, filter, page }));
            assertNoScan(steps, order);
            // Where nothing is filtered, the unique index may do as well.
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

    it('no filter reads the table through, nor sorts more than a few', async () => {
      for (const filter of FILTERS) {
        for (const order of ORDERS) {
          assertNoScan(await plansOf(() => list({ ...first, order, filter })), JSON.stringify(filter));
        }
      }
    });

    it('finds the beginnings of emails, handles, names, phones and uids, by their indexes', async () => {
      const uid = String(all[17]?.['uid']);
      const searches = [
        'a.seeded17',
        'A.SEEDED',
        'name q 5',
        'NAME Q',
        uid,
        uid.slice(0, 9),
        'nobody',
        '+493010005',
      ];
      for (const search of searches) {
        for (const filter of [{}, { status: 'suspended' }, { status: 'active' }]) {
          for (const page of [1, 3]) await assertListed({ ...first, search, filter, page });
          assertNoScan(await plansOf(() => list({ ...first, search, filter })), search);
        }
      }
      for (const search of ['+49 30 10000017', '004930 10000017', '49 (30) 10000017']) {
        const { rows } = await list({ ...first, search });
        assert.deepEqual(
          rows.map(({ phone }) => phone),
          ['+493010000017'],
        );
      }
    });

    it('DB1: takes wildcards and quotes for what they are', async () => {
      for (const search of ['%', '_', 'a%', '_.seeded1', '*', "'", '"', '\\', "' or 1=1 --", 'a.seeded1%']) {
        assert.deepEqual(await list({ ...first, search }), { total: 0, rows: [] }, search);
      }
    });

    it('a search that finds more than a few thousand shows as many as are gathered', async () => {
      const { total, rows } = await list({ ...first, search: 'name' });
      assert.equal(total, FEW_ROWS);
      assert.equal(rows.length, 10);
      // Where few accounts pass the filter, none of them is missed.
      await assertListed({ ...first, search: 'name', filter: { status: 'suspended' } });
    });

    it('letters of every script are found in any case', async () => {
      const { id } = (await list(first)).rows[0] ?? { id: 0 };
      const before = String(all.find((row) => row['id'] === id)?.['name_key']);
      const names = { Ångström: 'ÅNGSTR', Łukasz: 'łuk', 名前: '名', ﬁne: 'fin' };
      for (const [name, search] of Object.entries(names)) {
        await database.query('update accounts set name_key = $1 where id = $2', [
          name.normalize('NFKC').toLowerCase(),
          id,
        ]);
        assert.deepEqual(
          (await list({ ...first, search })).rows.map((row) => row.id),
          [id],
          name,
        );
      }
      await database.query('update accounts set name_key = $1 where id = $2', [before, id]);
    });

    describe('of sessions', () => {
      const sessions = sessionStore(db);
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

      it('reads no table through, whatever is asked', async () => {
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
        assertNoScan(await plansOf(() => sessions.liveOfAccount(5, NOW)), 'of an account');
        const { rows } = await sessions.list({ ...page, filter: { account_id: 5 } });
        for (const row of rows) assert.equal(row.account_id, 5);
      });
    });

    it('of codes: reads no table through', async () => {
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

describe('the window of a page', () => {
  it('is walked from the nearer end and given in the asked order', () => {
    const request = { limit: 10, descending: true, now: 0 };
    assert.deepEqual(pageWindow({ ...request, page: 1 }, 95), {
      offset: 0,
      limit: 10,
      walk: 'desc',
      order: 'desc',
    });
    assert.deepEqual(pageWindow({ ...request, page: 10 }, 95), {
      offset: 0,
      limit: 5,
      walk: 'asc',
      order: 'desc',
    });
    assert.deepEqual(pageWindow({ ...request, page: 9 }, 95), {
      offset: 5,
      limit: 10,
      walk: 'asc',
      order: 'desc',
    });
    assert.equal(pageWindow({ ...request, page: 11 }, 95), null);
    assert.equal(pageWindow({ ...request, page: Number.MAX_SAFE_INTEGER }, 95), null);
    assert.equal(pageWindow({ ...request, page: 1 }, 0), null);
  });
});

describe('remembered totals', () => {
  it('are exact below 100,000, and at most a second old above', async () => {
    const total = totals();
    let rows = 99_999;
    const ask = (now: number, what: unknown = {}) => total(what, now, async () => rows);
    assert.equal(await ask(0), 99_999);
    rows = 100_000;
    assert.equal(await ask(0), 100_000);
    rows = 100_001;
    assert.equal(await ask(999), 100_000);
    assert.equal(await ask(999, { role: 'user' }), 100_001);
    assert.equal(await ask(1_000), 100_001);
  });
});
