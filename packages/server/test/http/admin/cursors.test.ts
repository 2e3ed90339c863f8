import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { asText, assertRefusal, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { addSuperadmin, rowsOf } from './admin.ts';
import { databasesFor } from '../../support/usual-size.ts';

interface Listed {
  path: string;
  /** The name of the rows in the answer. */
  rows: string;
  table: string;
  /** The column that answers call `id`. */
  id?: string;
  sorts?: readonly string[];
  /** Adds a row; times and names repeat, so that ids decide. */
  insert: string;
}

const END = 4_000_000_000_000;

/** Every list that has pages. `$1` counts the rows, `$2` is an account. */
const LISTS: readonly Listed[] = [
  {
    path: '/account/?email_verified=false',
    rows: 'accounts',
    table: 'accounts',
    sorts: ['created_at', 'updated_at', 'email', 'handle', 'name'],
    insert: `insert into accounts (uid, name, name_key, handle, handle_key, email, email_key, email_verified, role, status, created_at, updated_at)
      select 'u' || n, 'N', 'n' || (n % 3), 'h' || n, 'h' || n, 'e' || n, 'e' || n, 0, 'user', 'active', n % 3, n % 5 from row`,
  },
  {
    path: '/session/?field=user_agent&value=odd',
    rows: 'sessions',
    table: 'sessions',
    insert: `insert into sessions (account_id, ip_address, user_agent, created_at, last_used_at, expires_at, refresh_generation, refreshed_at)
      select account, '192.0.2.1', 'odd', n % 3, 0, ${END}, 0, 0 from row`,
  },
  {
    path: '/session/?ip_address=192.0.2.1',
    rows: 'sessions',
    table: 'sessions',
    insert: `insert into sessions (account_id, ip_address, user_agent, created_at, last_used_at, expires_at, refresh_generation, refreshed_at)
      select account, '192.0.2.1', '', n % 3, 0, ${END}, 0, 0 from row`,
  },
  {
    path: '/otp/?purpose=login',
    rows: 'otps',
    table: 'codes',
    insert: `insert into codes (email, email_key, purpose, code_hash, asker_hash, attempts, stranger_attempts, created_at, expires_at)
      select 'e' || n, 'e' || n, 'login', '', '', 0, 0, n % 3, ${END} from row`,
  },
  {
    path: '/oauth/?',
    rows: 'links',
    table: 'provider_links',
    insert: `insert into provider_links (account_id, provider, subject, created_at)
      select account, 'p' || n, 's', n % 3 from row`,
  },
  {
    path: '/invitation/?status=pending',
    rows: 'invitations',
    table: 'invitations',
    sorts: ['created_at', 'expires_at', 'email'],
    insert: `insert into invitations (email, email_key, role, token_hash, created_at, expires_at)
      select 'e', 'e' || (n % 3), 'user', 't' || n, n % 3, ${END} + n % 5 from row`,
  },
  {
    path: '/apikey/?',
    rows: 'api_keys',
    table: 'api_keys',
    insert: `insert into api_keys (name, hint, key_hash, scopes, created_at) select 'k', 'h', 'k' || n, 'accounts:read', n % 3 from row`,
  },
  {
    path: '/webhook/?',
    rows: 'webhooks',
    table: 'webhooks',
    id: 'uid',
    insert: `insert into webhooks (uid, url, description, enabled, created_at, sealed_secret, languages, cursor)
      select 'w' || n, 'http://a.example', '', 0, 0, '', '', 0 from row`,
  },
  {
    path: '/webhook/w0/delivery/?state=failed',
    rows: 'deliveries',
    table: 'deliveries',
    id: 'uid',
    insert: `insert into deliveries (uid, webhook_id, event_id, state, attempts)
      select 'd' || n, (select min(id) from webhooks), (select min(id) from events), 'failed', '[]' from row`,
  },
];

const ROWS = 12;

/** Adds rows that are numbered from one to another. */
async function add({ database }: TestKeyward, { insert }: Listed, from: number, to: number, account: number) {
  await database.query(
    `with recursive row (n, account) as (select cast($1 as bigint), cast($3 as bigint)
      union all select n + 1, account from row where n < $2)
    ${insert.replaceAll(/'(\w+)' \|\| n\b/g, "'$1' || cast(n as text)")}`,
    [from, to, account],
  );
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`cursors of lists on ${kind}`, () => {
    it('a walk returns every row that stays once, while rows come and go', async () => {
      await using keyward = await startKeyward(kind);
      const { token, id: root } = await addSuperadmin(keyward);
      const { id: account } = await addPerson(keyward);
      const kept = new Set<unknown>([root, account, 'w0']);
      let added = 0;

      for (const list of LISTS) {
        if (list.path === '/webhook/?') await add(keyward, list, 0, 0, account);
        await add(keyward, list, added + 1, (added += ROWS), account);
        const column = list.id ?? 'id';
        for (const sort of list.sorts ?? ['created_at']) {
          for (const direction of ['', '-']) {
            const query = `${list.path}&sort=${direction}${sort}`;
            const rows = await keyward.database.query(`select ${column} as id from ${list.table}`);
            const before = rows.map(({ id }) => id);
            const seen: unknown[] = [];
            const gone: unknown[] = [];
            let after = '';
            for (let page = 1; ; page += 1) {
              const answer = await keyward.call('GET', `${query}&limit=3${after}`, { token });
              seen.push(...rowsOf(answer, list.rows).map(({ id }) => id));
              assert.equal(answer.body['page'], page, query);
              if (answer.body['cursor'] === null) break;
              after = `&after=${asText(answer.body['cursor'])}`;
              if (page > 2) continue;
              // Also deletes the row of the cursor, because a cursor is a position, not a row.
              const removed = [seen.at(-1), before.find((id) => !seen.includes(id) && !kept.has(id))].filter(
                (id) => id !== undefined && !kept.has(id),
              );
              gone.push(...removed);
              const names = removed.map((id) => (typeof id === 'number' ? id : `'${String(id)}'`));
              if (names.length > 0)
                await keyward.database.query(
                  `delete from ${list.table} where ${column} in (${names.join()})`,
                );
              await add(keyward, list, added + 1, (added += 2), account);
            }
            assert.equal(new Set(seen).size, seen.length, `${query}: a row twice`);
            const listed = rowsOf(await keyward.call('GET', `${query}&limit=100`, { token }), list.rows);
            const missed = listed.filter(({ id }) => before.includes(id) && !seen.includes(id));
            assert.deepEqual(missed, [], `${query}: missed`);
            assert.ok(listed.length >= ROWS - 4 && gone.length > 2, query);
          }
        }
      }
    });

    const keyward = suiteKeyward(kind);

    it('pages and cursors go together: the cursor of a page leads to the next', async () => {
      const { token } = await addSuperadmin(keyward);
      for (let i = 0; i < 5; i += 1) await addPerson(keyward);
      const get = (query: string) => keyward.call('GET', `/account/?limit=2&sort=email&${query}`, { token });
      const second = await get('page=2');
      const third = await get(`after=${asText(second.body['cursor'])}`);
      assert.deepEqual(third.body, (await get('page=3')).body);
      // Other parameters are ignored, as usual.
      assert.equal((await get(`after=${asText(second.body['cursor'])}&other=1`)).status, 200);
      assert.equal((await get('page=1000')).body['cursor'], null);
    });

    it('422: refuses a cursor with a page, of other filters, another sort or list, and an invalid cursor', async () => {
      const { token } = await addSuperadmin(keyward);
      await addPerson(keyward);
      const first = await keyward.call('GET', '/account/?limit=1&q=added', { token });
      const cursor = asText(first.body['cursor']);
      const forged = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
      const [list]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
      for (const [path, field] of [
        [`/account/?q=added&page=1&after=${cursor}`, 'page'],
        [`/account/?q=adde&after=${cursor}`, 'after'],
        [`/account/?after=${cursor}`, 'after'],
        [`/account/?q=added&status=active&after=${cursor}`, 'after'],
        [`/account/?q=added&sort=created_at&after=${cursor}`, 'after'],
        [`/account/?q=added&sort=email&after=${cursor}`, 'after'],
        [`/session/?after=${cursor}`, 'after'],
        ['/account/?after=', 'after'],
        ['/account/?after=e5yc', 'after'],
        [`/account/?q=added&after=${forged([list, 1, 'text', 1])}`, 'after'],
        [`/account/?q=added&after=${forged([list, 1, 1.5, 1])}`, 'after'],
        [`/account/?q=added&after=${forged([list, 1, 1])}`, 'after'],
        [`/account/?q=added&after=${forged({ list })}`, 'after'],
      ] as const)
        assertRefusal(await keyward.call('GET', path, { token }), 422, 'ValidationError', [field]);
      const other = await keyward.call('GET', `/account/?after=${cursor}`, { token });
      assert.match(String(other.body['message']), /a cursor of this list with the same sort and filters/);
    });
  });
}
