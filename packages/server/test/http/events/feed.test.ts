import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertForSuperadmins } from '../admin/admin.ts';
import { assertRefusal, suiteKeyward } from '../expectations.ts';
import { addFeedReader, type FeedReader, idsOf, tell } from './events.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`GET /event on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    let reader: FeedReader;
    before(async () => {
      reader = await addFeedReader(keyward);
    });

    it('is for superadmins', () =>
      assertForSuperadmins(keyward, (token) => keyward.call('GET', '/event', { token })));

    it('returns events newest first; after a cursor, oldest first', async () => {
      const { cursor } = await reader.page('?limit=1');
      const person = await keyward.signUp({ name: 'Ada' });
      const { events, has_more } = await reader.page(`?after=${cursor}`);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['account.created', 'session.started'],
      );
      assert.equal(has_more, false);
      const [created] = events;
      assert.match(created?.id ?? '', /^evt_[\w-]{22}$/);
      assert.match(created?.timestamp ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.deepEqual(Object(created?.data['account']).id, person.id);
      assert.deepEqual(Object.keys(created ?? {}), ['id', 'type', 'timestamp', 'data']);
      assert.deepEqual(idsOf(await reader.page('?limit=2')), idsOf({ events }).toReversed());
      assert.deepEqual((await reader.ask(`/${created?.id}`)).body, created);
      assertRefusal(await reader.ask('/evt_none'), 404, 'EventNotFoundError');
    });

    it('pages in both directions from any cursor, and nothing is skipped or repeated', async () => {
      const start = (await reader.page('?limit=1')).cursor;
      const ids = await tell(keyward, 25);
      for (const order of ['asc', 'desc'] as const) {
        const found: string[] = [];
        let at = order === 'asc' ? `&after=${start}` : '';
        let pages = 0;
        for (let more = true; more && found.length < 25; pages += 1) {
          const page = await reader.page(`?limit=10&order=${order}${at}`);
          found.push(...idsOf(page));
          more = page.has_more;
          at = `&after=${page.cursor}`;
        }
        assert.equal(pages, 3);
        assert.deepEqual(order === 'asc' ? found : found.slice(0, 25).toReversed(), ids);
      }
      const middle = await reader.page(`?after=${start}&limit=10`);
      assert.deepEqual(
        idsOf(await reader.page(`?after=${middle.cursor}&order=desc&limit=9`)),
        ids.slice(0, 9).toReversed(),
      );
      assert.deepEqual(idsOf(await reader.page(`?after=${middle.cursor}&limit=2`)), ids.slice(10, 12));
    });

    it('answers a cursor that continues after an empty page', async () => {
      const filter = 'type=accounts.exported';
      const empty = await reader.page(`?${filter}`);
      assert.deepEqual([empty.events, empty.has_more], [[], false]);
      await tell(keyward, 3);
      const after = await reader.page(`?${filter}&after=${empty.cursor}`);
      assert.deepEqual(after.events, []);
      assert.notEqual(after.cursor, empty.cursor);
      const ids = await tell(keyward, 1, () => ({ type: 'accounts.exported' }));
      for (const { cursor } of [empty, after])
        assert.deepEqual(idsOf(await reader.page(`?${filter}&after=${cursor}`)), ids);
    });

    it('filters', async () => {
      const start = (await reader.page('?limit=1')).cursor;
      const at = (minute: number) => Date.parse('2026-01-31T12:00:00Z') + minute * 60_000;
      const [one = '', two = '', three = '', four = '', five = ''] = await tell(keyward, 5, (index) => ({
        type:
          ['session.ended', 'session.started', 'login.failed', 'account.deleted', 'session.ended'][index] ??
          '',
        account_id: [71, 71, 72, 72, null][index] ?? null,
        actor: ['account:71', null, 'key:3', 'operator', 'service'][index] ?? null,
        ip_address: index % 2 === 0 ? '2001:db8::1' : '192.0.2.77',
        // Not in the order of commit.
        at: at([2, 1, 3, 4, 0][index] ?? 0),
      }));
      const cases: [query: string, found: string[]][] = [
        ['type=session.ended', [one, five]],
        ['type=session.*', [one, two, five]],
        ['type=session.*&type=login.failed', [one, two, three, five]],
        ['account_id=71', [one, two]],
        ['account_id=72&type=account.*', [four]],
        ['actor_id=account:71', [one]],
        ['actor_id=superadmin:71', [one]],
        ['actor_id=key:3', [three]],
        ['actor_id=operator', [four]],
        ['actor_id=service', [five]],
        ['ip_address=2001:0db8:0::0001', [one, three, five]],
        ['ip_address=192.0.2.77&account_id=72', [four]],
        ['q=SESSION', [one, two, five]],
        ['q=ended++session.', [one, five]],
        ['q=failed&account_id=72', [three]],
        ['q=+', [one, two, three, four, five]],
        ['since=2026-01-31T12:02:00Z&until=2026-01-31T12:04:00Z', [one, three]],
        ['since=2026-01-31T12:03:00.000&until=2026-02-01T00:00:00', [three, four]],
        ['until=2026-01-31T14:01:00%2B02:00', [five]],
        ['until=2026-01-31T14:01:00+02:00', [five]],
        ['since=2026-01-31T07:04:00-05:00&until=2026-01-31T12:05:00Z', [four]],
        ['type=session.*&until=2026-01-31T12:02:00Z', [two, five]],
      ];
      for (const [query, found] of cases) {
        assert.deepEqual(idsOf(await reader.page(`?after=${start}&${query}`)), found, query);
        assert.deepEqual(
          idsOf(await reader.page(`?limit=${found.length}&${query}`)),
          found.toReversed(),
          query,
        );
      }
    });

    it('422: says which parameter is wrong, and the remedy', async () => {
      const cases: [query: string, path: string, remedy: RegExp][] = [
        ['limit=0', 'limit', />= 1/],
        ['limit=1001', 'limit', /<= 1000/],
        ['limit=x', 'limit', /integer/],
        ['order=up', 'order', /asc, desc/],
        ['after=', 'after', /leave it out/],
        ['after=7', 'after', /leave it out/],
        ['after=ezzzzzzzzzzz', 'after', /leave it out/],
        ['after=e07', 'after', /leave it out/],
        ['after=ezzzzzz', 'after', /backup/],
        ['type=session.gone', 'type', /session\.started, session\.ended, or session\.\*/],
        ['type=session.ended&type=nothing.*', 'type', /account\.\*/],
        ['type=*', 'type', /account\.\*/],
        ['type=', 'type', /account\.\*/],
        ['account_id=0', 'account_id', />= 1/],
        ['actor_id=7', 'actor_id', /account:7/],
        ['actor_id=operator:7', 'actor_id', /account:7/],
        ['ip_address=localhost', 'ip_address', /192\.0\.2\.10/],
        ['q=%00', 'q', /./],
        ['since=yesterday', 'since', /2026-01-31T12:00:00Z/],
        ['since=2026-02-30T12:00:00Z', 'since', /2026-01-31T12:00:00Z/],
        ['until=2026-01-31', 'until', /2026-01-31T12:00:00Z/],
        ['page=2', 'page', /use type, account_id/],
      ];
      for (const [query, path, remedy] of cases) {
        const answer = await reader.ask(`?${query}`);
        assertRefusal(answer, 422, 'ValidationError', [path]);
        assert.match(String(answer.body['message']), remedy, query);
      }
    });
  });
}
