import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD, startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { asText, assertAnswer, assertRefusal, claimsOf, JWT, suiteKeyward } from '../expectations.ts';
import { addPerson, newSession } from '../people.ts';
import { databasesFor } from '../../support/usual-size.ts';

const DUAL = { KEYWARD_DUAL_TOKEN_MODE: 'on' };
const DAY_MS = 86_400_000;

function refresh(keyward: TestKeyward, token: unknown) {
  return keyward.call('POST', '/token/refresh', { body: { refresh_token: token } });
}

/** A refresh that must succeed. @returns the refresh token of its answer */
async function successor(keyward: TestKeyward, token: string): Promise<string> {
  const answer = await refresh(keyward, token);
  assert.equal(answer.status, 200, answer.text);
  return asText(answer.body['refresh_token']);
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`POST /token/refresh on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: DUAL });
    const isLive = async (token: string) => (await keyward.call('GET', '/me', { token })).status === 200;

    describe('200', () => {
      it('answers new tokens of the same session', async () => {
        const { token, refreshToken } = await addPerson(keyward);
        const answer = await refresh(keyward, refreshToken);
        assert.equal(answer.status, 200, answer.text);
        const fields = ['access_token', 'refresh_token', 'token_type'];
        assert.deepEqual(Object.keys(answer.body).sort(), fields);
        assert.equal(answer.body['token_type'], 'Bearer');
        const { access_token: access, refresh_token: next } = answer.body;
        assert.match(asText(access), JWT);
        assert.notEqual(next, refreshToken);
        assert.equal(claimsOf(access)['sid'], claimsOf(token)['sid']);
        assert.equal(claimsOf(access)['type'], 'access');
        assert.ok(await isLive(asText(access)));
        await successor(keyward, asText(next));
      });

      it('works after the access token has expired', async () => {
        const { token, refreshToken } = await addPerson(keyward);
        keyward.clock.advance(15 * 60_000);
        assertRefusal(await keyward.call('GET', '/me', { token }), 401, 'TokenExpiredError');
        assert.equal((await refresh(keyward, refreshToken)).status, 200);
      });

      it('TK7: within 30 s, the predecessor gets the same successor each time', async () => {
        const { refreshToken } = await addPerson(keyward);
        const next = await successor(keyward, refreshToken);
        for (const wait of [0, 1, 29_999]) {
          keyward.clock.advance(wait);
          assert.equal(await successor(keyward, refreshToken), next);
        }
        await successor(keyward, next);
      });

      it('TK7: within 30 s, the predecessor of a token that was rotated too gets the newest', async () => {
        const { refreshToken: r1 } = await addPerson(keyward);
        const r2 = await successor(keyward, r1);
        keyward.clock.advance(10_000);
        const r3 = await successor(keyward, r2);
        keyward.clock.advance(10_000);
        assert.equal(await successor(keyward, r1), r3);
        assert.equal(await successor(keyward, r2), r3);
        const r4 = await successor(keyward, r3);
        assert.equal(await successor(keyward, r1), r4);
        assert.equal(new Set([r1, r2, r3, r4]).size, 4);
      });

      it('TK7: 50 simultaneous uses lead to one live successor and end nothing', async () => {
        const { refreshToken } = await addPerson(keyward);
        const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(keyward, refreshToken)));
        for (const answer of answers) assert.equal(answer.status, 200, answer.text);
        const successors = new Set(answers.map(({ body }) => asText(body['refresh_token'])));
        assert.equal(successors.size, 1);
        for (const { body } of answers) assert.ok(await isLive(asText(body['access_token'])));
        await successor(keyward, [...successors].join());
      });
    });

    describe('401', () => {
      it('TokenMissingError when there is no token at all', async () => {
        assertRefusal(await keyward.call('POST', '/token/refresh', { body: {} }), 401, 'TokenMissingError');
        assertRefusal(await keyward.call('POST', '/token/refresh'), 401, 'TokenMissingError');
      });

      it('InvalidTokenError for a text that is not a token, or for a forged token', async () => {
        const { refreshToken } = await addPerson(keyward);
        const tampered = `${refreshToken.slice(0, -3)}AAA`;
        for (const token of ['x', 'a.b.c', tampered, `${refreshToken}.`, refreshToken.slice(0, -1)]) {
          assertRefusal(await refresh(keyward, token), 401, 'InvalidTokenError');
        }
        assert.equal((await refresh(keyward, refreshToken)).status, 200);
      });

      it('InvalidTokenError after a logout, whatever was rotated', async () => {
        const { refreshToken } = await addPerson(keyward);
        const answer = await refresh(keyward, refreshToken);
        await keyward.call('POST', '/logout', { token: asText(answer.body['access_token']) });
        for (const token of [refreshToken, answer.body['refresh_token']]) {
          assertRefusal(await refresh(keyward, token), 401, 'InvalidTokenError');
        }
      });

      it('InvalidTokenError when the account is gone', async () => {
        const { id, refreshToken } = await addPerson(keyward);
        await keyward.database.query('delete from accounts where id = $1', [id]);
        assertRefusal(await refresh(keyward, refreshToken), 401, 'InvalidTokenError');
      });

      it('TK6: reuse after the grace destroys the session with all its tokens, and no other', async () => {
        const { id, token, refreshToken: r1 } = await addPerson(keyward);
        const other = await newSession(keyward, id);
        const answer = await refresh(keyward, r1);
        const access = asText(answer.body['access_token']);
        keyward.clock.advance(30_001);
        assert.ok(await isLive(token));
        assertRefusal(await refresh(keyward, r1), 401, 'InvalidTokenError');
        assertRefusal(await refresh(keyward, answer.body['refresh_token']), 401, 'InvalidTokenError');
        for (const dead of [token, access]) {
          assertRefusal(await keyward.call('GET', '/me', { token: dead }), 401, 'SessionDestroyedError');
        }
        const rows = await keyward.database.query('select id from sessions where account_id = $1', [id]);
        assert.deepEqual(rows, [{ id: claimsOf(other.token)['sid'] }]);
        assert.ok(await isLive(other.token));
        assert.equal((await refresh(keyward, other.refreshToken)).status, 200);
      });

      it('TK6: reuse is detected long after, and by any token of the chain', async () => {
        const { refreshToken: r1 } = await addPerson(keyward);
        const r2 = await successor(keyward, r1);
        keyward.clock.advance(DAY_MS);
        const r3 = await successor(keyward, r2);
        keyward.clock.advance(DAY_MS);
        assertRefusal(await refresh(keyward, r1), 401, 'InvalidTokenError');
        assertRefusal(await refresh(keyward, r3), 401, 'InvalidTokenError');
      });

      it('TK9: refreshing every day does not outlive the session', async () => {
        const { refreshToken } = await addPerson(keyward);
        let token = refreshToken;
        for (let day = 1; day <= 6; day += 1) {
          keyward.clock.advance(DAY_MS);
          token = await successor(keyward, token);
        }
        keyward.clock.advance(DAY_MS);
        assertRefusal(await refresh(keyward, token), 401, 'InvalidTokenError');
      });
    });

    describe('403', () => {
      it('AccountInactiveError for an account that is not active, and the session stays', async () => {
        const { id, refreshToken } = await addPerson(keyward);
        const setStatus = (status: string) =>
          keyward.database.query('update accounts set status = $2 where id = $1', [id, status]);
        await setStatus('suspended');
        assertRefusal(await refresh(keyward, refreshToken), 403, 'AccountInactiveError');
        await setStatus('active');
        assert.equal((await refresh(keyward, refreshToken)).status, 200);
      });
    });

    describe('422', () => {
      it('refuses a token that is not text, and unknown fields', async () => {
        for (const token of [null, 1, true, [], ['x'], {}]) {
          assertRefusal(await refresh(keyward, token), 422, 'ValidationError', ['refresh_token']);
        }
        const body = { refresh_token: 'x', sid: 1 };
        const answer = await keyward.call('POST', '/token/refresh', { body });
        assertRefusal(answer, 422, 'ValidationError', ['sid']);
      });
    });
  });

  describe(`refresh tokens that live shorter than their session on ${kind}`, () => {
    const settings = { ...DUAL, KEYWARD_REFRESH_TOKEN_EXPIRE_DAYS: '1' };
    const keyward = suiteKeyward(kind, { settings });

    it('401: an expired one is refused, and each successor lives its own day', async () => {
      const { refreshToken } = await addPerson(keyward);
      keyward.clock.advance(DAY_MS - 1_000);
      const next = await successor(keyward, refreshToken);
      keyward.clock.advance(DAY_MS - 1_000);
      const last = await successor(keyward, next);
      keyward.clock.advance(DAY_MS);
      assertRefusal(await refresh(keyward, last), 401, 'InvalidTokenError');
    });
  });

  describe(`POST /token/refresh without rotation on ${kind}`, () => {
    const settings = { ...DUAL, KEYWARD_REFRESH_ROTATION: 'off' };
    const keyward = suiteKeyward(kind, { settings });

    it('200: the same refresh token works until the session ends', async () => {
      const { refreshToken } = await addPerson(keyward);
      for (let day = 0; day < 7; day += 1) {
        assert.equal(await successor(keyward, refreshToken), refreshToken);
        keyward.clock.advance(DAY_MS);
      }
      assertRefusal(await refresh(keyward, refreshToken), 401, 'InvalidTokenError');
    });

    it('401: not after a logout', async () => {
      const { token, refreshToken } = await addPerson(keyward);
      await keyward.call('POST', '/logout', { token });
      assertRefusal(await refresh(keyward, refreshToken), 401, 'InvalidTokenError');
    });
  });

  describe(`POST /token/refresh in single-token mode on ${kind}`, () => {
    const keyward = suiteKeyward(kind);

    it('401: InvalidTokenError, also for the access token and for one of dual-token mode', async () => {
      const { clock, database } = keyward;
      await using dual = await startKeyward(kind, { settings: DUAL, clock, database });
      const { email, refreshToken } = await addPerson(dual);
      const login = { identifier: email, password: PASSWORD };
      const { body } = await keyward.call('POST', '/login/password', { body: login });
      for (const token of ['x', body['access_token'], refreshToken]) {
        assertRefusal(await refresh(keyward, token), 401, 'InvalidTokenError');
      }
      assertAnswer(await keyward.call('POST', '/logout', { token: asText(body['access_token']) }), 200, {
        success: true,
        message: 'Session destroyed successfully',
      });
    });
  });
}
