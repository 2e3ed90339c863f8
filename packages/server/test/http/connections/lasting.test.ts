import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { type Answer, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { asObject, asText, suiteKeyward } from '../expectations.ts';
import { addApplication, assertOAuthError, post, signInWith, type TestApplication } from '../oauth/flows.ts';
import {
  type Acme,
  addInvitation,
  addMember,
  addOrganization,
  membersOf,
  outcome,
  suiteCast,
} from '../organizations/help.ts';
import { assertSignedIn } from '../providers/harness.ts';
import { connect, type Connected, CONNECTIONS_ON, eachHome, signInBy } from './help.ts';

const OFFLINE = { scope: 'openid profile offline_access' };
const PROVE_FIRST = '403 ReauthenticationRequiredError';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`what outlasts a session that a connection began, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: { ...CONNECTIONS_ON, KEYWARD_ORGANIZATIONS_CREATION: 'anyone' },
    });
    const provider = suiteOidcProvider();
    const cast = suiteCast(keyward);
    let application: TestApplication;
    const acme = eachHome(keyward, cast);
    let other: Acme;
    let connection: Connected;
    let person: SignedUp;

    before(async () => {
      application = await addApplication(keyward);
    });
    beforeEach(async () => {
      other = await addOrganization(keyward, cast.root, cast.owner);
      person = await acme.member('admin');
      connection = await connect(keyward, cast.owner, acme, provider);
    });

    const enter = async () =>
      assertSignedIn(
        keyward,
        await signInBy(keyward, connection, provider, {
          sub: person.email,
          email: person.email,
          name: 'Ada',
        }),
      );
    const send = (token: string, method: string, path: string, body?: object) =>
      keyward.call(method, path, { token, ...(body !== undefined && { body }) });
    const done = async (asked: Promise<Answer>) => assert.equal(outcome(await asked), 'ok');
    const prove = (token: string) =>
      done(send(token, 'POST', '/account/reauthenticate', { password: PASSWORD }));
    const refresh = ({ refresh_token = '' }: Record<string, string>) =>
      post(keyward, 'token', application, { grant_type: 'refresh_token', refresh_token });

    for (const [what, method, path, body] of [
      ['the connection is turned off', 'PATCH', () => connection.path, { status: 'disabled' }],
      ['the connection is deleted', 'DELETE', () => connection.path, undefined],
      ['the member is removed', 'DELETE', () => `${acme.path}/member/${person.id}`, undefined],
      ['the organization is suspended', 'POST', () => `${acme.path}/suspend`, undefined],
      ['the organization is deleted', 'DELETE', () => acme.path, undefined],
    ] as const)
      it(`an application loses its access when ${what}, unless a credential was proven`, async () => {
        const [{ token }, proven] = [await enter(), await enter()];
        await prove(proven.token);
        const theirs = await signInWith(keyward, application, token, OFFLINE);
        const own = await signInWith(keyward, application, proven.token, OFFLINE);
        assert.deepEqual([theirs['scope'], own['scope']], ['openid profile', OFFLINE.scope]);
        const refreshed = await refresh(theirs);
        assert.equal(refreshed.status, 200, refreshed.text);
        await done(send(cast.root.token, method, path(), body));
        const last = { refresh_token: asText(refreshed.body['refresh_token']) };
        assertOAuthError(await refresh(last), 400, 'invalid_grant');
        assert.equal(outcome(await send(token, 'GET', '/me')), '401 SessionDestroyedError');
        await done(refresh(own));
        await done(send(proven.token, 'GET', '/me'));
      });

    it('it ends with the connection once its identity is removed, too', async () => {
      const { token } = await enter();
      await keyward.database.query(`delete from provider_links where account_id = ${person.id}`);
      await done(send(cast.owner.token, 'DELETE', connection.path));
      assert.equal(outcome(await send(token, 'GET', '/me')), '401 SessionDestroyedError');
    });

    it('a consent is not shown to outlast it, and is asked for again', async () => {
      const { token } = await enter();
      await signInWith(keyward, application, token, OFFLINE);
      const consents = await keyward.database.query(
        `select account_id from oauth_consents where account_id = ${person.id}`,
      );
      assert.deepEqual(consents, []);
      // The flow expects the page for consent, so this fails if the earlier answer counts.
      await signInWith(keyward, application, person.token, OFFLINE);
    });

    it('an application does not hear of a second factor that only the provider has seen', async () => {
      connection = await connect(keyward, cast.owner, acme, provider, { trust_factors: true });
      const { token } = await enter();
      const { id_token = '' } = await signInWith(keyward, application, token, OFFLINE);
      const claims: unknown = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString());
      assert.deepEqual(asObject(claims)['amr'], ['fed']);
    });

    it('a device that it lets in ends with it', async () => {
      const tv = await addApplication(keyward, { type: 'native', redirect_uris: [] });
      const begun = await post(keyward, 'device', tv, OFFLINE);
      const { token } = await enter();
      const path = `/oauth/device/${asText(begun.body['user_code'])}`;
      const shown = await send(token, 'GET', path);
      assert.doesNotMatch(shown.text, /offline_access/);
      await done(send(token, 'POST', path, { allow: true }));
      const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
      const { body, text } = await post(keyward, 'token', tv, {
        grant_type,
        device_code: asText(begun.body['device_code']),
      });
      assert.equal(body['scope'], 'openid profile', text);
      await done(send(cast.owner.token, 'PATCH', connection.path, { status: 'disabled' }));
      const refreshed = await post(keyward, 'token', tv, {
        grant_type: 'refresh_token',
        refresh_token: asText(body['refresh_token']),
      });
      assertOAuthError(refreshed, 400, 'invalid_grant');
    });

    it('no membership elsewhere begins or ends before a credential is proven', async () => {
      const { token } = await enter();
      const id = await addInvitation(keyward, cast.owner, other, person.email, 'owner');
      const third = await addOrganization(keyward, cast.root, cast.owner);
      await addMember(keyward, cast.root, third, person, 'owner');
      const acts = [
        () => send(token, 'POST', '/invitation/accept', { id }),
        () => send(token, 'POST', '/organization', { name: 'Mine' }),
        () => send(token, 'POST', `${third.path}/leave`),
      ];
      for (const act of acts) assert.equal(outcome(await act()), PROVE_FIRST);
      for (const path of [other.path, '/organization/no-such-place'])
        assert.equal(outcome(await send(token, 'POST', `${path}/join`)), PROVE_FIRST, path);
      assert.equal((await membersOf(keyward, cast.root, other))[person.id], undefined);
      await prove(token);
      for (const act of acts) assert.equal(outcome(await act()), 'ok');
      assert.deepEqual((await membersOf(keyward, cast.root, other))[person.id], ['owner']);
    });

    it('its own organization can be left, which ends it', async () => {
      const { token } = await enter();
      await done(send(token, 'POST', `${acme.path}/leave`));
      assert.equal((await send(token, 'GET', '/me')).status, 401);
    });
  });
}
