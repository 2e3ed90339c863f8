import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, it } from 'node:test';
import { createLocalJWKSet, createRemoteJWKSet, jwtVerify } from 'jose';
import type { JwtAlgorithm } from '../../../src/config/sections/jwt.ts';
import { startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { asObject, assertRefusal, headerOf, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { setJwt } from '../cookies/cookies.ts';

const PRIVATE_KEYS: Record<'RS256' | 'ES256' | 'EdDSA', () => string> = {
  RS256: () => pem(generateKeyPairSync('rsa', { modulusLength: 2048 })),
  ES256: () => pem(generateKeyPairSync('ec', { namedCurve: 'P-256' })),
  EdDSA: () => pem(generateKeyPairSync('ed25519')),
};

function pem({ privateKey }: { privateKey: KeyObject }): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

async function published(keyward: TestKeyward): Promise<Record<string, unknown>[]> {
  const answer = await keyward.callRoot('GET', '/.well-known/jwks.json');
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=60');
  assert.deepEqual(Object.keys(answer.body), ['keys']);
  const { keys } = answer.body;
  assert.ok(Array.isArray(keys));
  return keys.map(asObject);
}

describe('GET /.well-known/jwks.json', () => {
  const keyward = suiteKeyward('sqlite');
  let generation = 0;
  const rotateTo = (secret_key: string, algorithm: JwtAlgorithm, overlapMs = 0) => {
    const { jwt } = keyward.app.services.settings.current;
    const previous_key =
      overlapMs === 0
        ? null
        : {
            secret_key: jwt.secret_key,
            algorithm: jwt.algorithm,
            key_generation: jwt.key_generation,
            until: keyward.clock.now() + overlapMs,
          };
    setJwt(keyward, { secret_key, algorithm, key_generation: (generation += 1), previous_key });
  };

  for (const algorithm of ['HS256', 'HS384', 'HS512'] as const) {
    it(`${algorithm}: has no keys, because a secret has no public part`, async () => {
      setJwt(keyward, { algorithm });
      assert.deepEqual(await published(keyward), []);
    });
  }

  const MEMBERS = {
    RS256: { kty: 'RSA', members: ['alg', 'e', 'kid', 'kty', 'n', 'use'] },
    ES256: { kty: 'EC', crv: 'P-256', members: ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'] },
    EdDSA: { kty: 'OKP', crv: 'Ed25519', members: ['alg', 'crv', 'kid', 'kty', 'use', 'x'] },
  };
  for (const algorithm of ['RS256', 'ES256', 'EdDSA'] as const) {
    it(`${algorithm}: has the public key, by which others verify tokens, and nothing of the private one`, async () => {
      rotateTo(PRIVATE_KEYS[algorithm](), algorithm);
      const { id, token } = await addPerson(keyward);
      const [key, ...more] = await published(keyward);
      assert.ok(key !== undefined && more.length === 0);
      const { members, ...expected } = MEMBERS[algorithm];
      assert.deepEqual(Object.keys(key).sort(), members);
      assert.partialDeepStrictEqual(key, { ...expected, alg: algorithm, use: 'sig' });
      assert.equal(key['kid'], headerOf(token)['kid']);
      const url = new URL(`${keyward.url}/.well-known/jwks.json`);
      const { payload } = await jwtVerify(token, createRemoteJWKSet(url), {
        currentDate: new Date(keyward.clock.now()),
      });
      assert.equal(payload['aid'], id);
    });
  }

  it('has both keys during a planned rotation, and the old one no longer', async () => {
    rotateTo(PRIVATE_KEYS.RS256(), 'RS256');
    const { token: old } = await addPerson(keyward);
    rotateTo(PRIVATE_KEYS.ES256(), 'ES256', 60_000);
    const { token } = await addPerson(keyward);
    const keys = await published(keyward);
    assert.deepEqual(
      keys.map(({ kid, alg }) => [kid, alg]),
      [
        [headerOf(token)['kid'], 'ES256'],
        [headerOf(old)['kid'], 'RS256'],
      ],
    );
    const set = createLocalJWKSet(JSON.parse(JSON.stringify({ keys })));
    for (const jws of [old, token]) await jwtVerify(jws, set, { currentDate: new Date(keyward.clock.now()) });
    keyward.clock.advance(60_000);
    assert.deepEqual(
      (await published(keyward)).map(({ kid }) => kid),
      [headerOf(token)['kid']],
    );
  });

  it('follows POST /config/jwt, whose overlap_minutes keep the caller signed in', async () => {
    const { token } = await addPerson(keyward, { role: 'superadmin' });
    const change = (body: object) =>
      keyward.call('POST', '/config/jwt', { token, body: { session_duration_days: 7, ...body } });
    const key = { algorithm: 'RS256', secret_key: PRIVATE_KEYS.RS256(), overlap_minutes: 60 };
    const changed = await change(key);
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(
      (await published(keyward)).map(({ alg }) => alg),
      ['RS256', 'ES256'],
    );
    assert.equal((await change({ algorithm: 'RS256', overlap_minutes: 0 })).status, 200);
    assert.equal((await published(keyward)).length, 1);
    assertRefusal(await keyward.call('GET', '/me', { token }), 401, 'InvalidTokenError');
  });

  it('hides a previous secret', async () => {
    rotateTo('an old secret of more than 32 bytes in all', 'HS256');
    rotateTo(PRIVATE_KEYS.EdDSA(), 'EdDSA', 60_000);
    const keys = await published(keyward);
    assert.deepEqual(
      keys.map(({ kty }) => kty),
      ['OKP'],
    );
  });

  it('is available from the start, with the key of the environment', async () => {
    const settings = { KEYWARD_JWT_ALGORITHM: 'EdDSA', KEYWARD_JWT_SECRET: PRIVATE_KEYS.EdDSA() };
    await using other = await startKeyward('sqlite', { settings });
    assert.equal((await published(other)).length, 1);
  });
});
