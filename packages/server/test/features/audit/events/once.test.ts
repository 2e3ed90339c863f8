import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addSuperadmin } from '../../../http/admin/admin.ts';
import { suiteKeyward } from '../../../http/expectations.ts';
import { addPerson } from '../../../http/people.ts';
import { auditLogOf } from '../../../support/audit-log.ts';
import { toldLines } from './told.ts';
import { databasesFor } from '../../../support/usual-size.ts';

const AT_ONCE = 50;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`acts and their events, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: { KEYWARD_DUAL_TOKEN_MODE: 'on', KEYWARD_REFRESH_ROTATION: 'on' },
    });
    const call: typeof keyward.call = (...request) => keyward.call(...request);

    async function toldBy(act: () => Promise<unknown>): Promise<string[]> {
      const { length } = await toldLines(keyward.database);
      await act();
      return (await toldLines(keyward.database)).slice(length);
    }
    const atOnce = (act: (index: number) => Promise<unknown>) =>
      Promise.all(Array.from({ length: AT_ONCE }, (_, index) => act(index)));

    it('RL22: an account that reuses replaced refresh tokens on purpose leaves a hundred events a day', async () => {
      const { email } = await keyward.signUp({});
      const refresh = (refreshToken: string) =>
        call('POST', '/token/refresh', { body: { refresh_token: refreshToken } });
      for (let round = 0; round < 6; round += 1) {
        const begun = await Promise.all(Array.from({ length: 20 }, () => keyward.logIn(email)));
        await Promise.all(begun.map(({ refreshToken }) => refresh(refreshToken)));
        keyward.clock.advance(31_000);
        for (const { refreshToken } of begun) assert.equal((await refresh(refreshToken)).status, 401);
      }
      assert.equal((await auditLogOf(keyward.database, 'session.refresh_reused')).length, 100);
      const ends = await auditLogOf(keyward.database, 'session.ended');
      assert.equal(ends.filter(({ data }) => data['reason'] === 'refresh_reused').length, 120);
    });

    it('RL22: an account that signs in again and again leaves a hundred events a day, and then one a minute', async () => {
      const { id, email } = await keyward.signUp({});
      const rows = () =>
        keyward.database.query(
          "select uid, count, data from events where type = 'session.started' and account_id = $1 order by id",
          [id],
        );
      for (let more = 1; more < 100; more += 1) await keyward.logIn(email);
      assert.equal((await rows()).length, 100);
      for (let more = 0; more < 30; more += 1) await keyward.logIn(email);
      await Promise.all(Array.from({ length: 20 }, () => keyward.logIn(email)));
      const [shared, ...others] = (await rows()).slice(100);
      assert.equal(Number(shared?.['count']), 50);
      assert.deepEqual(others, []);
      keyward.clock.advance(60_000);
      await keyward.logIn(email);
      assert.equal((await rows()).length, 102);
      const { token } = await addSuperadmin(keyward);
      const feed = await call('GET', `/event/?type=session.started&account_id=${id}&limit=3`, { token });
      const { events }: { events: { data: { count?: number } }[] } = JSON.parse(feed.text);
      assert.deepEqual(
        events.map(({ data }) => data.count),
        [1, 50, undefined],
      );
      const day = await call('GET', '/event/counts', { token });
      const { buckets }: { buckets: { sign_ins: number }[] } = JSON.parse(day.text);
      const [{ sum } = {}] = await keyward.database.query(
        "select sum(count) as sum from events where type = 'session.started'",
      );
      assert.equal(
        buckets.reduce((all, bucket) => all + bucket.sign_ins, 0),
        Number(sum),
      );
    });

    it('one act is recorded once, however many request it at once', async () => {
      const ada = await keyward.signUp({ handle: 'ada' });
      const { token, refreshToken } = await keyward.logIn('ada');
      assert.deepEqual(await toldBy(() => atOnce(() => call('POST', '/logout', { token: ada.token }))), [
        'session.ended ada by ada: reason logout',
      ]);
      const refresh = () => call('POST', '/token/refresh', { body: { refresh_token: refreshToken } });
      assert.equal((await refresh()).status, 200);
      keyward.clock.advance(31_000);
      assert.deepEqual(await toldBy(() => atOnce(refresh)), [
        'session.refresh_reused ada by anybody',
        'session.ended ada by anybody: reason refresh_reused',
      ]);
      assert.equal((await call('GET', '/me', { token })).status, 401);

      const root = await addSuperadmin(keyward, { handle: 'root' });
      const body = { account_id: ada.id, status: 'suspended' };
      assert.deepEqual(
        await toldBy(() => atOnce(() => call('PATCH', '/account', { token: root.token, body }))),
        ['account.status_changed ada by root: status "active" → "suspended"'],
      );
      assert.deepEqual(
        await toldBy(() =>
          atOnce(() => call('DELETE', '/account', { token: root.token, body: { account_id: ada.id } })),
        ),
        ['account.deleted ada by root'],
      );
      const failing = { identifier: 'nobody', password: 'Wrong-horse-1' };
      await toldBy(() => atOnce(() => call('POST', '/login', { body: failing })));
      await keyward.app.services.writeFailures();
      const [{ count } = {}] = await keyward.database.query(
        "select sum(count) as count from events where type in ('login.failed', 'login.locked_out')",
      );
      assert.equal(Number(count), AT_ONCE);
    });

    it('SC4: no act happens without its event; refusals are answered as usual', async () => {
      const root = await addSuperadmin(keyward);
      const { id, email, token } = await addPerson(keyward);
      const { database, unexpected } = keyward;
      const state = async () => [
        await database.query('select * from accounts order by id'),
        await database.query('select id from sessions order by id'),
        await database.query('select * from settings'),
        (await keyward.callRoot('GET', '/log', { token: root.token })).body['snapshots'],
      ];
      const before = await state();
      await database.query('alter table events rename to gone');
      const acts: [method: string, path: string, token: string | undefined, body?: object][] = [
        ['PATCH', '/me', token, { name: 'New' }],
        ['POST', '/logout', token],
        ['POST', '/logout-all', token],
        ['POST', '/login', undefined, { identifier: email, password: 'Correct-horse-1' }],
        ['PATCH', '/account', root.token, { account_id: id, status: 'suspended' }],
        ['DELETE', '/account', root.token, { account_id: id }],
        ['DELETE', '/session/clear', root.token],
        ['POST', '/config/cookie', root.token, { cookie_mode: true }],
        ['POST', '/log', root.token, { name: 'untold', source: 'app' }],
      ];
      for (const [method, path, by, body] of acts) {
        const answer = await keyward[path === '/log' ? 'callRoot' : 'call'](method, path, {
          token: by,
          ...(body !== undefined && { body }),
        });
        assert.ok(answer.status >= 500, `${method} ${path}: ${answer.text}`);
      }
      const wrong = { identifier: email, password: 'Wrong-horse-1' };
      assert.equal((await call('POST', '/login', { body: wrong })).status, 401);
      await database.query('alter table gone rename to events');
      assert.deepEqual(await state(), before);
      unexpected.length = 0;
    });

    it('an interrupted clearing of sessions is recorded', async () => {
      if (kind === 'postgres') return;
      const root = await addSuperadmin(keyward);
      const { database } = keyward;
      await database.query(
        `insert into sessions (account_id, ip_address, user_agent, created_at, last_used_at, expires_at, refresh_generation, refreshed_at)
         with recursive n (n) as (select 1 union all select n + 1 from n where n < 1500)
         select $1, '192.0.2.1', 'x', 0, 0, 9000000000000000, 0, 0 from n`,
        [root.id],
      );
      await database.query(
        "create trigger dies before delete on sessions when old.id = (select max(id) from sessions) begin select raise(abort, 'dies'); end",
      );
      const told = await auditLogOf(database, 'sessions.ended_by_superadmin');
      const answer = await call('DELETE', '/session/clear', { token: root.token });
      assert.equal(answer.status, 500, answer.text);
      const [{ left } = {}] = await database.query('select count(*) as left from sessions');
      assert.ok(Number(left) > 0 && Number(left) < 1500, String(left));
      assert.equal((await auditLogOf(database, 'sessions.ended_by_superadmin')).length, told.length + 1);
      await database.query('drop trigger dies');
      keyward.unexpected.length = 0;
    });
  });
}
