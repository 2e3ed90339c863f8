import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { startKeyward } from '../../support/keyward.ts';
import { assertAnswer, assertRefusal, claimsOf, headerOf, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { superadminOf } from './superadmin.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

const secret = (name: string) => `${name}-kT4zR8wQ1mX6vB3nJ7pL2sD9fG5hC0yA`;
const pem = { privateKeyEncoding: { type: 'pkcs8', format: 'pem' } } as const;
const publicPem = { publicKeyEncoding: { type: 'spki', format: 'pem' } } as const;
const KEYS = {
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048, ...pem, ...publicPem }),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256', ...pem, ...publicPem }),
  EdDSA: generateKeyPairSync('ed25519', { ...pem, ...publicPem }),
};
const P384 = generateKeyPairSync('ec', { namedCurve: 'P-384', ...pem, ...publicPem }).privateKey;
const MINUTE = 60_000;
const DAY = 86_400_000;

for (const kind of ANY_DATABASE) {
  describe(`create_key on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const inForce = () => keyward.app.services.settings.current.jwt;
    const me = async (token: string) => (await keyward.call('GET', '/me', { token })).status;

    it('creates keys that nobody sees, and keeps existing tokens valid until they end', async () => {
      const { post, patch } = await superadminOf(keyward);
      const jwks = async () => {
        const { body } = await keyward.callRoot('GET', '/.well-known/jwks.json');
        return [body['keys']].flat().map((key) => Object(key).kid);
      };
      const create = (body: Record<string, unknown>) => patch('/config/jwt', body);
      const before = inForce();
      const dry = await patch('/config/jwt?dry_run=true', { create_key: true, algorithm: 'ES256' });
      assert.deepEqual([dry.status, dry.body['signs_out'], inForce()], [200, 0, before]);

      const tokens = [(await addPerson(keyward)).token];
      const kids = [];
      for (const algorithm of ['ES256', 'EdDSA', 'RS256', 'HS256', undefined] as const) {
        const made = await create({ create_key: true, ...(algorithm && { algorithm }) });
        assert.equal(made.status, 200, made.text);
        assert.doesNotMatch(made.text, /PRIVATE KEY/);
        assert.equal(inForce().algorithm, algorithm ?? 'HS256');
        const { token } = await addPerson(keyward);
        tokens.push(token);
        if (algorithm !== undefined && algorithm !== 'HS256') kids.unshift(headerOf(token)['kid']);
        assert.deepEqual(await jwks(), kids);
        for (const one of tokens) assert.equal(await me(one), 200);
      }
      const saved = await keyward.database.query("select value from settings where section = 'jwt'");
      assert.doesNotMatch(JSON.stringify(saved), /PRIVATE KEY/);

      assertRefusal(
        await post('/config/jwt', { session_duration_days: 7, create_key: true, secret_key: secret('a') }),
        400,
        'InvalidConfigError',
      );
      for (let more = 0; more < 3; more += 1) assert.equal((await create({ create_key: true })).status, 200);
      assertRefusal(await create({ create_key: true }), 400, 'InvalidConfigError');

      keyward.clock.advance(7 * DAY - 1);
      assert.equal((await jwks()).length, 3);
      keyward.clock.advance(MINUTE);
      assert.deepEqual(await jwks(), []);
      const { token } = await addPerson(keyward);
      assert.equal((await post('/config/jwt', { create_key: true, session_duration_days: 7 })).status, 200);
      assert.equal(inForce().older_keys.length, 0, 'keys that ended are gone');
      assert.equal(await me(token), 200);
      await create({ create_key: true, overlap_minutes: 0 });
      assert.equal(await me(token), 401);
      // A code that a forged token got, or a cookie, must lead to no tokens of the new key (P18-5).
      assert.deepEqual(await keyward.database.query('select id from sessions'), []);
      assert.deepEqual([inForce().previous_key, inForce().older_keys], [null, []]);
    });
  });
}

for (const kind of ANY_DATABASE) {
  describe(`POST /config/jwt on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const inForce = () => keyward.app.services.settings.current.jwt;
    const me = async (token: string) => (await keyward.call('GET', '/me', { token })).status;

    it('200: lifetimes and mode apply to the next login, and missing fields take their defaults', async () => {
      const { post } = await superadminOf(keyward);
      const { email, token } = await addPerson(keyward);
      const body = { session_duration_days: 30, dual_token_mode: true, access_token_expire_minutes: 5 };
      assertAnswer(await post('/config/jwt', body), 200, {
        success: true,
        message: 'JWT configured successfully',
      });
      const { token: next, refreshToken } = await keyward.logIn(email);
      const now = keyward.clock.now();
      assert.equal(claimsOf(next)['exp'], Math.floor((now + 5 * MINUTE) / 1000));
      assert.equal(claimsOf(refreshToken)['exp'], Math.floor((now + 30 * DAY) / 1000));
      assert.equal(await me(token), 200, 'tokens of before stay good');

      assert.equal((await post('/config/jwt', { session_duration_days: 7 })).status, 200);
      const { secret_key: _, ...rest } = inForce();
      assert.deepEqual(rest, {
        algorithm: 'HS256',
        session_duration_days: 7,
        dual_token_mode: false,
        access_token_expire_minutes: 15,
        refresh_token_expire_days: 7,
        audience: [],
        claims: {},
        sliding: false,
        max_session_days: 90,
        idle_minutes: null,
        rotate_days: 90,
        key_created_at: null,
        key_generation: 0,
        previous_key: null,
        older_keys: [],
      });
    });

    it('TK13: a short or published secret, and an unknown algorithm, change nothing', async () => {
      const { post } = await superadminOf(keyward);
      const before = inForce();
      for (const [fields, path] of [
        [{ secret_key: '' }, 'secret_key'],
        [{ secret_key: 'a' }, 'secret_key'],
        [{ secret_key: 'secret' }, 'secret_key'],
        [{ secret_key: 'kT4zR8wQ1mX6vB3nJ7pL2sD9fG5hC0y' }, 'secret_key'],
        [{ secret_key: 'a-string-secret-at-least-256-bits-long' }, 'secret_key'],
        [{ secret_key: 'your-super-secret-jwt-token-with-at-least-32-characters-long' }, 'secret_key'],
        [{ secret_key: KEYS.RS256.privateKey }, 'secret_key'],
        [{ secret_key: secret('new'), algorithm: 'none' }, 'algorithm'],
        [{ secret_key: secret('new'), algorithm: 'HS1' }, 'algorithm'],
        [{ secret_key: secret('new'), algorithm: '' }, 'algorithm'],
        [{ secret_key: secret('new'), algorithm: 'RS256' }, 'secret_key'],
        [{ secret_key: KEYS.ES256.privateKey, algorithm: 'RS256' }, 'secret_key'],
        [{ secret_key: KEYS.RS256.publicKey, algorithm: 'RS256' }, 'secret_key'],
        [{ secret_key: KEYS.RS256.privateKey, algorithm: 'ES256' }, 'secret_key'],
        [{ secret_key: P384, algorithm: 'ES256' }, 'secret_key'],
        [{ secret_key: KEYS.ES256.privateKey, algorithm: 'EdDSA' }, 'secret_key'],
        [{ algorithm: 'RS256' }, 'algorithm'],
        [{ secret_key: '***', algorithm: 'EdDSA' }, 'algorithm'],
      ] as const) {
        const answer = await post('/config/jwt', { session_duration_days: 7, ...fields });
        assertRefusal(answer, 400, 'InvalidConfigError', [path]);
        assert.match(String(answer.body['message']), new RegExp(`^${path}: `));
      }
      assert.equal(inForce(), before);
    });

    it('RL11: invalid lifetimes are refused, and none overflows an expiry', async () => {
      const { post } = await superadminOf(keyward);
      const before = inForce();
      const names = ['session_duration_days', 'access_token_expire_minutes', 'refresh_token_expire_days'];
      for (const name of [...names, 'overlap_minutes']) {
        for (const value of [-1, 0.5, 1e7, 2 ** 53, 1e308, '7']) {
          const body = { session_duration_days: 7, [name]: value };
          assertRefusal(await post('/config/jwt', body), 422, 'ValidationError', [name]);
        }
      }
      for (const name of names) {
        const body = { session_duration_days: 7, [name]: 0 };
        assertRefusal(await post('/config/jwt', body), 422, 'ValidationError', [name]);
      }
      assertRefusal(await post('/config/jwt', {}), 422, 'ValidationError', ['session_duration_days']);
      assert.equal(inForce(), before);

      const { email } = await addPerson(keyward);
      await post('/config/jwt', {
        session_duration_days: 3650,
        dual_token_mode: true,
        access_token_expire_minutes: 525_600,
        refresh_token_expire_days: 3650,
      });
      const { token } = await keyward.logIn(email);
      assert.equal(await me(token), 200);
      await post('/config/jwt', { session_duration_days: 7 });
    });

    it('200: null leaves an optional field out, and an algorithm is read in any case', async () => {
      const { post } = await superadminOf(keyward);
      const before = inForce();
      const body = {
        session_duration_days: 7,
        algorithm: 'hs256',
        dual_token_mode: null,
        overlap_minutes: null,
      };
      assert.equal((await post('/config/jwt', { ...body, refresh_token_expire_days: null })).status, 200);
      assert.equal(inForce(), before);
      assertRefusal(await post('/config/jwt', { session_duration_days: null }), 422, 'ValidationError', [
        'session_duration_days',
      ]);
    });

    it('a change without dual_token_mode says whom it signs out, and why', async () => {
      const { post } = await superadminOf(keyward);
      const lives = { session_duration_days: 7 };
      await post('/config/jwt', { ...lives, dual_token_mode: true });
      assert.equal(
        (await post('/config/jwt?dry_run=true', { ...lives, dual_token_mode: true })).body['effects'],
        undefined,
      );
      const dry = await post('/config/jwt?dry_run=true', lives);
      const effects = [
        'dual_token_mode was left out and takes its default, false: refresh tokens are refused, so sessions end with their access tokens, within 15 minutes.',
      ];
      assert.deepEqual(dry.body['effects'], effects);
      assert.ok(Number(dry.body['signs_out']) > 0, dry.text);
      const done = await post('/config/jwt', lives);
      assert.deepEqual([done.status, done.body['effects']], [200, effects]);
    });

    it('a new secret ends all tokens at once, and nothing else does', async () => {
      const { post } = await superadminOf(keyward);
      const { email, token } = await addPerson(keyward);
      const generation = inForce().key_generation;
      const dry = await post('/config/jwt?dry_run=true', {
        session_duration_days: 7,
        secret_key: secret('first'),
      });
      assert.deepEqual(dry.body['changes'], { secret_key: { before: '***', after: '***' } });
      const [{ live = 0 } = {}] = await keyward.database.query('select count(*) as live from sessions');
      assert.equal(dry.body['signs_out'], Number(live));
      assert.match(String(dry.body['effects']), /^The signing key is replaced: all tokens end at once/);
      assert.equal(await me(token), 200);

      await post('/config/jwt', { session_duration_days: 7, secret_key: secret('first') });
      assert.equal(await me(token), 401);
      const { token: next } = await keyward.logIn(email);
      assert.equal(await me(next), 200);
      // Sending the same key again, or the mask, replaces nothing.
      for (const secret_key of [secret('first'), '***', undefined]) {
        await post('/config/jwt', { session_duration_days: 7, secret_key });
        assert.equal(await me(next), 200);
      }
      assert.equal(inForce().key_generation, generation + 1);
      // Returning to the first key does not revive its tokens either.
      await post('/config/jwt', { session_duration_days: 7, secret_key: secret('second') });
      await post('/config/jwt', { session_duration_days: 7, secret_key: secret('first') });
      assert.equal(await me(next), 401);
      assert.equal(inForce().key_generation, generation + 3);
    });

    it('every change of the algorithm replaces the key', async () => {
      const { post } = await superadminOf(keyward);
      const { email } = await addPerson(keyward);
      const bodies = [
        { algorithm: 'HS512' },
        { algorithm: 'HS384' },
        ...Object.entries(KEYS).map(([algorithm, { privateKey }]) => ({ algorithm, secret_key: privateKey })),
        { algorithm: 'HS256', secret_key: secret('back') },
      ];
      let { token } = await keyward.logIn(email);
      for (const body of bodies) {
        const answer = await post('/config/jwt', { session_duration_days: 7, ...body });
        assert.equal(answer.status, 200, answer.text);
        assert.equal(await me(token), 401, body.algorithm);
        ({ token } = await keyward.logIn(email));
        assert.equal(await me(token), 200, body.algorithm);
        const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
        assert.equal(header.alg, body.algorithm);
        if (body.algorithm !== 'EdDSA') continue;
        // A private key stays with its algorithm; a change to HMAC must send a secret.
        assert.equal(
          (await post('/config/jwt', { session_duration_days: 8, algorithm: 'EdDSA' })).status,
          200,
        );
        assert.equal(await me(token), 200);
        assertRefusal(await post('/config/jwt', { session_duration_days: 7 }), 400, 'InvalidConfigError', [
          'algorithm',
        ]);
      }
    });

    it('overlap_minutes lets tokens of the replaced key stay valid for so long, and can be ended early', async () => {
      const { post } = await superadminOf(keyward);
      const { email, token } = await addPerson(keyward);
      const replace = (name: string, overlap_minutes: number) =>
        post('/config/jwt', { session_duration_days: 7, secret_key: secret(name), overlap_minutes });
      const dry = await post('/config/jwt?dry_run=true', {
        session_duration_days: 7,
        secret_key: secret('planned'),
        overlap_minutes: 60,
      });
      assert.equal(dry.body['signs_out'], 0);
      await replace('planned', 60);
      const { token: next } = await keyward.logIn(email);
      assert.deepEqual([await me(token), await me(next)], [200, 200]);
      keyward.clock.advance(59 * MINUTE);
      await post('/config/jwt', { session_duration_days: 9 });
      assert.equal(await me(token), 200, 'other changes leave it');
      keyward.clock.advance(2 * MINUTE);
      assert.deepEqual([await me(token), await me(next)], [401, 200]);

      await replace('hurried', 60);
      assert.equal(await me(next), 200);
      await post('/config/jwt', { session_duration_days: 7, overlap_minutes: 0 });
      assert.equal(await me(next), 401);
    });

    it('TK11: while the secret changes, 500 requests get 200 or 401, and afterwards only new tokens work', async () => {
      await using own = await startKeyward(kind);
      const { post } = await superadminOf(own);
      const { email, token } = await addPerson(own);
      const asked = Array.from({ length: 500 }, () => own.call('GET', '/me', { token }));
      await Promise.race(asked);
      const change = post('/config/jwt', { session_duration_days: 7, secret_key: secret('live') });
      const statuses = new Set((await Promise.all(asked)).map(({ status }) => status));
      assert.deepEqual(
        [...statuses].filter((status) => status !== 200 && status !== 401),
        [],
      );
      assert.equal((await change).status, 200);
      assertRefusal(await own.call('GET', '/me', { token }), 401, 'InvalidTokenError');
      const { token: next } = await own.logIn(email);
      assert.equal((await own.call('GET', '/me', { token: next })).status, 200);
    });
  });
}
