import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { vouchedOf } from '../../../src/http/wire/endpoint/route.ts';
import { PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { declaredRoutes } from '../../support/routes.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { suiteKeyward } from '../expectations.ts';
import { addApplication, post, signInWith, type TestApplication } from '../oauth/flows.ts';
import { type Acme, addInvitation, addOrganization, outcome, suiteCast } from '../organizations/help.ts';
import { assertSignedIn, FRONTEND } from '../providers/harness.ts';
import { connect, CONNECTIONS_ON, eachHome, signInBy } from './help.ts';

/** What such a session may do to its account: read it before you add a line. */
const ALLOWED = new Set([
  // Its own end, its own right to more, its own organization and frontend.
  'POST /auth/logout',
  'POST /auth/account/reauthenticate',
  'POST /auth/account/reauthenticate/options',
  'POST /auth/token/organization',
  'POST /auth/token/code',
  // The access ends with the session.
  'POST /auth/oauth/device/:user_code',
  'POST /auth/oauth/request/:id',
  // The profile, which people without another way to sign in have too.
  'PUT /auth/me/picture',
]);

for (const kind of databasesFor(import.meta.filename)) {
  describe(`what a session that a connection began does to its own account, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: {
        ...CONNECTIONS_ON,
        KEYWARD_IDP1_CLIENT_ID: 'keyward',
        KEYWARD_IDP1_CLIENT_SECRET: 'secret',
      },
    });
    const provider = suiteOidcProvider();
    const cast = suiteCast(keyward);
    const acme = eachHome(keyward, cast);
    let application: TestApplication;
    let other: Acme;
    let person: SignedUp;
    let token: string;

    before(async () => {
      application = await addApplication(keyward);
    });
    beforeEach(async () => {
      other = await addOrganization(keyward, cast.root, cast.owner);
      person = await acme.member('member');
      const connection = await connect(keyward, cast.owner, acme, provider);
      const user = { sub: person.email, email: person.email, name: 'Ada' };
      const query = await signInBy(keyward, connection, provider, user);
      ({ token } = await assertSignedIn(keyward, query));
    });

    const send = (method: string, path: string, body?: object) =>
      keyward.call(method, path, { token, ...(body !== undefined && { body }) });

    it('needs a credential, unless it is allowed, on every route', async () => {
      const invitation = await addInvitation(keyward, cast.owner, other, person.email);
      /** The requests to the routes where the feature decides. */
      const acts: Record<string, readonly [path: string, body?: object]> = {
        'PATCH /auth/me': ['/me', { handle: 'the.thief' }],
        'DELETE /auth/me': ['/me', {}],
        'DELETE /auth/me/sessions/:id': ['/me/sessions/1'],
        'PUT /auth/update/password': ['/update/password', { password: 'Laundered-horse-1' }],
        'POST /auth/account/oauth/link/:provider': [
          `/account/oauth/link/idp1?${new URLSearchParams({ frontend_url: FRONTEND }).toString()}`,
        ],
        'DELETE /auth/account/oauth/:provider': ['/account/oauth/idp1', {}],
        'POST /auth/invitation/accept': ['/invitation/accept', { id: invitation }],
        'POST /auth/organization/:id/join': [`${other.path}/join`],
      };
      const routes = await declaredRoutes('/auth');
      const own = routes.filter(({ route }) => route.access === 'bearer' && route.method !== 'GET');
      const named = own.map(({ route, path }) => ({ route, name: `${route.method} ${path}` }));
      const allowed = named.filter(({ route }) => vouchedOf(route) === 'allowed').map(({ name }) => name);
      assert.deepEqual(new Set(allowed), ALLOWED);
      const decided = named.filter(({ route }) => vouchedOf(route) === 'by act').map(({ name }) => name);
      assert.deepEqual(new Set(decided), new Set(Object.keys(acts)));
      for (const { route, name } of named) {
        if (vouchedOf(route) === 'allowed') continue;
        const [path, body] = acts[name] ?? [route.path.replace(/:\w+/, '1')];
        const answer = await send(route.method, path, body);
        assert.equal(outcome(answer), '403 ReauthenticationRequiredError', `${name} ${answer.text}`);
      }
    });

    it('O7-10: does not disconnect the applications of its owner', async () => {
      const scope = 'openid profile offline_access';
      const { refresh_token = '' } = await signInWith(keyward, application, person.token, { scope });
      const path = `/account/application/${application.id}`;
      assert.equal(outcome(await send('DELETE', path)), '403 ReauthenticationRequiredError');
      const fields = { grant_type: 'refresh_token', refresh_token };
      const refreshed = await post(keyward, 'token', application, fields);
      assert.equal(refreshed.status, 200, refreshed.text);
      const proof = { password: PASSWORD };
      assert.equal(outcome(await send('POST', '/account/reauthenticate', proof)), 'ok');
      assert.equal(outcome(await send('DELETE', path)), 'ok');
    });
  });
}
