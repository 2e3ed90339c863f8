import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ServiceEvent } from '../../../src/features/audit/events/events.ts';
import { createTestDatabase } from '../../support/databases.ts';
import { startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { assertRefusal, claimsOf, suiteKeyward } from '../expectations.ts';
import { hmacJws, signingSecret } from '../forge.ts';
import { accountRow, addPerson } from '../people.ts';
import { superadminOf } from '../config/superadmin.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

const DUAL = { session_duration_days: 7, dual_token_mode: true };

for (const kind of ANY_DATABASE) {
  describe(`claims of tokens on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const me = (token: string) => keyward.call('GET', '/me', { token });

    it('TK14: an access token names the account, its role and the service, and GET /me shows it', async () => {
      const { set } = await superadminOf(keyward);
      const { id, email, token } = await addPerson(keyward, { role: 'editor' });
      const { uid } = await accountRow(keyward, id);
      const { sub, iss, aud, role } = claimsOf(token);
      assert.deepEqual(
        { sub, iss, aud, role },
        { sub: uid, iss: keyward.url, aud: undefined, role: 'editor' },
      );
      assert.deepEqual((await me(token)).body['payload'], claimsOf(token));

      await set('jwt', { ...DUAL, audience: ['https://api.example.com'] });
      const { refreshToken } = await keyward.logIn(email);
      assert.deepEqual(
        Object.keys(claimsOf(refreshToken)).filter((name) => ['sub', 'iss', 'aud', 'role'].includes(name)),
        [],
      );
      await keyward.database.query(`update accounts set role = 'author' where id = $1`, [id]);
      await set('jwt', { ...DUAL, audience: ['https://api.example.com', 'mobile'] });
      const refreshed = await keyward.call('POST', '/token/refresh', {
        body: { refresh_token: refreshToken },
      });
      const renewed = claimsOf(String(refreshed.body['access_token']));
      assert.deepEqual(
        [renewed['sub'], renewed['iss'], renewed['aud'], renewed['role']],
        [uid, keyward.url, ['https://api.example.com', 'mobile'], 'author'],
      );
      await set('jwt', { session_duration_days: 7, audience: ['mobile'] });
      const { token: last } = await keyward.logIn(email);
      assert.equal(claimsOf(last)['aud'], 'mobile');
      assert.deepEqual((await me(last)).body['payload'], claimsOf(last));
      await set('jwt', { session_duration_days: 7 });
    });

    it('TK14: refuses another issuer or audience under its own key, and accepts tokens from before these claims', async () => {
      const { set } = await superadminOf(keyward);
      const { token } = await addPerson(keyward);
      const { sub: _sub, iss: _iss, role: _role, ...before } = claimsOf(token);
      const signed = (claims: object) => me(hmacJws(signingSecret(keyward), { ...before, ...claims }));
      assert.equal((await signed({})).status, 200);
      for (const claims of [
        { iss: 'https://auth.example.com' },
        { iss: 'http://auth.example.com' },
        { iss: `${keyward.url}/` },
        { iss: '' },
        { iss: 7 },
        { iss: null },
        { aud: 'mobile' },
        { aud: ['mobile'] },
        { aud: [] },
        { aud: 7 },
      ])
        assertRefusal(await signed(claims), 401, 'InvalidTokenError');
      await set('jwt', { session_duration_days: 7, audience: ['web', 'mobile'] });
      assert.equal((await signed({})).status, 200);
      assert.equal((await signed({ aud: ['mobile', 'tv'] })).status, 200);
      assertRefusal(await signed({ aud: ['tv'] }), 401, 'InvalidTokenError');
      await set('jwt', { session_duration_days: 7 });
    });

    it('says whom another audience signs out, in single-token mode only', async () => {
      const { post, set } = await superadminOf(keyward);
      const effects = async (body: object) =>
        (await post('/config/jwt?dry_run=true', { session_duration_days: 7, ...body })).body['effects'];
      assert.equal(await effects({ audience: ['web'] }), undefined);
      await set('jwt', { session_duration_days: 7, audience: ['web', 'mobile'] });
      assert.match(String(await effects({})), /audience/);
      assert.match(String(await effects({ audience: ['tv'] })), /audience/);
      assert.equal(await effects({ audience: ['tv', 'web'] }), undefined);
      await set('jwt', { ...DUAL, audience: ['web'] });
      assert.equal(await effects({ dual_token_mode: true, audience: ['tv'] }), undefined);
      await set('jwt', { session_duration_days: 7 });
      const long = Array.from({ length: 3 }, (_, place) => `${place}`.repeat(200));
      const refused = await post('/config/jwt', { session_duration_days: 7, audience: long });
      assertRefusal(refused, 400, 'InvalidConfigError', ['audience']);
    });

    it('TK15: carries claims of the settings, and leaves out those without a value', async () => {
      const { set } = await superadminOf(keyward);
      const { id, email } = await addPerson(keyward, { name: 'Ada' });
      await keyward.database.query(
        'update accounts set external_id = $1, metadata = $2, app_metadata = $3 where id = $4',
        ['crm-7', '{"theme":"dark"}', '{"plan":{"name":"pro","seats":[1,2]},"none":null}', id],
      );
      const claims = {
        name: 'name',
        email: 'email',
        proven: 'email_verified',
        since: 'created_at',
        external: 'external_id',
        phone_number: 'phone',
        unverified_theme: 'metadata.theme',
        plan: 'app_metadata.plan.name',
        'https://example.com/seats': 'app_metadata.plan.seats',
        user_metadata: 'metadata',
        none: 'app_metadata.none',
        absent: 'app_metadata.plan.name.length',
        unverified_inherited: 'metadata.constructor',
      };
      await set('jwt', { ...DUAL, claims });
      const { token, refreshToken } = await keyward.logIn(email);
      const { created_at } = Object((await me(token)).body['account']);
      const expected = {
        name: 'Ada',
        email,
        proven: false,
        since: created_at,
        external: 'crm-7',
        unverified_theme: 'dark',
        plan: 'pro',
        'https://example.com/seats': [1, 2],
        user_metadata: { theme: 'dark' },
      };
      const custom = (given: string) =>
        Object.fromEntries(Object.entries(claimsOf(given)).filter(([name]) => name in claims));
      assert.deepEqual(custom(token), expected);
      assert.deepEqual((await me(token)).body['payload'], claimsOf(token));
      assert.deepEqual(custom(refreshToken), {});
      await keyward.database.query('update accounts set app_metadata = $1 where id = $2', [
        '{"plan":{"name":"free"}}',
        id,
      ]);
      const refreshed = await keyward.call('POST', '/token/refresh', {
        body: { refresh_token: refreshToken },
      });
      const { 'https://example.com/seats': _seats, ...rest } = expected;
      assert.deepEqual(custom(String(refreshed.body['access_token'])), { ...rest, plan: 'free' });
      await set('jwt', { session_duration_days: 7 });
    });

    it('TK15: refuses names with a meaning, and paths to what tokens must not reveal', async () => {
      const { post } = await superadminOf(keyward);
      const before = keyward.app.services.settings.current.jwt;
      const names = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'aid', 'sid', 'type', 'role', 'amr'];
      const more = [
        'auth_time',
        'acr',
        'azp',
        'nonce',
        'scope',
        'client_id',
        'cnf',
        'constructor',
        'prototype',
      ];
      const alike = ['Role', 'role ', ' role', 'ro le', 'role\u200b', 'r\u043ele', 'role\n'];
      const paths = [
        '',
        'id',
        'password_hash',
        'second_factors',
        'email.x',
        'metadata.',
        'metadata..x',
        'Metadata.x',
      ];
      for (const claims of [
        ...[...names, ...more, ...alike].map((name) => ({ [name]: 'role' })),
        ...paths.filter((path) => path !== '').map((path) => ({ mine: path })),
      ]) {
        const refused = await post('/config/jwt', { session_duration_days: 7, claims });
        const [name] = Object.keys(claims);
        assertRefusal(refused, 400, 'InvalidConfigError', [`claims.${name}`]);
        assert.match(String(refused.body['message']), /; use /);
      }
      const empty = await post('/config/jwt', { session_duration_days: 7, claims: { mine: '' } });
      assertRefusal(empty, 422, 'ValidationError', ['claims.mine']);
      assert.equal(keyward.app.services.settings.current.jwt, before);
    });

    it('TK16: names that decide on rights never come from what owners write', async () => {
      const { post, set } = await superadminOf(keyward);
      const decisive = [
        'roles groups permissions scopes scp entitlements authorities admin is_admin plan',
        'org org_id tenant tenant_id realm_access resource_access app_metadata',
        'email_verified phone_number_verified external_id user_role uid status Metadata',
        'https://example.org/roles https://hasura.io/jwt/claims cognito:groups urn:x:scp',
      ].flatMap((line) => line.split(' '));
      const written = ['metadata', 'metadata.roles', 'metadata.a.b', 'handle', 'name', 'phone', 'email'];
      for (const [name, path] of [
        ...decisive.flatMap((one) => written.map((from) => [one, from] as const)),
        ...written.filter((from) => from !== 'email').map((from) => ['email', from] as const),
        ['handle', 'metadata.handle'],
        ['handle', 'name'],
        ['metadata', 'metadata.roles'],
        ['UNVERIFIED_roles', 'metadata.roles'],
      ] as const) {
        const claims = { [name]: path };
        const refused = await post('/config/jwt', { session_duration_days: 7, claims });
        assertRefusal(refused, 400, 'InvalidConfigError', [`claims.${name}`]);
        assert.match(String(refused.body['message']), /; use app_metadata, .* unverified_/);
      }
      for (const claims of [
        { email: 'email', email_verified: 'email_verified', handle: 'handle', name: 'name', phone: 'phone' },
        {
          preferred_username: 'handle',
          phone_number: 'phone',
          user_metadata: 'metadata',
          metadata: 'metadata',
        },
        { unverified_roles: 'metadata.roles', unverified_name: 'name' },
        { roles: 'app_metadata.roles', org: 'external_id', 'https://hasura.io/jwt/claims': 'app_metadata' },
      ])
        await set('jwt', { session_duration_days: 7, claims });
      await set('jwt', { session_duration_days: 7 });
    });

    it('TK15: leaves custom claims out beyond 1 KiB, with a warning, and the login succeeds', async () => {
      const { set } = await superadminOf(keyward);
      const warnings: ServiceEvent[] = [];
      const stop = keyward.app.services.events.subscribe((event) => {
        if (event.name === 'token.claims_left_out') warnings.push(event);
      });
      await set('jwt', { session_duration_days: 7, claims: { note: 'app_metadata.note', name: 'name' } });
      const { id, email } = await addPerson(keyward, { name: 'Ada' });
      // {"note":"…","name":"Ada"} and two bytes for each letter.
      for (const [letters, fits, withoutName] of [
        [500, true, true],
        // What owners write is left out first.
        [501, false, true],
        [508, false, false],
      ] as const) {
        await keyward.database.query('update accounts set app_metadata = $1 where id = $2', [
          JSON.stringify({ note: 'é'.repeat(letters) }),
          id,
        ]);
        const { token } = await keyward.logIn(email);
        assert.deepEqual(['note' in claimsOf(token), 'name' in claimsOf(token)], [withoutName, fits]);
        assert.equal((await me(token)).status, 200);
      }
      stop();
      assert.deepEqual(
        warnings.map(({ level, accountId, metadata }) => [level, accountId, metadata]),
        [1_026, 1_040].map((bytes) => ['WARNING', id, { bytes, at_most: 1_024 }]),
      );
      await set('jwt', { session_duration_days: 7 });
    });
  });
}

it('TK14: the issuer counts on all instances by the public address, and without one by where they listen', async () => {
  await using database = await createTestDatabase('sqlite');
  const given = { settings: { KEYWARD_PUBLIC_URL: 'https://auth.example.com' }, database };
  await using one = await startKeyward('sqlite', given);
  await using two = await startKeyward('sqlite', { ...given, clock: one.clock });
  await using derived = await startKeyward('sqlite', { database, clock: one.clock });
  const status = async (keyward: TestKeyward, token: string) =>
    (await keyward.call('GET', '/me', { token })).status;
  const [{ token }, { token: local }] = [await addPerson(one), await addPerson(derived)];
  assert.equal(claimsOf(token)['iss'], 'https://auth.example.com');
  assert.deepEqual([await status(two, token), await status(derived, token)], [200, 401]);
  assert.deepEqual([await status(two, local), await status(derived, local)], [401, 200]);
});
