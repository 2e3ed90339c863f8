import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { decodeJwt } from 'jose';
import type { SignedUp } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { asText, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import {
  addApplication,
  assertOAuthError,
  configure,
  post,
  signInWith,
  type TestApplication,
  userinfo,
} from './flows.ts';

const [ORDERS, BILLS] = ['https://orders.example.com', 'https://bills.example.com'];
const DAY_MS = 86_400_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`applications whose rights were reduced, on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    let person: SignedUp;
    before(async () => {
      await configure(keyward, {
        scopes: { 'orders:read': { description: 'See orders' } },
        resources: { [ORDERS]: { name: 'Orders' }, [BILLS]: { name: 'Bills' } },
      });
      person = await addPerson(keyward);
    });

    async function narrow({ id }: TestApplication, body: object): Promise<void> {
      const { token } = await addSuperadmin(keyward);
      const changed = await keyward.call('PATCH', `/application/${id}`, { token, body });
      assert.equal(changed.status, 200, changed.text);
    }

    const refresh = (
      application: TestApplication,
      tokens: Record<string, unknown>,
      more: Record<string, string> = {},
    ) =>
      post(keyward, 'token', application, {
        grant_type: 'refresh_token',
        refresh_token: asText(tokens['refresh_token']),
        ...more,
      });

    const introspect = async (application: TestApplication, token: unknown) =>
      (await post(keyward, 'introspect', application, { token: asText(token) })).body;

    it('lose scopes and claims in tokens to come, and in those that they hold', async () => {
      const application = await addApplication(keyward, { scopes: null });
      const tokens = await signInWith(keyward, application, person.token, {
        scope: 'openid profile orders:read offline_access',
        claims: JSON.stringify({ userinfo: { email: null }, id_token: { email: null } }),
      });
      assert.equal((await userinfo(keyward, asText(tokens['access_token']))).body['email'], person.email);
      const named = async () =>
        (
          await Promise.all(
            ['access_token', 'refresh_token'].map((one) => introspect(application, tokens[one])),
          )
        ).map(({ active, username }) => [active, username !== undefined]);
      assert.deepEqual(await named(), [
        [true, true],
        [true, true],
      ]);
      await narrow(application, { scopes: ['openid', 'offline_access'] });
      assert.deepEqual(await named(), [
        [true, false],
        [true, false],
      ]);
      const renewed = await refresh(application, tokens, { scope: 'openid profile orders:read' });
      assert.equal(renewed.status, 200, renewed.text);
      assert.equal(renewed.body['scope'], 'openid');
      assert.equal(decodeJwt(asText(renewed.body['id_token']))['email'], undefined);
      assert.equal(
        (await introspect(application, renewed.body['refresh_token']))['scope'],
        'openid offline_access',
      );
      for (const [held, scope] of [
        [tokens['access_token'], 'openid offline_access'],
        [renewed.body['access_token'], 'openid'],
      ]) {
        assert.deepEqual(Object.keys((await userinfo(keyward, asText(held))).body), ['sub']);
        assert.equal((await introspect(application, held))['scope'], scope);
      }
      // Nobody has taken them from the person's consent.
      await narrow(application, { scopes: null });
      assert.match(asText((await refresh(application, renewed.body)).body['scope']), /profile orders:read/);
    });

    it('lose the claims of scopes that a refresh leaves out', async () => {
      const application = await addApplication(keyward, { scopes: null });
      const tokens = await signInWith(keyward, application, person.token, {
        scope: 'openid profile email offline_access',
        claims: JSON.stringify({ userinfo: { email: null }, id_token: { email: null, phone_number: null } }),
      });
      const { body } = await refresh(application, tokens, { scope: 'openid profile' });
      const known = (await userinfo(keyward, asText(body['access_token']))).body;
      assert.deepEqual([known['email'], typeof known['name']], [undefined, 'string']);
      assert.equal(decodeJwt(asText(body['id_token']))['email'], undefined);
      const whole = await refresh(application, body);
      assert.equal((await userinfo(keyward, asText(whole.body['access_token']))).body['email'], person.email);
      assert.equal(decodeJwt(asText(whole.body['id_token']))['email'], person.email);
    });

    it('lose what nobody consented to, where they are no longer first-party', async () => {
      const application = await addApplication(keyward, { scopes: null });
      const [asked, unasked] = [await addPerson(keyward), await addPerson(keyward)];
      const consented = await signInWith(keyward, application, asked.token, {
        scope: 'openid offline_access',
      });
      await narrow(application, { first_party: true });
      const silent = await signInWith(keyward, application, unasked.token, {
        scope: 'openid offline_access',
      });
      await narrow(application, { first_party: false });
      assert.equal((await refresh(application, consented)).status, 200);
      assertOAuthError(await refresh(application, silent), 400, 'invalid_grant');
      assertOAuthError(await userinfo(keyward, asText(silent['access_token'])), 401, 'invalid_token');
    });

    it('lose what outlives the session', async () => {
      const application = await addApplication(keyward, { scopes: null });
      const owner = await addPerson(keyward);
      const tokens = await signInWith(keyward, application, owner.token, { scope: 'openid offline_access' });
      await narrow(application, { scopes: ['openid'] });
      const connected = await keyward.call('GET', '/account/application', { token: owner.token });
      assert.match(connected.text, /"offline_access":false/);
      assert.equal((await keyward.call('POST', '/logout', { token: owner.token })).status, 200);
      assertOAuthError(await refresh(application, tokens), 400, 'invalid_grant');
      assertOAuthError(await userinfo(keyward, asText(tokens['access_token'])), 401, 'invalid_token');
    });

    it('lose resources', async () => {
      const application = await addApplication(keyward, { resources: [ORDERS, BILLS] });
      const asked = { scope: 'openid', resource: [ORDERS, BILLS] };
      const tokens = await signInWith(keyward, application, person.token, asked);
      await narrow(application, { resources: [ORDERS] });
      assert.equal((await introspect(application, tokens['access_token']))['aud'], ORDERS);
      assertOAuthError(await refresh(application, tokens, { resource: BILLS }), 400, 'invalid_target');
      const renewed = await refresh(application, tokens);
      assert.equal(decodeJwt(asText(renewed.body['access_token'])).aud, ORDERS);
      await narrow(application, { resources: ['https://other.example.com'] });
      assertOAuthError(await refresh(application, renewed.body), 400, 'invalid_target');
      assertOAuthError(await userinfo(keyward, asText(renewed.body['access_token'])), 401, 'invalid_token');
      assert.deepEqual(await introspect(application, renewed.body['access_token']), { active: false });
    });

    it('lose what they may do for themselves', async () => {
      const machine = await addApplication(keyward, {
        type: 'machine',
        machine_scopes: ['jobs:run', 'jobs:stop'],
        resources: [ORDERS],
      });
      const given = await post(keyward, 'token', machine, {
        grant_type: 'client_credentials',
        resource: ORDERS,
      });
      await narrow(machine, { machine_scopes: ['jobs:run'] });
      assert.equal((await introspect(machine, given.body['access_token']))['scope'], 'jobs:run');
    });

    it('lose time: unused and old refresh tokens end as the new lifetimes say', async () => {
      for (const [lifetimes, lives] of [
        [{ refresh_days: 3 }, true],
        [{ refresh_days: 2 }, false],
        [{ refresh_days: 1, refresh_max_days: 1 }, false],
      ] as const) {
        const application = await addApplication(keyward);
        const { email } = await addPerson(keyward);
        const { token } = await keyward.logIn(email);
        const tokens = await signInWith(keyward, application, token, { scope: 'openid offline_access' });
        keyward.clock.advance(2 * DAY_MS);
        await narrow(application, lifetimes);
        const held = await introspect(application, tokens['refresh_token']);
        assert.equal(held['active'], lives, JSON.stringify(lifetimes));
        const renewed = await refresh(application, tokens);
        if (lives) assert.equal(renewed.status, 200, renewed.text);
        else assertOAuthError(renewed, 400, 'invalid_grant');
      }
    });
  });
}
