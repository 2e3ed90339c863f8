import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { auditLogOf } from '../../support/audit-log.ts';
import { PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { addMember, codeFor, suiteMailed } from '../codes/support/mailed.ts';
import { asText, assertRefusal } from '../expectations.ts';
import {
  addApplication,
  assertOAuthError,
  post,
  signInWith,
  type TestApplication,
  userinfo,
} from './flows.ts';
import { databasesFor } from '../../support/usual-size.ts';

/** The fate of application tokens after each act on the account. */
interface Expected {
  /** Tokens that are bound to a session. */
  bound: boolean;
  /** Tokens with offline_access. */
  offline: boolean;
}

const NEW_PASSWORD = 'kT7vouzg-2';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`grants and the acts of the account on ${kind}`, () => {
    const keyward = suiteMailed(kind);
    let root: SignedUp;
    let application: TestApplication;
    before(async () => {
      root = await addSuperadmin(keyward);
      application = await addApplication(keyward);
    });

    const administer = (method: string, path: string, body: object) =>
      keyward.call(method, path, { token: root.token, body });

    const ACTS: Record<
      string,
      Expected & { act: (person: SignedUp) => Promise<{ status: number; text: string }> }
    > = {
      'the end of the session': {
        bound: false,
        offline: true,
        act: ({ token }) => keyward.call('POST', '/logout', { token }),
      },
      'the end of all sessions': {
        bound: false,
        offline: true,
        act: ({ token }) => keyward.call('POST', '/logout-all', { token }),
      },
      'the owner’s own change of the password': {
        bound: true,
        offline: true,
        act: ({ token }) =>
          keyward.call('PUT', '/update/password', {
            token,
            body: { current_password: PASSWORD, password: NEW_PASSWORD },
          }),
      },
      'a reset of the password': {
        bound: false,
        offline: false,
        act: async ({ email }) =>
          keyward.call('POST', '/forgot/password', {
            body: { email, otp: await codeFor(keyward, 'reset', email), password: NEW_PASSWORD },
          }),
      },
      'a superadmin’s password': {
        bound: false,
        offline: false,
        act: ({ id }) => administer('PATCH', '/account', { account_id: id, password: NEW_PASSWORD }),
      },
      'the removal of all factors by a superadmin': {
        bound: false,
        offline: false,
        act: ({ id }) => keyward.call('DELETE', `/account/factors?account_id=${id}`, { token: root.token }),
      },
      'a superadmin who disconnects the application': {
        bound: false,
        offline: false,
        act: ({ id }) => administer('DELETE', `/account/${id}/application/${application.id}`, {}),
      },
      suspension: {
        bound: false,
        offline: false,
        act: ({ id }) => administer('PATCH', '/account', { account_id: id, status: 'suspended' }),
      },
      deletion: {
        bound: false,
        offline: false,
        act: ({ id }) => administer('DELETE', '/account', { account_id: id }),
      },
    };

    for (const [name, { bound, offline, act }] of Object.entries(ACTS))
      it(`${name} ${bound ? 'keeps' : 'ends'} what a session gave, and ${offline ? 'keeps' : 'ends'} what outlives it`, async () => {
        const person = await addMember(keyward, { verified: true });
        const ofSession = await signInWith(keyward, application, person.token);
        const outliving = await signInWith(keyward, application, person.token, {
          scope: 'openid offline_access',
        });
        const done = await act(person);
        assert.ok(done.status < 300, done.text);
        for (const [tokens, lives] of [
          [ofSession, bound],
          [outliving, offline],
        ] as const) {
          const refreshed = await post(keyward, 'token', application, {
            grant_type: 'refresh_token',
            refresh_token: tokens['refresh_token'] ?? '',
          });
          if (lives) {
            assert.equal(refreshed.status, 200, refreshed.text);
            assert.equal((await userinfo(keyward, asText(refreshed.body['access_token']))).status, 200);
          } else {
            assertOAuthError(refreshed, 400, 'invalid_grant');
            assertOAuthError(await userinfo(keyward, tokens['access_token'] ?? ''), 401, 'invalid_token');
            const told = await post(keyward, 'introspect', application, {
              token: tokens['access_token'] ?? '',
            });
            assert.deepEqual(told.body, { active: false });
          }
        }
        const revoked = (await auditLogOf(keyward.database, 'grant.revoked')).filter(
          ({ data }) => Object(data['account']).id === person.id,
        );
        assert.equal(revoked.length, offline ? 0 : 2);
      });

    it('P17-4, P18-1: an application of a stranger keeps the doubt about an account whose reader sets a password', async () => {
      const { accounts } = keyward.app.services.store;
      for (const [scope, mark] of [
        [null, 1],
        // The consent alone leads to access again.
        ['openid', 2],
        ['openid offline_access', 2],
      ] as const) {
        const person = await addMember(keyward, { verified: true });
        await accounts.update(person.id, { password_after_proof: 0, proven_at: 0 });
        if (scope !== null) await signInWith(keyward, application, person.token, { scope });
        const body = { email: person.email, otp: await codeFor(keyward, 'login', person.email) };
        const { body: session } = await keyward.call('POST', '/login/otp', { body });
        const set = { token: asText(session['access_token']), body: { password: NEW_PASSWORD } };
        assert.equal((await keyward.call('PUT', '/update/password', set)).status, 200);
        assert.equal((await accounts.find('id', person.id))?.password_after_proof, mark, scope ?? '');
      }
    });

    it('the mail about an own new password names the applications that keep access', async () => {
      const [kept, bound] = [
        await addApplication(keyward, { name: 'Travel diary' }),
        await addApplication(keyward, { name: 'Bound to the session' }),
      ];
      const person = await addMember(keyward, { verified: true });
      for (let grants = 0; grants < 2; grants += 1)
        await signInWith(keyward, kept, person.token, { scope: 'openid offline_access' });
      await signInWith(keyward, bound, person.token);
      for (const [languages, password, words] of [
        ['en', NEW_PASSWORD, /These applications keep access.*: Travel diary\./],
        ['de', PASSWORD, /Diese Anwendungen behalten Zugriff.*: Travel diary\./],
      ] as const) {
        const changed = await keyward.call('PUT', '/update/password', {
          token: person.token,
          body: { password },
          headers: { 'accept-language': languages },
        });
        assert.equal(changed.status, 200, changed.text);
        const { text = '' } = (await keyward.mail.nextMail(person.email)).parsed;
        assert.match(text, words);
        assert.doesNotMatch(text, /Bound to the session/);
      }
    });

    it('a superadmin disconnects only what is connected', async () => {
      const { id } = await addMember(keyward, { verified: true });
      for (const [path, error] of [
        [`/account/${id}/application/${application.id}`, 'ApplicationNotFoundError'],
        [`/account/${id}/application/app_unknown`, 'ApplicationNotFoundError'],
        [`/account/9999999/application/${application.id}`, 'UserNotFoundError'],
      ] as const)
        assertRefusal(await administer('DELETE', path, {}), 404, error);
    });

    it('a deleted application loses its grants', async () => {
      const other = await addApplication(keyward);
      const person = await addMember(keyward, { verified: true });
      const tokens = await signInWith(keyward, other, person.token);
      assert.equal((await administer('DELETE', `/application/${other.id}`, {})).status, 200);
      assertOAuthError(await userinfo(keyward, tokens['access_token'] ?? ''), 401, 'invalid_token');
      const { body } = await keyward.call('GET', '/account/application', { token: person.token });
      assert.deepEqual(body['applications'], []);
    });
  });
}
