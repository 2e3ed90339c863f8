import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, it } from 'node:test';
import { PASSWORD, startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { asText, assertRefusal, claimsOf, headerOf, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DUAL = { KEYWARD_DUAL_TOKEN_MODE: 'on' };

const seconds = (ms: number) => Math.floor(ms / 1000);

function logIn(keyward: TestKeyward, identifier: string) {
  return keyward.call('POST', '/login', { body: { identifier, password: PASSWORD } });
}

for (const kind of ANY_DATABASE) {
  describe(`tokens of single-token mode on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { KEYWARD_SESSION_DURATION_DAYS: '2' } });

    it('name the account, the session and the type, and live as long as the session', async () => {
      const { id, email } = await addPerson(keyward);
      const { body } = await logIn(keyward, email);
      const claims = claimsOf(body['access_token']);
      const end = seconds(keyward.clock.now() + 2 * DAY_MS);
      assert.deepEqual([claims['aid'], claims['type'], claims['exp']], [id, 'access', end]);
      const rows = await keyward.database.query('select account_id from sessions where id = $1', [
        Number(claims['sid']),
      ]);
      assert.deepEqual(rows, [{ account_id: id }]);
    });

    it('are reported as expired after their expiry', async () => {
      const { token } = await addPerson(keyward);
      keyward.clock.advance(2 * DAY_MS - 2_000);
      assert.equal((await keyward.call('GET', '/me', { token })).status, 200);
      keyward.clock.advance(2_000);
      assertRefusal(await keyward.call('GET', '/me', { token }), 401, 'TokenExpiredError');
    });
  });

  describe(`tokens of dual-token mode on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: {
        ...DUAL,
        KEYWARD_ACCESS_TOKEN_EXPIRE_MINUTES: '5',
        KEYWARD_REFRESH_TOKEN_EXPIRE_DAYS: '3',
        KEYWARD_SESSION_DURATION_DAYS: '4',
      },
    });

    it('live for the minutes and days of the settings', async () => {
      const { email } = await addPerson(keyward);
      const { body } = await logIn(keyward, email);
      const [access, refresh] = [claimsOf(body['access_token']), claimsOf(body['refresh_token'])];
      assert.equal(access['exp'], seconds(keyward.clock.now() + 5 * MINUTE_MS));
      assert.equal(refresh['exp'], seconds(keyward.clock.now() + 3 * DAY_MS));
      assert.deepEqual([access['type'], refresh['type']], ['access', 'refresh']);
      assert.deepEqual([refresh['aid'], refresh['sid']], [access['aid'], access['sid']]);
    });

    it('TK9: never outlive the session, however late they are issued', async () => {
      const { refreshToken } = await addPerson(keyward);
      const end = seconds(keyward.clock.now() + 4 * DAY_MS);
      keyward.clock.advance(2 * DAY_MS);
      const second = await keyward.call('POST', '/token/refresh', { body: { refresh_token: refreshToken } });
      assert.equal(claimsOf(second.body['refresh_token'])['exp'], end);
      keyward.clock.advance(2 * DAY_MS - 2 * MINUTE_MS);
      const body = { refresh_token: second.body['refresh_token'] };
      const third = await keyward.call('POST', '/token/refresh', { body });
      assert.equal(claimsOf(third.body['access_token'])['exp'], end);
      assert.equal(claimsOf(third.body['refresh_token'])['exp'], end);
    });

    it('TK8: differ from login to login and from refresh to refresh within a second', async () => {
      const { email } = await addPerson(keyward);
      const [first, second] = [await logIn(keyward, email), await logIn(keyward, email)];
      const refreshes = [];
      for (const { body } of [first, first, second]) {
        const { refresh_token: token } = body;
        refreshes.push(await keyward.call('POST', '/token/refresh', { body: { refresh_token: token } }));
      }
      const answers = [first, second, ...refreshes];
      for (const { status, text } of answers) assert.equal(status, 200, text);
      const access = answers.map(({ body }) => body['access_token']);
      assert.equal(new Set(access).size, 5);
      // The second refresh of the first login gets the same successor: see TK7.
      const refresh = answers.map(({ body }) => body['refresh_token']);
      assert.equal(new Set(refresh).size, 4);
      assert.equal(new Set([...access, ...refresh].map((token) => claimsOf(token)['jti'])).size, 9);
    });
  });
}

const pem = ({ privateKey }: { privateKey: KeyObject }) =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Every signing algorithm, with a secret for it; none: the generated one. */
const ALGORITHMS: Record<string, (() => string) | null> = {
  HS256: null,
  HS384: null,
  HS512: null,
  RS256: () => pem(generateKeyPairSync('rsa', { modulusLength: 2048 })),
  ES256: () => pem(generateKeyPairSync('ec', { namedCurve: 'P-256' })),
  EdDSA: () => pem(generateKeyPairSync('ed25519')),
};

describe('signing algorithms', () => {
  for (const [algorithm, secret] of Object.entries(ALGORITHMS)) {
    it(`${algorithm}: signs tokens that are good for their use, within the grace too`, async () => {
      const key: Record<string, string> = secret === null ? {} : { KEYWARD_JWT_SECRET: secret() };
      const settings = { ...DUAL, KEYWARD_JWT_ALGORITHM: algorithm, ...key };
      await using keyward = await startKeyward('sqlite', { settings });
      const { token, refreshToken } = await addPerson(keyward);
      for (const jws of [token, refreshToken]) {
        const { kid, ...header } = headerOf(jws);
        assert.deepEqual(header, { alg: algorithm, typ: 'JWT' });
        assert.match(asText(kid), /^[\w-]{12}\.0$/);
      }
      assert.equal((await keyward.call('GET', '/me', { token })).status, 200);
      const refresh = () => keyward.call('POST', '/token/refresh', { body: { refresh_token: refreshToken } });
      const [first, second] = [await refresh(), await refresh()];
      assert.deepEqual([first.status, second.status], [200, 200]);
      const [one, other] = [first, second].map(({ body }) => body['refresh_token']);
      // ECDSA signatures of the same text differ.
      if (algorithm === 'ES256') assert.deepEqual(claimsOf(one), claimsOf(other));
      else assert.equal(one, other);
    });
  }
});
