import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestDatabase } from '../../support/databases.ts';
import { PASSWORD, startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { asText, assertRefusal, claimsOf, suiteKeyward } from '../expectations.ts';
import { addPerson, newSession } from '../people.ts';
import { cookiesSet } from '../cookies/cookies.ts';
import { databasesFor } from '../../support/usual-size.ts';

const DUAL = { KEYWARD_DUAL_TOKEN_MODE: 'on' };

const me = (keyward: TestKeyward, token: string) => keyward.call('GET', '/me', { token });
const refresh = (keyward: TestKeyward, token: string) =>
  keyward.call('POST', '/token/refresh', { body: { refresh_token: token } });

for (const kind of databasesFor(import.meta.filename)) {
  describe(`two instances on one ${kind} database`, () => {
    for (const path of ['/logout', '/logout-all']) {
      it(`SE1: a session that ${path} ends on one stops working on the other at once`, async () => {
        await using database = await createTestDatabase(kind, 'tables');
        await using first = await startKeyward(kind, { database, settings: DUAL });
        await using second = await startKeyward(kind, { database, settings: DUAL, clock: first.clock });
        const { token, refreshToken } = await addPerson(first);
        assert.equal((await me(second, token)).status, 200);

        let ended = false;
        let polls = 0;
        const poll = async () => {
          while (polls < 20) {
            const begunAfter = ended;
            const { status } = await me(second, token);
            if (!begunAfter) continue;
            assert.equal(status, 401);
            polls += 1;
          }
        };
        const polling = poll();
        assert.equal((await first.call('POST', path, { token })).status, 200);
        ended = true;
        await polling;
        assertRefusal(await me(second, token), 401, 'SessionDestroyedError');
        for (const keyward of [first, second]) {
          assertRefusal(await refresh(keyward, refreshToken), 401, 'InvalidTokenError');
        }
      });
    }

    it('SE1, TK7: a refresh token used on both at once has one successor, and reuse on one ends it on both', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      await using first = await startKeyward(kind, { database, settings: DUAL });
      await using second = await startKeyward(kind, { database, settings: DUAL, clock: first.clock });
      const { refreshToken } = await addPerson(first);
      const both = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? first : second));
      const answers = await Promise.all(both.map((keyward) => refresh(keyward, refreshToken)));
      for (const answer of answers) assert.equal(answer.status, 200, answer.text);
      const [successor, ...others] = new Set(answers.map(({ body }) => asText(body['refresh_token'])));
      assert.deepEqual(others, []);
      first.clock.advance(30_001);
      assertRefusal(await refresh(second, refreshToken), 401, 'InvalidTokenError');
      assertRefusal(await refresh(first, successor ?? ''), 401, 'InvalidTokenError');
    });
  });

  describe(`sessions on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: DUAL });
    const setColumn = (id: number, column: 'role' | 'status', value: string) =>
      keyward.database.query(`update accounts set ${column} = $2 where id = $1`, [id, value]);
    const counts = (token: string) => keyward.call('GET', '/config/counts', { token });

    it('SE4: suspending an account takes effect at once on its tokens, refreshes and logins', async () => {
      const { id, email, token, refreshToken } = await addPerson(keyward, { role: 'superadmin' });
      assert.equal((await counts(token)).status, 200);
      for (const status of ['suspended', 'pending', 'archived']) {
        await setColumn(id, 'status', status);
        assertRefusal(await counts(token), 403, 'AccountInactiveError');
        assertRefusal(await me(keyward, token), 403, 'AccountInactiveError');
        assertRefusal(await keyward.call('POST', '/logout', { token }), 403, 'AccountInactiveError');
        assertRefusal(await refresh(keyward, refreshToken), 403, 'AccountInactiveError');
        const login = { identifier: email, password: PASSWORD };
        assertRefusal(await keyward.call('POST', '/login', { body: login }), 403, 'AccountInactiveError');
      }
      await setColumn(id, 'status', 'active');
      assert.equal((await counts(token)).status, 200);
    });

    it('SE4: deleting an account ends its sessions', async () => {
      const { id, email, token, refreshToken } = await addPerson(keyward, { role: 'superadmin' });
      await keyward.database.query('delete from accounts where id = $1', [id]);
      assertRefusal(await counts(token), 401, 'SessionDestroyedError');
      assertRefusal(await me(keyward, token), 401, 'SessionDestroyedError');
      assertRefusal(await refresh(keyward, refreshToken), 401, 'InvalidTokenError');
      const login = { identifier: email, password: PASSWORD };
      assertRefusal(await keyward.call('POST', '/login', { body: login }), 401, 'InvalidCredentialsError');
    });

    it('P18-2: ids that are given out again after a restored backup are those of other sessions', async () => {
      const [one, other] = [await addPerson(keyward), await addPerson(keyward)];
      const later = 'update sessions set created_at = created_at + 3600000 where account_id = $1';
      await keyward.database.query(later, [one.id]);
      assertRefusal(await me(keyward, one.token), 401, 'SessionDestroyedError');
      assertRefusal(await refresh(keyward, one.refreshToken), 401, 'InvalidTokenError');
      await keyward.database.query(`update accounts set uid = 'another' where id = $1`, [other.id]);
      assertRefusal(await me(keyward, other.token), 401, 'SessionDestroyedError');
    });

    it('SE5: a change of role takes effect at once and keeps the session', async () => {
      const { id, token } = await addPerson(keyward);
      for (const role of ['user', 'Superadmin', 'superadmin ', 'admin']) {
        await setColumn(id, 'role', role);
        assertRefusal(await counts(token), 403, 'RoleMismatchError');
      }
      await setColumn(id, 'role', 'superadmin');
      assert.equal((await counts(token)).status, 200);
      await setColumn(id, 'role', 'user');
      assertRefusal(await counts(token), 403, 'RoleMismatchError');
      assert.equal((await me(keyward, token)).status, 200);
    });

    it('SE6: a login begins a new session, whatever the client sends along', async () => {
      const victim = await addPerson(keyward);
      const attacker = await addPerson(keyward);
      const sid = claimsOf(attacker.token)['sid'];
      const login = { identifier: victim.email, password: PASSWORD };
      for (const field of ['sid', 'session_id', 'id', 'access_token']) {
        const answer = await keyward.call('POST', '/login', { body: { ...login, [field]: sid } });
        assertRefusal(answer, 422, 'ValidationError', [field]);
      }
      const answer = await keyward.call('POST', `/login?sid=${String(sid)}`, {
        body: login,
        token: attacker.token,
        headers: { cookie: `sid=${String(sid)}; access_token=${attacker.token}; session=${String(sid)}` },
      });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(cookiesSet(answer), {});
      const claims = claimsOf(answer.body['access_token']);
      assert.deepEqual([claims['aid'], claims['sid'] === sid], [victim.id, false]);
      const rows = await keyward.database.query('select account_id from sessions where id = $1', [
        Number(sid),
      ]);
      assert.deepEqual(rows, [{ account_id: attacker.id }]);
      await keyward.call('POST', '/logout', { token: attacker.token });
      assertRefusal(await me(keyward, attacker.token), 401, 'SessionDestroyedError');
    });

    it('SE6: a cookie is no token while tokens are not delivered by cookie', async () => {
      const { token } = await addPerson(keyward);
      const headers = { cookie: `access_token=${token}` };
      assertRefusal(await keyward.call('GET', '/me', { headers }), 401, 'TokenMissingError');
    });

    it('SE7: the row decides whether a session has ended, whatever the token says', async () => {
      const { id, token, refreshToken } = await addPerson(keyward);
      const other = await newSession(keyward, id);
      const sid = Number(claimsOf(token)['sid']);
      const expire = (at: number) =>
        keyward.database.query('update sessions set expires_at = $2 where id = $1', [sid, at]);
      await expire(keyward.clock.now() + 1_000);
      assert.equal((await me(keyward, token)).status, 200);
      for (const at of [keyward.clock.now(), keyward.clock.now() - 1, 0]) {
        await expire(at);
        assertRefusal(await me(keyward, token), 401, 'SessionDestroyedError');
        assertRefusal(await refresh(keyward, refreshToken), 401, 'InvalidTokenError');
      }
      assert.equal((await me(keyward, other.token)).status, 200);
    });
  });

  describe(`the cap of sessions on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { KEYWARD_SESSIONS_PER_ACCOUNT: '5' } });
    const live = async (tokens: string[]) => {
      const statuses = [];
      for (const token of tokens) statuses.push((await me(keyward, token)).status);
      return statuses;
    };

    it('SE8: one session beyond the cap ends the oldest, of this account only', async () => {
      const bystander = await addPerson(keyward);
      const { id, email, token } = await addPerson(keyward);
      const tokens = [token];
      for (let i = 0; i < 4; i += 1) tokens.push((await newSession(keyward, id)).token);
      assert.deepEqual(await live(tokens), [200, 200, 200, 200, 200]);
      tokens.push((await keyward.logIn(email)).token);
      assert.deepEqual(await live(tokens), [401, 200, 200, 200, 200, 200]);
      tokens.push((await keyward.logIn(email)).token);
      assert.deepEqual(await live(tokens), [401, 401, 200, 200, 200, 200, 200]);
      assert.deepEqual(await live([bystander.token]), [200]);
    });

    it('SE8: 200 sessions leave the five newest', async () => {
      const { id } = await addPerson(keyward);
      const tokens: string[] = [];
      for (let i = 0; i < 200; i += 1) tokens.push((await newSession(keyward, id)).token);
      const rows = await keyward.database.query('select id from sessions where account_id = $1 order by id', [
        id,
      ]);
      assert.deepEqual(
        rows.map((row) => row['id']),
        tokens.slice(-5).map((token) => claimsOf(token)['sid']),
      );
    });

    it('SE8: many simultaneous sign-ins leave no more sessions than the cap', async () => {
      const { id } = await addPerson(keyward);
      for (let round = 0; round < 5; round += 1) {
        await Promise.all(Array.from({ length: 20 }, () => newSession(keyward, id)));
        const rows = await keyward.database.query('select id from sessions where account_id = $1', [id]);
        assert.equal(rows.length, 5);
      }
    });
  });
}
