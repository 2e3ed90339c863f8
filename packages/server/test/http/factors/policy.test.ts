import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askedFactors } from '../../../src/features/audit/serializers/factor-kinds.ts';
import { Authenticator } from '../../support/authenticator.ts';
import { assertError, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { codeOf, enrolTotp } from './enrol.ts';
import { beginEnrolment, finishEnrolment } from './passkeys.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

const PUBLIC_URL = 'http://localhost:4000';

for (const kind of ANY_DATABASE) {
  describe(`POST /config/factors on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: {
        KEYWARD_DUAL_TOKEN_MODE: 'true',
        KEYWARD_PUBLIC_URL: PUBLIC_URL,
        KEYWARD_ALLOWED_FRONTENDS: 'https://app.example.com',
      },
    });
    let root: SignedUp | undefined;

    async function set(body: object): Promise<void> {
      root ??= await addSuperadmin(keyward);
      const answer = await keyward.call('POST', '/config/factors', { token: root.token, body });
      assert.equal(answer.status, 200, answer.text);
    }

    const get = (path: string, token: string) => keyward.call('GET', path, { token });

    it('MF9: restricts the live sessions of accounts without a factor to the enrolment, which lifts it', async () => {
      const person = await keyward.signUp();
      root = await addSuperadmin(keyward);
      await enrolTotp(keyward, root);
      await set({ policy: 'everyone' });
      try {
        assert.equal((await get('/me', person.token)).status, 200);
        for (const [method, path] of [
          ['GET', '/me/sessions'],
          ['PATCH', '/me'],
          ['PUT', '/update/password'],
          ['GET', '/account/oauth/links'],
        ] as const) {
          const body = method === 'GET' ? undefined : {};
          assertError(
            await keyward.call(method, path, { token: person.token, body }),
            403,
            'SecondFactorEnrolmentRequiredError',
          );
        }
        const logIn = { identifier: person.email, password: PASSWORD };
        const fresh = await keyward.call('POST', '/login', { body: logIn });
        assert.equal(fresh.status, 200, fresh.text);
        const refreshed = await keyward.call('POST', '/token/refresh', {
          body: { refresh_token: fresh.body['refresh_token'] },
        });
        const token = String(refreshed.body['access_token']);
        assertError(await get('/me/sessions', token), 403, 'SecondFactorEnrolmentRequiredError');
        const listed = await get('/account/factors', token);
        assert.deepEqual(listed.body, { totp: null, passkeys: [], recovery_codes: null, required: true });
        await enrolTotp(keyward, { token });
        assert.equal((await get('/me/sessions', token)).status, 200);
        const removed = await keyward.call('DELETE', '/account/totp', { token });
        assertError(removed, 403, 'SecondFactorEnrolmentRequiredError');
        const other = await addPerson(keyward);
        assert.equal((await keyward.call('POST', '/logout', { token: other.token })).status, 200);
      } finally {
        await set({});
      }
    });

    it('MF9: applies to superadmins only, if it says so', async () => {
      const [person, admin] = [await addPerson(keyward), await addSuperadmin(keyward)];
      await set({ policy: 'superadmins' });
      try {
        assert.equal((await get('/me/sessions', person.token)).status, 200);
        assertError(await get('/session', admin.token), 403, 'SecondFactorEnrolmentRequiredError');
      } finally {
        await set({});
      }
    });

    it('MF9: counts only the factors that are turned on', async () => {
      const { store, settings } = keyward.app.services;
      const person = await addSuperadmin(keyward);
      const { token } = person;
      await enrolTotp(keyward, person);
      const { current } = settings;
      const asks = (factors: Partial<typeof current.factors>) =>
        settings.replace({ ...current, factors: { ...current.factors, policy: 'everyone', ...factors } });
      const open = async () => (await get('/me/sessions', token)).status;
      const listening = async () => {
        const live = await store.sessions.liveOfAccount(person.id, keyward.clock.now());
        const asked = askedFactors('superadmin', settings.current.factors);
        const ids = live.map(({ id }) => id);
        return (await store.sessions.ofSuperadmins(ids, keyward.clock.now(), asked)).size;
      };
      try {
        asks({});
        assert.deepEqual([await open(), await listening()], [200, 1]);
        asks({ totp: false });
        assert.deepEqual([await open(), await listening()], [403, 0]);
        const login = { identifier: person.email, password: PASSWORD };
        const refused = await keyward.call('POST', '/login', { body: login });
        assertError(refused, 401, 'SecondFactorRequiredError');
        const { challenge, options } = await beginEnrolment(keyward, token);
        const credential = new Authenticator().create(options, PUBLIC_URL);
        const made = await finishEnrolment(keyward, token, { challenge, credential });
        assert.equal(made.status, 201, made.text);
        assert.deepEqual([await open(), await listening()], [200, 1]);
        const passkey = `/account/passkeys/${String(made.body['id'])}`;
        const last = await keyward.call('DELETE', passkey, { token });
        assertError(last, 403, 'SecondFactorEnrolmentRequiredError');
        const unused = await keyward.call('DELETE', '/account/totp', { token });
        assert.equal(unused.status, 200, unused.text);
      } finally {
        settings.replace(current);
      }
    });

    it('refuses a domain that browsers would refuse, and a policy that nobody could meet', async () => {
      for (const rp_id of ['example.com', 'app.example.com', 'localhost', null]) await set({ rp_id });
      for (const body of [
        { rp_id: 'com' },
        { rp_id: 'example.org' },
        { rp_id: 'pp.example.com' },
        { rp_id: '127.0.0.1' },
        { policy: 'everyone', totp: false, passkeys: false },
      ]) {
        const answer = await keyward.call('POST', '/config/factors', { token: root?.token, body });
        assertError(answer, 400, 'InvalidConfigError');
      }
      await set({});
    });

    it('MF10: with step_up sensitive, other changes need recent authentication too', async () => {
      const person = await keyward.signUp();
      const enrolled = await keyward.signUp();
      const { secret } = await enrolTotp(keyward, enrolled);
      keyward.clock.advance(11 * 60_000);
      root = undefined;
      const change = (who: SignedUp, fields: object) =>
        keyward.call('PATCH', '/me', { token: who.token, body: fields });
      const reauthenticate = (who: SignedUp, body: object) =>
        keyward.call('POST', '/account/reauthenticate', { token: who.token, body });

      // With second factors, a change of the email needs a recent proof, whatever the setting is.
      const refused = await change(enrolled, { email: 'moved@example.org' });
      assertError(refused, 403, 'ReauthenticationRequiredError');
      assert.deepEqual(refused.body.details, { methods: ['totp', 'recovery_code'] });
      assert.equal((await change(person, { email: 'free@example.org' })).status, 200);
      assertError(await reauthenticate(enrolled, { password: PASSWORD }), 422, 'ValidationError');
      const again = await reauthenticate(enrolled, { code: codeOf(keyward, secret) });
      assert.equal(again.body['authenticated_until'], Math.floor(keyward.clock.now() / 1000) + 600);
      assert.equal((await change(enrolled, { email: 'moved@example.org' })).status, 200);

      await set({ step_up: 'sensitive' });
      try {
        const passwordChange = (body: object) =>
          keyward.call('PUT', '/update/password', { token: person.token, body });
        const needs = await passwordChange({ password: 'kT7vouzg-2' });
        assertError(needs, 403, 'ReauthenticationRequiredError');
        assert.deepEqual(needs.body.details, { methods: ['password'] });
        assertError(
          await reauthenticate(person, { password: 'Wrong-1-wrong' }),
          401,
          'InvalidCredentialsError',
        );
        assert.equal((await reauthenticate(person, { password: PASSWORD })).status, 200);
        assert.equal((await passwordChange({ password: 'kT7vouzg-2' })).status, 200);
      } finally {
        await set({});
      }
    });
  });
}
