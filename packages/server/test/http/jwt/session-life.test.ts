import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestDatabase } from '../../support/databases.ts';
import { startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { asText, assertRefusal, claimsOf, suiteKeyward, timestampOf } from '../expectations.ts';
import { addPerson, newSession } from '../people.ts';
import { superadminOf } from '../config/superadmin.ts';
import { databasesFor } from '../../support/usual-size.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const ONE_WEEK = { session_duration_days: 7 };

const refresh = (keyward: TestKeyward, token: string) =>
  keyward.call('POST', '/token/refresh', { body: { refresh_token: token } });

for (const kind of databasesFor(import.meta.filename)) {
  describe(`sliding sessions on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const sliding = { ...ONE_WEEK, dual_token_mode: true, sliding: true, max_session_days: 10 };

    it('SE10: a refresh moves the end, its token and its cookies, but never past the longest life', async () => {
      const { set, post } = await superadminOf(keyward);
      await set('jwt', sliding);
      const { id } = await addPerson(keyward);
      const begun = keyward.clock.now();
      let { refreshToken } = await newSession(keyward, id);
      for (const [days, end] of [
        [2, 9],
        [2, 10],
        [5, 10],
      ] as const) {
        keyward.clock.advance(days * DAY);
        const { status, body, text } = await refresh(keyward, refreshToken);
        assert.equal(status, 200, text);
        refreshToken = asText(body['refresh_token']);
        assert.equal(claimsOf(refreshToken)['exp'], Math.floor((begun + end * DAY) / 1000));
        const me = await keyward.call('GET', '/me', { token: asText(body['access_token']) });
        assert.equal(Object(me.body['session']).expires_at, timestampOf(begun + end * DAY));
      }
      await set('cookie', { cookie_mode: true });
      const inCookies = await refresh(keyward, refreshToken);
      const cookie = inCookies.headers.getSetCookie().find((one) => one.startsWith('refresh_token='));
      assert.match(String(cookie), new RegExp(`Max-Age=${DAY / 1000};`));
      await set('cookie', { cookie_mode: false });

      // Turning it off does not change existing sessions.
      const { refreshToken: other } = await newSession(keyward, id);
      await set('jwt', { ...ONE_WEEK, dual_token_mode: true });
      keyward.clock.advance(6 * DAY);
      const last = asText((await refresh(keyward, other)).body['refresh_token']);
      keyward.clock.advance(DAY);
      assertRefusal(await refresh(keyward, last), 401, 'InvalidTokenError');

      for (const [fields, path] of [
        [{ sliding: true }, 'sliding'],
        [{ ...sliding, max_session_days: 6 }, 'max_session_days'],
      ] as const)
        assertRefusal(await post('/config/jwt', { ...ONE_WEEK, ...fields }), 400, 'InvalidConfigError', [
          path,
        ]);
      await set('jwt', ONE_WEEK);
    });

    it('moves the end without rotation too, by a new refresh token', async () => {
      await using own = await startKeyward(kind, { settings: { KEYWARD_REFRESH_ROTATION: 'off' } });
      await (await superadminOf(own)).set('jwt', sliding);
      const { refreshToken } = await addPerson(own);
      own.clock.advance(2 * DAY);
      const { body } = await refresh(own, refreshToken);
      const next = claimsOf(asText(body['refresh_token']));
      assert.equal(next['exp'], Math.floor((own.clock.now() + 7 * DAY) / 1000));
      own.clock.advance(6 * DAY);
      assert.equal((await refresh(own, asText(body['refresh_token']))).status, 200);
      assertRefusal(await refresh(own, refreshToken), 401, 'InvalidTokenError');
    });
  });

  describe(`idle sessions on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const idle = (idle_minutes: number | null) => ({ ...ONE_WEEK, idle_minutes });
    const me = (token: string, by = keyward) => by.call('GET', '/me', { token });

    it('SE11: end after the minutes without use, in every answer, and for good', async () => {
      const { set } = await superadminOf(keyward);
      await set('jwt', { ...idle(30), dual_token_mode: true, access_token_expire_minutes: 1_000 });
      const person = await addPerson(keyward);
      const unused = await newSession(keyward, person.id);
      const used = async (minutes: number) => {
        keyward.clock.advance(minutes * MINUTE);
        return (await me(person.token)).status;
      };
      assert.deepEqual([await used(1), await used(29), await used(1)], [200, 200, 200]);

      const sid = claimsOf(unused.token)['sid'];
      const own = await keyward.call('GET', '/me/sessions', { token: person.token });
      assert.equal(Object(own.body['sessions']).length, 1);
      const { get } = await superadminOf(keyward);
      const listed = async (query: string) => {
        const { body } = await get(`/session?account_id=${person.id}${query}`);
        return [body['total'], Object(body['sessions']).map(({ id }: { id: number }) => id)];
      };
      assert.deepEqual(await listed(''), [1, [claimsOf(person.token)['sid']]]);
      assert.deepEqual(await listed('&expired=true'), [1, [sid]]);
      const ended = await keyward.call('DELETE', `/me/sessions/${String(sid)}`, { token: person.token });
      assertRefusal(ended, 404, 'SessionNotFoundError');
      assertRefusal(await me(unused.token), 401, 'SessionDestroyedError');
      assertRefusal(await refresh(keyward, unused.refreshToken), 401, 'InvalidTokenError');
      await set('jwt', { ...idle(null), dual_token_mode: true });
      assertRefusal(await me(unused.token), 401, 'SessionDestroyedError');
      assert.equal((await me(person.token)).status, 200);
      await set('jwt', ONE_WEEK);
    });

    it('SE11: are counted by a dry run, and swept', async () => {
      const { set, post, id } = await superadminOf(keyward);
      await set('jwt', ONE_WEEK);
      await keyward.database.query('delete from sessions');
      const person = await addPerson(keyward);
      keyward.clock.advance(20 * MINUTE);
      await newSession(keyward, person.id);
      const planned = await post('/config/jwt?dry_run=true', idle(10));
      assert.equal(planned.body['signs_out'], 1, planned.text);
      assert.match(String(planned.body['effects']), /idle_minutes is 10: .* 1 of them at once/);
      await set('jwt', idle(10));
      assert.equal((await post('/config/jwt?dry_run=true', idle(30))).body['effects'], undefined);
      const remaining = async () => {
        await keyward.app.services.sweep();
        const rows = await keyward.database.query('select id from sessions where account_id <> $1', [id]);
        return rows.length;
      };
      assert.equal(await remaining(), 1);
      await set('jwt', ONE_WEEK);
      keyward.clock.advance(DAY);
      assert.equal(await remaining(), 1);
    });

    it('SE11: a use on one instance counts on the others', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      await using one = await startKeyward(kind, { database });
      await using two = await startKeyward(kind, { database, clock: one.clock });
      await (await superadminOf(one)).set('jwt', idle(5));
      await two.app.services.runtimeSettings.catchUp();
      const { token } = await addPerson(one);
      // Late in the five minutes a use is written at once; otherwise within thirty seconds.
      for (const [by, minutes] of [
        [two, 4.9],
        [one, 4.9],
        [two, 2],
        [one, 4.9],
      ] as const) {
        one.clock.advance(minutes * MINUTE);
        assert.equal((await me(token, by)).status, 200);
        if (minutes === 2) await by.app.services.housekeep();
      }
      one.clock.advance(5 * MINUTE + 1);
      assertRefusal(await me(token, two), 401, 'SessionDestroyedError');
    });
  });
}
