import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { addApplication, approve, Browser, CALLBACK } from './flows.ts';
import { databasesFor } from '../../support/usual-size.ts';

/** These libraries run whole flows, and applications use them. */
for (const kind of databasesFor(import.meta.filename)) {
  describe(`clients of others on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const pathOf = (url: URL) => url.pathname.replace('/auth', '') + url.search;

    it('openid-client signs in, refreshes, reads userinfo, introspects, revokes and signs out', async () => {
      const application = await addApplication(keyward, {
        post_logout_redirect_uris: ['https://app.example.com/'],
      });
      const person = await addPerson(keyward);
      const execute = [client.allowInsecureRequests];
      const server = new URL(keyward.url);
      const skew = Math.round((keyward.clock.now() - Date.now()) / 1000);
      const metadata = { client_secret: application.secret, [client.clockSkew]: skew };
      const config = await client.discovery(server, application.id, metadata, undefined, { execute });
      const verifier = client.randomPKCECodeVerifier();
      const nonce = client.randomNonce();
      const state = client.randomState();
      const address = client.buildAuthorizationUrl(config, {
        redirect_uri: CALLBACK,
        scope: 'openid email offline_access',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        nonce,
        state,
      });
      const back = await approve(new Browser(keyward), pathOf(address), person.token);
      const tokens = await client.authorizationCodeGrant(config, back, {
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        expectedState: state,
      });
      const { sub = '' } = tokens.claims() ?? {};
      const info = await client.fetchUserInfo(config, tokens.access_token, sub);
      assert.equal(info.email, person.email);
      const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
      assert.equal((await client.tokenIntrospection(config, next.access_token)).active, true);
      await client.tokenRevocation(config, next.refresh_token ?? '');
      assert.equal((await client.tokenIntrospection(config, next.access_token)).active, false);
      const logout = client.buildEndSessionUrl(config, {
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: 'https://app.example.com/',
        state: 'bye',
      });
      const out = await keyward.call('GET', pathOf(logout));
      assert.equal(out.headers.get('location'), 'https://app.example.com/?state=bye');
      assert.equal((await keyward.call('GET', '/me', { token: person.token })).status, 401);
    });

    it('oauth4webapi pushes its request, and binds its tokens to a key', async () => {
      const application = await addApplication(keyward, { type: 'native', dpop_bound: true });
      const { token } = await addPerson(keyward);
      const options = { [oauth.allowInsecureRequests]: true };
      const issuer = new URL(keyward.url);
      const found = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' });
      const server = await oauth.processDiscoveryResponse(issuer, found);
      const skew = Math.round((keyward.clock.now() - Date.now()) / 1000);
      const me: oauth.Client = { client_id: application.id, [oauth.clockSkew]: skew };
      const key = await oauth.generateKeyPair('ES256');
      const DPoP = oauth.DPoP(me, key);
      const verifier = oauth.generateRandomCodeVerifier();
      const parameters = new URLSearchParams({
        client_id: application.id,
        redirect_uri: CALLBACK,
        response_type: 'code',
        scope: 'openid',
        state: 'x',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const pushed = await oauth.processPushedAuthorizationResponse(
        server,
        me,
        await oauth.pushedAuthorizationRequest(server, me, oauth.None(), parameters, options),
      );
      const query = new URLSearchParams({ client_id: application.id, request_uri: pushed.request_uri });
      const path = `/oauth/authorize?${query.toString()}`;
      const back = await approve(new Browser(keyward), path, token);
      const again = await keyward.call('GET', path);
      assert.equal(again.status, 400, 'a pushed request counts once');
      const answer = oauth.validateAuthResponse(server, me, back, 'x');
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        me,
        oauth.None(),
        answer,
        CALLBACK,
        verifier,
        { ...options, DPoP },
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, me, response);
      assert.equal(tokens.token_type, 'dpop');
      const info = await oauth.userInfoRequest(server, me, tokens.access_token, { ...options, DPoP });
      assert.equal(info.status, 200);
      // A copy of the token is useless without the key.
      const stolen = await keyward.call('GET', '/oauth/userinfo', { token: tokens.access_token });
      assert.equal(stolen.status, 401);
    });
  });
}
