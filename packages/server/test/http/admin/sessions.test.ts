import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD, startKeyward } from '../../support/keyward.ts';
import { assertAnswer, assertRefusal, suiteKeyward, timestampOf } from '../expectations.ts';
import { addPerson, newSession } from '../people.ts';
import { addSuperadmin, assertForSuperadmins, eventsOf, NOT_COUNTS, rowsOf } from './admin.ts';
import { databasesFor } from '../../support/usual-size.ts';

const DAY = 86_400_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`administration of sessions on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const remove = (path: string, token: string | undefined) => keyward.call('DELETE', path, { token });

    it('GET /session/ 200: the live ones, newest first, with the filters', async () => {
      await using own = await startKeyward(kind);
      const root = await addSuperadmin(own);
      const person = await addPerson(own);
      own.clock.advance(1_000);
      await newSession(own, person.id);
      const list = (query = '') => own.call('GET', `/session/${query}`, { token: root.token });
      const all = rowsOf(await list(), 'sessions');
      assert.deepEqual(
        all.map(({ account_id }) => account_id),
        [person.id, person.id, root.id],
      );
      assert.deepEqual(all[0], {
        id: all[0]?.['id'],
        account_id: person.id,
        ip_address: '127.0.0.1',
        user_agent: 'test',
        created_at: timestampOf(own.clock.now()),
        last_used_at: timestampOf(own.clock.now()),
        expires_at: timestampOf(own.clock.now() + 7 * DAY),
        device: null,
        browser: null,
        system: null,
        current: false,
        method: 'password',
        account: { name: person.email.replace(/^added(\d+)@.*/, 'Added $1'), email: person.email },
      });
      assert.equal(all[2]?.['current'], true);
      const { sessions: _, cursor, ...page } = (await list('?limit=2')).body;
      assert.equal(typeof cursor, 'string');
      assert.deepEqual(page, { total: 3, total_pages: 2, page: 1, limit: 2 });
      assert.equal(rowsOf(await list(`?account_id=${root.id}`), 'sessions').length, 1);
      assert.equal(rowsOf(await list('?ip_address=127.0.0.1'), 'sessions').length, 3);
      assert.equal(rowsOf(await list('?ip_address=192.0.2.1'), 'sessions').length, 0);
      assert.deepEqual(rowsOf(await list('?sort=created_at'), 'sessions'), all.toReversed());

      const day = timestampOf(own.clock.now()).slice(0, 10);
      for (const [field, value, found] of [
        ['id', all[1]?.['id'], 1],
        ['account_id', person.id, 2],
        ['account_id', 'x', 0],
        ['ip_address', '0.0.', 3],
        ['ip_address', '0_0', 0],
        ['user_agent', 'ES', 3],
        ['created_at', day, 3],
        ['last_used_at', day, 3],
        ['expires_at', day, 0],
        ['expires_at', timestampOf(own.clock.now() + 7 * DAY).slice(0, 13), 3],
      ] as const) {
        const rows = rowsOf(await list(`?field=${field}&value=${String(value)}`), 'sessions');
        assert.equal(rows.length, found, `${field} ${String(value)}`);
      }
      assertRefusal(await list('?field=token&value=x'), 422, 'ValidationError', ['field']);

      await own.database.query('update sessions set expires_at = $1 where id = $2', [
        own.clock.now(),
        Number(all[0]?.['id']),
      ]);
      assert.deepEqual(rowsOf(await list(), 'sessions'), all.slice(1));
      assert.deepEqual(
        rowsOf(await list('?expired=true'), 'sessions').map(({ id }) => id),
        [all[0]?.['id']],
      );
    });

    it('finds sessions by how they began and by words of the device, together with the other filters', async () => {
      await using own = await startKeyward(kind);
      const root = await addSuperadmin(own);
      const person = await addPerson(own);
      const agents = [
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
        'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      ];
      for (const agent of agents)
        await own.call('POST', '/login', {
          body: { identifier: person.email, password: PASSWORD },
          headers: { 'user-agent': agent },
        });
      await own.database.query("update sessions set method = 'passkey' where user_agent like '%Firefox%'");
      const found = async (query: string, token = root.token) =>
        rowsOf(await own.call('GET', `/session/?${query}`, { token }), 'sessions').map(
          ({ browser, method }) => `${String(browser)} ${String(method)}`,
        );
      const [safari, firefox] = ['Safari password', 'Firefox passkey'];
      for (const [query, expected] of [
        ['device=macos', [safari]],
        ['device=Firefox,+Linux', [firefox]],
        ['device=firefox+macos', []],
        ['device=10_15', [safari]],
        ['device=desktop', [firefox, safari]],
        ['device=desktop&limit=1&page=2', [safari]],
        ['method=passkey', [firefox]],
        ['method=code', []],
        [`method=password&account_id=${person.id}&device=desktop`, [safari]],
        ['method=passkey&ip_address=127.0.0.1', [firefox]],
        ['method=passkey&ip_address=192.0.2.1', []],
        ['method=passkey&field=user_agent&value=safari', []],
        [`device=linux&account_id=${root.id}`, []],
      ] as const)
        assert.deepEqual(await found(query), expected, query);

      // A key that may only read sessions does not learn whose they are.
      const { body } = await own.call('POST', '/apikey', {
        token: root.token,
        body: { name: 'watch', scopes: ['sessions:read'] },
      });
      const [row] = rowsOf(await own.call('GET', '/session/', { token: String(body['key']) }), 'sessions');
      assert.deepEqual([row?.['account'], row?.['current']], [null, false]);
    });

    it('RL11: 422 for an invalid page, limit, account or order', async () => {
      const { token } = await addSuperadmin(keyward);
      for (const value of NOT_COUNTS) {
        for (const field of ['page', 'limit', 'account_id']) {
          const answer = await keyward.call('GET', `/session/?${field}=${value}`, { token });
          assertRefusal(answer, 422, 'ValidationError', [field]);
        }
        if (value === '') continue;
        assertRefusal(await remove(`/session/${value}`, token), 422, 'ValidationError', ['id']);
        assertRefusal(await remove(`/account/${value}/sessions`, token), 422, 'ValidationError', ['id']);
        assertRefusal(await remove(`/me/sessions/${value}`, token), 422, 'ValidationError', ['id']);
      }
      for (const query of [
        'sort=ip_address',
        'expired=maybe',
        'ip_address=%00',
        'method=sms',
        'device=%00',
      ]) {
        const answer = await keyward.call('GET', `/session/?${query}`, { token });
        assertRefusal(answer, 422, 'ValidationError', [query.replace(/=.*/, '')]);
      }
    });

    it('DELETE /session/{id}: ends that one at once, and is recorded', async () => {
      const root = await addSuperadmin(keyward);
      const person = await addPerson(keyward);
      const other = await newSession(keyward, person.id);
      const [newest] = rowsOf(
        await keyward.call('GET', `/session/?account_id=${person.id}`, { token: root.token }),
        'sessions',
      );
      const id = Number(newest?.['id']);
      const events = await eventsOf(keyward, async () =>
        assertAnswer(await remove(`/session/${id}`, root.token), 200, {
          success: true,
          message: 'Session destroyed successfully',
        }),
      );
      assert.deepEqual(
        events.map(({ name, accountId, metadata }) => ({ name, accountId, metadata })),
        [
          {
            name: 'admin.sessions_ended',
            accountId: root.id,
            metadata: { session_id: id, account_id: person.id, count: 1 },
          },
        ],
      );
      assertRefusal(await keyward.call('GET', '/me', { token: other.token }), 401, 'SessionDestroyedError');
      assert.equal((await keyward.call('GET', '/me', { token: person.token })).status, 200);
      assertRefusal(await remove(`/session/${id}`, root.token), 404, 'SessionNotFoundError');
    });

    it('DELETE /account/{id}/sessions: ends all of one account, and nobody else’s', async () => {
      const root = await addSuperadmin(keyward);
      const person = await addPerson(keyward);
      await newSession(keyward, person.id);
      const [event] = await eventsOf(keyward, async () =>
        assertAnswer(await remove(`/account/${person.id}/sessions`, root.token), 200, {
          success: true,
          message: 'All sessions of the account destroyed successfully',
          count: 2,
        }),
      );
      assert.deepEqual(event?.metadata, { account_id: person.id, count: 2 });
      assertRefusal(await keyward.call('GET', '/me', { token: person.token }), 401, 'SessionDestroyedError');
      assert.equal((await keyward.call('GET', '/me', { token: root.token })).status, 200);
      assertRefusal(await remove('/account/9007199254740991/sessions', root.token), 404, 'UserNotFoundError');
    });

    it('DELETE /session/ and /session/all do the same by the id in the body', async () => {
      const root = await addSuperadmin(keyward);
      const person = await addPerson(keyward);
      const ask = (path: string, body: unknown, token?: string) =>
        keyward.call('DELETE', path, { token, body });
      const { rows } = await keyward.app.services.store.sessions.list({
        page: 1,
        limit: 1,
        descending: true,
        now: keyward.clock.now(),
        filter: { account_id: person.id },
        expired: false,
      });
      const body = { session_id: rows[0]?.id };
      const message = 'Session destroyed successfully';
      assertAnswer(await ask('/session/', body, root.token), 200, { success: true, message });
      assertRefusal(await keyward.call('GET', '/me', { token: person.token }), 401, 'SessionDestroyedError');
      assertRefusal(await ask('/session/', body, root.token), 404, 'SessionNotFoundError');

      await newSession(keyward, person.id);
      const all = await ask('/session/all', { account_id: person.id }, root.token);
      assert.deepEqual([all.status, all.body['count']], [200, 1]);
      assertRefusal(await ask('/session/', {}, root.token), 422, 'ValidationError', ['session_id']);
      await assertForSuperadmins(keyward, (token) => ask('/session/', body, token));
      await assertForSuperadmins(keyward, (token) => ask('/session/all', { account_id: person.id }, token));
    });

    it('SE7: cleanup removes expired rows and leaves what lives, clear ends everybody’s', async () => {
      await using own = await startKeyward(kind);
      const root = await addSuperadmin(own);
      const person = await addPerson(own);
      // More than one batch.
      for (const [count, expiry] of [
        [1_203, own.clock.now()],
        [600, own.clock.now() + DAY],
      ] as const) {
        await own.database.query(
          `insert into sessions (account_id, ip_address, user_agent, created_at, last_used_at, expires_at, refresh_generation, refreshed_at)
           with recursive n (n) as (select 1 union all select n + 1 from n where n < $1)
           select $2, '192.0.2.1', 'x', 0, 0, $3, 0, 0 from n`,
          [count, person.id, expiry],
        );
      }
      const cleanup = () => own.call('DELETE', '/session/cleanup', { token: root.token });
      const message = 'Expired sessions removed successfully';
      assertAnswer(await cleanup(), 200, { success: true, message, count: 1_203 });
      assertAnswer(await cleanup(), 200, { success: true, message, count: 0 });
      assert.equal((await own.call('GET', '/me', { token: person.token })).status, 200);

      const events = await eventsOf(own, async () =>
        assertAnswer(await own.call('DELETE', '/session/clear', { token: root.token }), 200, {
          success: true,
          message: 'All sessions destroyed successfully',
          count: 602,
        }),
      );
      assert.deepEqual(
        events.map(({ metadata }) => metadata),
        [{ which: 'all', count: 602 }],
      );
      for (const { token } of [root, person]) {
        assertRefusal(await own.call('GET', '/me', { token }), 401, 'SessionDestroyedError');
      }
      await own.logIn(person.email);
    });

    it('401, 403: for superadmins only', async () => {
      for (const path of ['/session/1', '/session/cleanup', '/session/clear', '/account/1/sessions']) {
        await assertForSuperadmins(keyward, (token) => remove(path, token));
      }
      await assertForSuperadmins(keyward, (token) => keyward.call('GET', '/session/', { token }));
    });
  });
}
