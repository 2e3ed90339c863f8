import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeJwt } from 'jose';
import { auditLogOf } from '../../support/audit-log.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { assertRefusal, asObject, asText, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import {
  addApplication,
  approve,
  assertOAuthError,
  authorizePath,
  Browser,
  CALLBACK,
  configure,
  exchange,
  locationOf,
  pkce,
  post,
  signInWith,
  userinfo,
} from './flows.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { untilAnswered } from '../../support/until.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`sign-ins of applications on ${kind}`, () => {
    const keyward = suiteKeyward(kind);

    it('get tokens for what the person agreed to, once, and ask nothing the next time', async () => {
      const application = await addApplication(keyward);
      const person = await addPerson(keyward);
      const browser = new Browser(keyward);
      const { verifier, challenge } = pkce();
      const path = authorizePath(application, {
        code_challenge: challenge,
        code_challenge_method: 'S256',
        nonce: 'a nonce',
      });
      const back = await approve(browser, path, person.token);
      assert.equal(back.origin + back.pathname, CALLBACK);
      assert.equal(back.searchParams.get('state'), 'a state');
      assert.equal(back.searchParams.get('iss'), keyward.url);
      const answer = await exchange(keyward, application, back.searchParams.get('code') ?? '', verifier);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      const { access_token: access, id_token: id, scope, token_type } = answer.body;
      assert.deepEqual([scope, token_type], ['openid profile email', 'Bearer']);
      const claims = decodeJwt(asText(id));
      assert.deepEqual([claims.iss, claims.aud, claims['nonce']], [keyward.url, application.id, 'a nonce']);
      const info = await userinfo(keyward, asText(access));
      assert.deepEqual([info.status, info.body['sub'], info.body['email']], [200, claims.sub, person.email]);
      assertRefusal(await keyward.call('GET', '/me', { token: asText(access) }), 401, 'InvalidTokenError');

      const silent = locationOf(await browser.call('GET', `${path}&prompt=none`));
      assert.ok(silent.searchParams.get('code'), silent.href);
      const more = locationOf(
        await browser.call('GET', `${path.replace('email', 'email+phone')}&prompt=none`),
      );
      assert.equal(more.searchParams.get('error'), 'consent_required');
      const stranger = locationOf(await new Browser(keyward).call('GET', `${path}&prompt=none`));
      assert.deepEqual(
        [stranger.searchParams.get('error'), stranger.searchParams.get('iss')],
        ['login_required', keyward.url],
      );
    });

    it('OA-1: no condition of a code can be skipped, and only the first exchange succeeds', async () => {
      const application = await addApplication(keyward);
      const other = await addApplication(keyward);
      const { token } = await addPerson(keyward);
      const { verifier, challenge } = pkce();
      const path = authorizePath(application, { code_challenge: challenge, code_challenge_method: 'S256' });
      const newCode = async () =>
        (await approve(new Browser(keyward), path, token)).searchParams.get('code') ?? '';
      const code = await newCode();
      assertOAuthError(await exchange(keyward, other, code, verifier), 400, 'invalid_grant');
      assertOAuthError(await exchange(keyward, application, code, pkce().verifier), 400, 'invalid_grant');
      const elsewhere = { redirect_uri: `${CALLBACK}/` };
      assertOAuthError(await exchange(keyward, application, code, verifier, elsewhere), 400, 'invalid_grant');
      const unproven = await post(keyward, 'token', application, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: CALLBACK,
      });
      assertOAuthError(unproven, 400, 'invalid_grant');
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => exchange(keyward, application, code, verifier)),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      // The other requests reused the code, which ends the tokens of the first.
      const first = answers.find(({ status }) => status === 200);
      assertOAuthError(await userinfo(keyward, asText(first?.body['access_token'])), 401, 'invalid_token');
      const late = await newCode();
      keyward.clock.advance(60_000);
      assertOAuthError(await exchange(keyward, application, late, verifier), 400, 'invalid_grant');
      const told = await auditLogOf(keyward.database);
      assert.ok(told.some(({ type }) => type === 'grant.code_reused'));
    });

    it('OA-4: a challenge that was sent binds, and a verifier without one is refused', async () => {
      const application = await addApplication(keyward, { require_pkce: false });
      const { token } = await addPerson(keyward);
      const back = await approve(new Browser(keyward), authorizePath(application), token);
      const code = back.searchParams.get('code') ?? '';
      assertOAuthError(await exchange(keyward, application, code, pkce().verifier), 400, 'invalid_grant');
      const right = await post(keyward, 'token', application, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: CALLBACK,
      });
      assert.equal(right.status, 200, right.text);
      const strict = await addApplication(keyward, { type: 'native' });
      for (const [one, remedy] of [
        [strict, /Turn PKCE on in the client\.$/],
        [await addApplication(keyward), /, or require_pkce off for the application\.$/],
      ] as const) {
        const refused = locationOf(await new Browser(keyward).call('GET', authorizePath(one)));
        assert.equal(refused.searchParams.get('error'), 'invalid_request');
        assert.match(refused.searchParams.get('error_description') ?? '', remedy);
      }
    });

    it('show a page, and never redirect, for a wrong client or address', async () => {
      const application = await addApplication(keyward);
      const wrong = authorizePath(application, { redirect_uri: 'https://evil.example/cb' });
      const twoAddresses = authorizePath(application, {
        redirect_uri: [CALLBACK, 'https://evil.example/cb'],
      });
      for (const [path, said] of [
        [authorizePath({ id: 'app_unknown', secret: '' }), /unknown, or is turned off/],
        [wrong, /compares it with the redirect addresses of the application/],
        [wrong.replace(/&redirect_uri=[^&]*/, ''), /redirect_uri is missing/],
        [twoAddresses, /only once/],
        [authorizePath(application, { client_id: [application.id, application.id] }), /only once/],
      ] as const) {
        const page = await keyward.call('GET', path);
        assert.equal(page.status, 400, path);
        assert.match(page.text, said);
        // Nothing that a stranger sends is on the page.
        assert.doesNotMatch(page.text, /evil/);
        assert.match(page.headers.get('content-type') ?? '', /text\/html/);
        assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
      }
      const twice = locationOf(await keyward.call('GET', authorizePath(application, { state: ['a', 'b'] })));
      assert.equal(twice.searchParams.get('error'), 'invalid_request');
    });

    it('ask each time where any program of a device can receive the code', async () => {
      const [scheme, web] = ['com.example.app:/callback', 'https://app.example.com/callback'];
      const fields = { type: 'native', redirect_uris: ['http://127.0.0.1/callback', scheme, web] };
      const [own, trusted] = [
        await addApplication(keyward, fields),
        await addApplication(keyward, { ...fields, first_party: true }),
      ];
      const { token } = await addPerson(keyward);
      for (const application of [own, trusted]) {
        const at = (redirect_uri: string) =>
          authorizePath(application, {
            redirect_uri,
            code_challenge: pkce().challenge,
            code_challenge_method: 'S256',
          });
        const browser = new Browser(keyward);
        const silent = async (redirect_uri: string) => {
          const { searchParams } = locationOf(
            await browser.call('GET', `${at(redirect_uri)}&prompt=none`, { token }),
          );
          return searchParams.get('error') ?? searchParams.has('code');
        };
        if (application === own) await approve(browser, at(web), token);
        for (const address of ['http://127.0.0.1:6666/callback', scheme])
          assert.equal(await silent(address), 'consent_required');
        assert.equal(await silent(web), true);
      }
    });

    it('ask each time for a public application of any type at an address of the device, and warn', async () => {
      const redirect_uris = [CALLBACK, 'http://localhost:3000/cb'];
      const { token } = await addPerson(keyward);
      for (const first_party of [false, true]) {
        const application = await addApplication(keyward, { type: 'browser', first_party, redirect_uris });
        const browser = new Browser(keyward);
        const at = (redirect_uri: string) =>
          authorizePath(application, {
            redirect_uri,
            code_challenge: pkce().challenge,
            code_challenge_method: 'S256',
          });
        const open = async (path: string) =>
          locationOf(await browser.call('GET', path, { token })).searchParams;
        if (!first_party) await approve(browser, at(CALLBACK), token);
        assert.ok((await open(`${at(CALLBACK)}&prompt=none`)).has('code'));
        const other = at('http://localhost:31337/cb');
        assert.equal((await open(`${other}&prompt=none`)).get('error'), 'consent_required');
        const warns = async (path: string) => {
          const request = (await open(`${path}&prompt=consent`)).get('request') ?? '';
          const { body } = await browser.call('GET', `/oauth/request/${request}`, { token });
          return asObject(body['application'])['loopback_only'];
        };
        assert.deepEqual([await warns(other), await warns(at(CALLBACK))], [true, false]);
      }
    });

    it('answer refusals of the token endpoint in the form of the RFCs', async () => {
      const application = await addApplication(keyward);
      const json = await keyward.call('POST', '/oauth/token', { body: { grant_type: 'authorization_code' } });
      assertOAuthError(json, 400, 'invalid_request');
      assertOAuthError(
        await post(keyward, 'token', application, { grant_type: ['a', 'b'] }),
        400,
        'invalid_request',
      );
      assertOAuthError(
        await post(keyward, 'token', application, { grant_type: 'password' }),
        400,
        'unsupported_grant_type',
      );
      const secret = application.secret.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
      const wrong = { ...application, secret };
      const refused = await post(keyward, 'token', wrong, { grant_type: 'client_credentials' });
      assertOAuthError(refused, 401, 'invalid_client');
      assert.match(refused.headers.get('www-authenticate') ?? '', /^Basic/);
    });

    it('end with the session, and those with offline_access go on until the owner revokes', async () => {
      const application = await addApplication(keyward);
      const person = await addPerson(keyward);
      const bound = await signInWith(keyward, application, person.token);
      const offline = await signInWith(keyward, application, person.token, {
        scope: 'openid offline_access',
      });
      const refresh = (token: string | undefined) =>
        post(keyward, 'token', application, { grant_type: 'refresh_token', refresh_token: token ?? '' });
      assert.equal((await userinfo(keyward, bound['access_token'] ?? '')).status, 200);
      assert.equal((await keyward.call('POST', '/logout', { token: person.token })).status, 200);
      for (const one of [bound, offline])
        assertOAuthError(await userinfo(keyward, one['access_token'] ?? ''), 401, 'invalid_token');
      assertOAuthError(await refresh(bound['refresh_token']), 400, 'invalid_grant');
      const next = await refresh(offline['refresh_token']);
      assert.equal(next.status, 200, next.text);
      assert.equal(decodeJwt(asText(next.body['access_token']))['sid'], undefined);

      const { token } = await keyward.logIn(person.email);
      const { applications } = (await keyward.call('GET', '/account/application', { token })).body;
      assert.ok(Array.isArray(applications));
      assert.deepEqual(
        applications.map(({ client_id, offline_access }) => [client_id, offline_access]),
        [[application.id, true]],
      );
      const path = `/account/application/${application.id}`;
      assert.equal((await keyward.call('DELETE', path, { token })).status, 200);
      assertRefusal(await keyward.call('DELETE', path, { token }), 404, 'ApplicationNotFoundError');
      assertOAuthError(await refresh(asText(next.body['refresh_token'])), 400, 'invalid_grant');
      assertOAuthError(await userinfo(keyward, asText(next.body['access_token'])), 401, 'invalid_token');
    });

    it('refresh to the same successor within 30 s, and end when an old token comes later', async () => {
      const application = await addApplication(keyward);
      const { token } = await addPerson(keyward);
      const first = await signInWith(keyward, application, token);
      const refresh = (refreshToken: string | undefined) =>
        post(keyward, 'token', application, {
          grant_type: 'refresh_token',
          refresh_token: refreshToken ?? '',
        });
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => untilAnswered(() => refresh(first['refresh_token']))),
      );
      const successors = new Set(answers.map(({ body }) => body['refresh_token']));
      assert.deepEqual([successors.size, answers.every(({ status }) => status === 200)], [1, true]);
      const [successor] = successors;
      keyward.clock.advance(30_001);
      assertOAuthError(await refresh(first['refresh_token']), 400, 'invalid_grant');
      assertOAuthError(await refresh(asText(successor)), 400, 'invalid_grant');
      const told = await auditLogOf(keyward.database);
      assert.ok(told.some(({ type }) => type === 'grant.refresh_reused'));
    });

    it('OA-6: resources are bound at authorize, and only narrowed later', async () => {
      const [orders, bills] = ['https://orders.example.com', 'https://bills.example.com'];
      await configure(keyward, {
        scopes: { 'orders:read': { description: 'See orders' }, 'bills:read': { description: 'See bills' } },
        resources: {
          [orders]: { name: 'Orders', scopes: ['orders:read'] },
          [bills]: { name: 'Bills', scopes: ['bills:read'] },
        },
      });
      const application = await addApplication(keyward);
      const { token } = await addPerson(keyward);
      const both = await signInWith(keyward, application, token, {
        scope: 'openid orders:read bills:read',
        resource: [orders, bills],
      });
      assert.deepEqual(decodeJwt(both['access_token'] ?? '').aud, [orders, bills]);
      const narrow = (resource: string) =>
        post(keyward, 'token', application, {
          grant_type: 'refresh_token',
          refresh_token: both['refresh_token'] ?? '',
          resource,
        });
      const one = await narrow(orders);
      const claims = decodeJwt(asText(one.body['access_token']));
      assert.deepEqual([claims.aud, claims['scope']], [orders, 'openid orders:read']);
      assert.equal((await userinfo(keyward, asText(one.body['access_token']))).status, 200);
      assertOAuthError(await narrow('https://evil.example.com'), 400, 'invalid_target');
      const unknown = locationOf(
        await keyward.call(
          'GET',
          authorizePath(application, {
            resource: 'https://evil.example.com',
            code_challenge: pkce().challenge,
            code_challenge_method: 'S256',
          }),
        ),
      );
      assert.equal(unknown.searchParams.get('error'), 'invalid_target');
    });

    it('ask for a fresh proof, and keep the request open until then', async () => {
      const application = await addApplication(keyward);
      const person = await addPerson(keyward);
      const browser = new Browser(keyward);
      const path = authorizePath(application, {
        code_challenge: pkce().challenge,
        code_challenge_method: 'S256',
        prompt: 'login',
      });
      const page = locationOf(await browser.call('GET', path));
      const id = page.searchParams.get('request') ?? '';
      const shown = await browser.call('GET', `/oauth/request/${id}`, { token: person.token });
      assert.equal(shown.body['reauthenticate'], true);
      assert.equal(asObject(shown.body['application'])['redirect_host'], 'app.example.com');
      const answer = (token: string) =>
        browser.call('POST', `/oauth/request/${id}`, { token, body: { allow: true } });
      assertRefusal(await answer(person.token), 403, 'ReauthenticationRequiredError');
      const foreign = await keyward.call('GET', `/oauth/request/${id}`, { token: person.token });
      assertRefusal(foreign, 404, 'AuthorizationRequestNotFoundError');
      keyward.clock.advance(1_000);
      const { token } = await keyward.logIn(person.email);
      assert.equal((await answer(token)).status, 200);
      assertRefusal(await answer(token), 404, 'AuthorizationRequestNotFoundError');
    });

    it('let machines act for themselves within their scopes, and introspect their own tokens', async () => {
      const { token: root } = await addSuperadmin(keyward);
      const resource = 'https://machine.example.com';
      const machine = await addApplication(keyward, {
        type: 'machine',
        machine_scopes: ['jobs:run'],
        resources: [resource],
      });
      const ask = (fields: Record<string, string>) =>
        post(keyward, 'token', machine, { grant_type: 'client_credentials', ...fields });
      assertOAuthError(await ask({}), 400, 'invalid_target');
      assertOAuthError(await ask({ resource, scope: 'other' }), 400, 'invalid_scope');
      const given = await ask({ resource, scope: 'jobs:run other' });
      assert.equal(given.status, 200, given.text);
      const claims = decodeJwt(asText(given.body['access_token']));
      assert.deepEqual([claims.sub, claims.aud, claims['scope']], [machine.id, resource, 'jobs:run']);
      const introspect = () =>
        post(keyward, 'introspect', machine, { token: asText(given.body['access_token']) });
      assert.equal((await introspect()).body['active'], true);
      const revoked = await post(keyward, 'revoke', machine, { token: asText(given.body['access_token']) });
      assert.equal(revoked.status, 200);
      assert.deepEqual((await introspect()).body, { active: false });
      const off = await keyward.call('PATCH', `/application/${machine.id}`, {
        token: root,
        body: { enabled: false },
      });
      assert.equal(off.status, 200, off.text);
      assertOAuthError(await ask({ resource }), 401, 'invalid_client');
    });

    it('OA-3: a device belongs to the first account that opens its code, and is let in once', async () => {
      const tv = await addApplication(keyward, { type: 'native', redirect_uris: [] });
      const begun = await post(keyward, 'device', tv, { scope: 'openid' });
      assert.equal(begun.status, 200, begun.text);
      assert.match(asText(begun.body['user_code']), /^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
      const poll = () =>
        post(keyward, 'token', tv, {
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          device_code: asText(begun.body['device_code']),
        });
      assertOAuthError(await poll(), 400, 'authorization_pending');
      assertOAuthError(await poll(), 400, 'slow_down');
      const [owner, other] = [await addPerson(keyward), await addPerson(keyward)];
      const path = `/oauth/device/${asText(begun.body['user_code']).toLowerCase()}`;
      const shown = await keyward.call('GET', path, { token: owner.token });
      assert.equal(shown.status, 200, shown.text);
      for (const [method, body] of [
        ['GET', undefined],
        ['POST', { allow: true }],
      ] as const)
        assertRefusal(
          await keyward.call(method, path, { token: other.token, body }),
          404,
          'AuthorizationRequestNotFoundError',
        );
      assert.equal(
        (await keyward.call('POST', path, { token: owner.token, body: { allow: true } })).status,
        200,
      );
      const answers = await Promise.all(Array.from({ length: 100 }, poll));
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    });

    it('a device that is approved, and has no token yet, loses that when its application is disconnected', async () => {
      const tv = await addApplication(keyward, { type: 'native', redirect_uris: [] });
      const { body: begun } = await post(keyward, 'device', tv, { scope: 'openid offline_access' });
      const { token } = await addPerson(keyward);
      const path = `/oauth/device/${asText(begun['user_code'])}`;
      assert.equal((await keyward.call('GET', path, { token })).status, 200);
      assert.equal((await keyward.call('POST', path, { token, body: { allow: true } })).status, 200);
      const ended = await keyward.call('DELETE', `/account/application/${tv.id}`, { token });
      assert.equal(ended.status, 200, ended.text);
      const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
      const poll = { grant_type, device_code: asText(begun['device_code']) };
      assertOAuthError(await post(keyward, 'token', tv, poll), 400, 'invalid_grant');
    });
  });
}
