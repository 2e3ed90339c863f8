import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SignedUp, TestKeyward } from '../../support/keyward.ts';
import type { JwtSettings } from '../../../src/features/settings/settings.ts';
import { assertRefusal, claimsOf, headerOf, suiteKeyward } from '../expectations.ts';
import { assertNowhereAccepted, hmacJws } from '../forge.ts';
import { addPerson } from '../people.ts';
import { setJwt } from '../cookies/cookies.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

const OLD = 'the old secret, which has more than 32 bytes';
const NEW = 'the new secret, which has more than 32 bytes';
const OVERLAP_MS = 3_600_000;
/** Longer than its tokens, so that the key ends first. */
const SETTINGS = { KEYWARD_DUAL_TOKEN_MODE: 'on', KEYWARD_ACCESS_TOKEN_EXPIRE_MINUTES: '600' };

for (const kind of ANY_DATABASE) {
  describe(`a change of the key on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: SETTINGS });
    let generation = 0;
    /** Puts a key into force. @param overlapMs how long the one before stays good */
    function use(key: Partial<JwtSettings>, overlapMs = 0): void {
      const { secret_key, algorithm, key_generation } = keyward.app.services.settings.current.jwt;
      const until = keyward.clock.now() + overlapMs;
      const previous_key = overlapMs === 0 ? null : { secret_key, algorithm, key_generation, until };
      setJwt(keyward, { algorithm: 'HS256', ...key, key_generation: (generation += 1), previous_key });
    }
    const me = (token: string) => keyward.call('GET', '/me', { token });
    const refresh = (token: string) =>
      keyward.call('POST', '/token/refresh', { body: { refresh_token: token } });

    it('TK11: ends every token at once, and new logins work', async () => {
      use({ secret_key: OLD });
      const person = await addPerson(keyward);
      assert.equal((await me(person.token)).status, 200);
      use({ secret_key: NEW });
      assertRefusal(await me(person.token), 401, 'InvalidTokenError');
      assertRefusal(await refresh(person.refreshToken), 401, 'InvalidTokenError');
      assert.equal((await me((await addPerson(keyward)).token)).status, 200);
    });

    it('TK12: a restored key does not revive its tokens', async () => {
      use({ secret_key: OLD });
      const { token, refreshToken } = await addPerson(keyward);
      use({ secret_key: NEW });
      use({ secret_key: OLD });
      assertRefusal(await me(token), 401, 'InvalidTokenError');
      assertRefusal(await refresh(refreshToken), 401, 'InvalidTokenError');
    });

    it('a planned one lets tokens stay valid until the overlap has ended, also those that were seen before', async () => {
      use({ secret_key: OLD });
      const [seen, unseen] = [await addPerson(keyward), await addPerson(keyward)];
      use({ secret_key: NEW, algorithm: 'HS512' }, OVERLAP_MS);
      keyward.clock.advance(OVERLAP_MS - 1);
      assert.equal((await me(seen.token)).status, 200);
      const refreshed = await refresh(seen.refreshToken);
      assert.equal(refreshed.status, 200, refreshed.text);
      const { access_token: renewed } = refreshed.body;
      assert.equal(headerOf(renewed)['alg'], 'HS512');
      keyward.clock.advance(1);
      for (const { token, refreshToken } of [seen, unseen]) {
        assertRefusal(await me(token), 401, 'InvalidTokenError');
        assertRefusal(await refresh(refreshToken), 401, 'InvalidTokenError');
      }
      assert.equal((await me(String(renewed))).status, 200);
    });
  });
}

describe('the kid of a token', () => {
  const keyward = suiteKeyward('sqlite', { settings: SETTINGS });
  const setUp = async (previous: boolean): Promise<SignedUp & { old: string }> => {
    setJwt(keyward, { secret_key: OLD, algorithm: 'HS256', key_generation: 1, previous_key: null });
    const { token: old } = await addPerson(keyward, { role: 'superadmin' });
    const until = keyward.clock.now() + OVERLAP_MS;
    const previous_key = { secret_key: OLD, algorithm: 'HS256', key_generation: 1, until } as const;
    setJwt(keyward, {
      secret_key: NEW,
      algorithm: 'HS512',
      key_generation: 2,
      previous_key: previous ? previous_key : null,
    });
    return { ...(await addPerson(keyward, { role: 'superadmin' })), old };
  };
  const status = async (app: TestKeyward, token: string) => (await app.call('GET', '/me', { token })).status;

  it('TK3: names the current key, or a valid previous one; without it only the current one is tried', async () => {
    const { token, old } = await setUp(true);
    const [current, previous] = [headerOf(token)['kid'], headerOf(old)['kid']];
    assert.notEqual(current, previous);
    const newClaims = claimsOf(token);
    const oldClaims = claimsOf(old);
    assert.equal(await status(keyward, hmacJws(NEW, newClaims, { alg: 'HS512', kid: current })), 200);
    assert.equal(await status(keyward, hmacJws(NEW, newClaims, { alg: 'HS512' })), 200);
    assert.equal(await status(keyward, hmacJws(OLD, oldClaims, { kid: previous })), 200);
    await assertNowhereAccepted(keyward, hmacJws(OLD, oldClaims));
  });

  it('TK3: any other value is refused, even under the right signature', async () => {
    for (const previous of [false, true]) {
      const { token } = await setUp(previous);
      const kid = String(headerOf(token)['kid']);
      const [fingerprint] = kid.split('.');
      const claims = claimsOf(token);
      for (const wrong of [
        '',
        'x',
        `${kid} `,
        `${fingerprint}.1`,
        `${fingerprint}.`,
        fingerprint,
        null,
        [kid],
        2,
      ]) {
        await assertNowhereAccepted(keyward, hmacJws(NEW, claims, { alg: 'HS512', kid: wrong }));
        await assertNowhereAccepted(keyward, hmacJws(OLD, claims, { alg: 'HS256', kid: wrong }));
      }
    }
  });

  it('TK2: a key is valid only for its own algorithm, current or previous', async () => {
    const { token, old } = await setUp(true);
    const [current, previous] = [headerOf(token)['kid'], headerOf(old)['kid']];
    const claims = claimsOf(token);
    await assertNowhereAccepted(keyward, hmacJws(NEW, claims, { alg: 'HS256', kid: current }));
    await assertNowhereAccepted(keyward, hmacJws(OLD, claims, { alg: 'HS512', kid: previous }));
    await assertNowhereAccepted(keyward, hmacJws(OLD, claims, { alg: 'HS256', kid: current }));
    await assertNowhereAccepted(keyward, hmacJws(NEW, claims, { alg: 'HS512', kid: previous }));
  });

  it('is the same on every instance with the same key, and for no two keys', async () => {
    const ids = new Set<unknown>();
    for (const secret_key of [OLD, NEW]) {
      for (const algorithm of ['HS256', 'HS384'] as const) {
        for (const key_generation of [1, 2]) {
          setJwt(keyward, { secret_key, algorithm, key_generation, previous_key: null });
          const [one, other] = [await addPerson(keyward), await addPerson(keyward)];
          assert.equal(headerOf(one.token)['kid'], headerOf(other.refreshToken)['kid']);
          ids.add(headerOf(one.token)['kid']);
        }
      }
    }
    assert.equal(ids.size, 8);
  });
});
