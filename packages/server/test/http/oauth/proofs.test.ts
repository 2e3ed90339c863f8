import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { addSuperadmin } from '../admin/admin.ts';
import { assertRefusal, asText, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import {
  addApplication,
  approve,
  assertOAuthError,
  authorizePath,
  Browser,
  configure,
  exchange,
  pkce,
  post,
  signInWith,
  type TestApplication,
  userinfo,
} from './flows.ts';
import { databasesFor } from '../../support/usual-size.ts';

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const RESOURCE = 'https://api.example.com';

const HOUR_MS = 3_600_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`proofs of clients on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const seconds = () => Math.floor(keyward.clock.now() / 1000);
    let serial = 0;

    it('private_key_jwt: each assertion counts once, for this service, for a limited time', async () => {
      const pair = await generateKeyPair('ES256');
      const jwks = { keys: [await exportJWK(pair.publicKey)] };
      const machine = await addApplication(keyward, {
        type: 'machine',
        token_endpoint_auth_method: 'private_key_jwt',
        jwks,
        machine_scopes: ['jobs:run'],
        resources: [RESOURCE],
      });
      const signed = async (claims: Record<string, unknown> = {}, key = pair.privateKey) => {
        serial += 1;
        const payload = {
          iss: machine.id,
          sub: machine.id,
          aud: `${keyward.url}/auth/oauth/token`,
          jti: `assertion ${serial}`,
          exp: seconds() + 60,
          ...claims,
        };
        return new SignJWT(payload).setProtectedHeader({ alg: 'ES256' }).sign(key);
      };
      const ask = (assertion: string) =>
        post(
          keyward,
          'token',
          { id: machine.id, secret: '' },
          {
            grant_type: 'client_credentials',
            resource: RESOURCE,
            client_assertion_type: ASSERTION,
            client_assertion: assertion,
          },
        );
      const right = await signed();
      const given = await ask(right);
      assert.equal(given.status, 200, given.text);
      assertOAuthError(await ask(right), 401, 'invalid_client');
      assert.equal(
        (await ask(await signed({ aud: keyward.url }))).status,
        200,
        'the issuer is an audience too',
      );
      const other = await generateKeyPair('ES256');
      for (const wrong of [
        await signed({ aud: 'https://other.example.com' }),
        await signed({ aud: [keyward.url, 'https://other.example.com'] }),
        await signed({ exp: seconds() - 60 }),
        await signed({ exp: seconds() + 3_600 }),
        await signed({ jti: undefined }),
        await signed({ iss: 'app_other' }),
        await signed({}, other.privateKey),
      ])
        assertOAuthError(await ask(wrong), 401, 'invalid_client');
      const bare = await post(
        keyward,
        'token',
        { id: machine.id, secret: '' },
        {
          grant_type: 'client_credentials',
          resource: RESOURCE,
        },
      );
      assertOAuthError(bare, 401, 'invalid_client');
    });

    /** A key with proofs of it (RFC 9449). */
    async function addKey() {
      const pair = await generateKeyPair('ES256');
      const jwk: JWK = await exportJWK(pair.publicKey);
      const proof = (claims: Record<string, unknown> = {}) => {
        serial += 1;
        return new SignJWT({
          htm: 'POST',
          htu: `${keyward.url}/auth/oauth/token`,
          iat: seconds(),
          jti: `proof ${serial}`,
          ...claims,
        })
          .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
          .sign(pair.privateKey);
      };
      return { proof, thumbprint: await calculateJwkThumbprint(jwk) };
    }

    async function boundMachine(): Promise<TestApplication> {
      return addApplication(keyward, {
        type: 'machine',
        dpop_bound: true,
        machine_scopes: ['jobs:run'],
        resources: [RESOURCE],
      });
    }

    it('DPoP: a proof counts once, for one request, and now', async () => {
      const machine = await boundMachine();
      const { proof, thumbprint } = await addKey();
      const ask = (header: string | undefined) =>
        post(
          keyward,
          'token',
          machine,
          { grant_type: 'client_credentials', resource: RESOURCE },
          header === undefined ? {} : { dpop: header },
        );
      assertOAuthError(await ask(undefined), 400, 'invalid_dpop_proof');
      const right = await proof();
      const given = await ask(right);
      assert.equal(given.status, 200, given.text);
      assert.deepEqual(decodeJwt(asText(given.body['access_token']))['cnf'], { jkt: thumbprint });
      assertOAuthError(await ask(right), 400, 'invalid_dpop_proof');
      for (const wrong of [
        await proof({ htm: 'GET' }),
        await proof({ htu: `${keyward.url}/auth/oauth/userinfo` }),
        await proof({ iat: seconds() - 120 }),
        await proof({ iat: seconds() + 120 }),
        await proof({ jti: undefined }),
        `${await proof()},${await proof()}`,
        'nonsense',
      ])
        assertOAuthError(await ask(wrong), 400, 'invalid_dpop_proof');
    });

    const remembered = async () => (await keyward.database.query('select 1 from used_id_tokens')).length;

    it('a proof is used up only by a request that is otherwise valid', async () => {
      const application = await addApplication(keyward, { type: 'native' });
      const { token } = await addPerson(keyward);
      const { proof } = await addKey();
      const tokens = await signInWith(
        keyward,
        application,
        token,
        { scope: 'openid' },
        { dpop: await proof() },
      );
      const before = await remembered();
      const spare = await proof();
      const refresh = (refresh_token: string, dpop: string) =>
        post(keyward, 'token', application, { grant_type: 'refresh_token', refresh_token }, { dpop });
      assertOAuthError(await refresh('x', spare), 400, 'invalid_grant');
      for (const fields of [
        {
          grant_type: 'authorization_code',
          code: 'x',
          redirect_uri: 'https://a.example',
          code_verifier: 'x'.repeat(43),
        },
        { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'x' },
        { grant_type: 'client_credentials', resource: RESOURCE },
        { grant_type: 'other' },
      ])
        assert.equal(
          (await post(keyward, 'token', application, fields, { dpop: await proof() })).status,
          400,
        );
      const at = { htm: 'GET', htu: `${keyward.url}/auth/oauth/userinfo` };
      const show = (access: string, dpop: string) =>
        keyward.call('GET', '/oauth/userinfo', { headers: { authorization: `DPoP ${access}`, dpop } });
      const other = await addKey();
      const access = tokens['access_token'] ?? '';
      const digest = await crypto.subtle.digest('SHA-256', Buffer.from(access));
      const ath = Buffer.from(digest).toString('base64url');
      assertOAuthError(await show('x', await proof(at)), 401, 'invalid_token');
      assertOAuthError(await show(access, await other.proof({ ...at, ath })), 401, 'invalid_token');
      assert.equal(await remembered(), before);
      const good = await proof({ ...at, ath });
      assert.equal((await show(access, good)).status, 200);
      assertOAuthError(await show(access, good), 400, 'invalid_dpop_proof');
      assert.equal((await refresh(tokens['refresh_token'] ?? '', spare)).status, 200);
      assertOAuthError(await refresh(tokens['refresh_token'] ?? '', spare), 400, 'invalid_dpop_proof');
      assert.equal(await remembered(), before + 2);
    });

    it('so is an assertion, and a client that registered itself gets no tokens of its own', async () => {
      const pair = await generateKeyPair('ES256');
      const jwks = { keys: [await exportJWK(pair.publicKey)] };
      await addApplication(keyward);
      await configure(keyward, { registration: 'open', default_resource: RESOURCE });
      const made = await keyward.call('POST', '/oauth/register', {
        body: {
          redirect_uris: ['https://web.example.com/cb'],
          token_endpoint_auth_method: 'private_key_jwt',
          jwks,
        },
      });
      const id = asText(made.body['client_id']);
      const before = await remembered();
      const ask = async (endpoint: string, fields: Record<string, string>, claims: object = {}) => {
        serial += 1;
        const payload = {
          iss: id,
          sub: id,
          aud: keyward.url,
          jti: `own ${serial}`,
          exp: seconds() + 60,
          ...claims,
        };
        return post(
          keyward,
          endpoint,
          { id, secret: '' },
          {
            client_assertion_type: ASSERTION,
            client_assertion: await new SignJWT(payload)
              .setProtectedHeader({ alg: 'ES256' })
              .sign(pair.privateKey),
            ...fields,
          },
        );
      };
      assertOAuthError(
        await ask('token', { grant_type: 'refresh_token', refresh_token: 'x' }),
        400,
        'invalid_grant',
      );
      // Its resource may ask for no scope, so it gets no token at all.
      assertOAuthError(await ask('token', { grant_type: 'client_credentials' }), 400, 'unauthorized_client');
      assert.deepEqual((await ask('introspect', { token: 'x' })).body, { active: false });
      assert.equal((await ask('revoke', { token: 'x' })).status, 200);
      assert.equal(await remembered(), before);
      // PAR counts in a budget, whatever comes of it. The time may have fractions (RFC 7519 §2).
      assertOAuthError(
        await ask('par', { response_type: 'x' }, { exp: seconds() + 60.5 }),
        400,
        'invalid_request',
      );
      assert.equal(await remembered(), before + 1);
      await configure(keyward, { default_resource: null });
    });

    it('times with fractions and invalid keys cause no internal error', async () => {
      const machine = await boundMachine();
      const pair = await generateKeyPair('ES256', { extractable: true });
      const own = await exportJWK(pair.publicKey);
      const ask = async (jwk: JWK, claims: object = {}) => {
        serial += 1;
        const dpop = await new SignJWT({
          htm: 'POST',
          htu: `${keyward.url}/auth/oauth/token`,
          iat: seconds(),
          jti: `odd ${serial}`,
          ...claims,
        })
          .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
          .sign(pair.privateKey);
        return post(
          keyward,
          'token',
          machine,
          { grant_type: 'client_credentials', resource: RESOURCE },
          { dpop },
        );
      };
      const given = await ask(own, { iat: seconds() - 0.25 });
      assert.equal(given.status, 200, given.text);
      const { d = '' } = await exportJWK(pair.privateKey);
      for (const key of [
        { ...own, d },
        { ...own, d: 'AAAA' },
        { ...own, crv: 'P-999' },
        { ...own, x: 'AAAA' },
        { ...own, kty: 'oct', k: 'AAAA' },
        { ...own, kty: 'OKP', crv: 'X999' },
        { ...own, key_ops: ['sign'] },
        { ...own, use: 'enc' },
        { kty: 'RSA', n: '!', e: '' },
      ])
        assert.match(String((await ask(key)).status), /^(?:200|400)$/, JSON.stringify(key));
      for (const key of [{ ...own, d }, { kty: 'oct', k: 'AAAA' }, {}]) {
        const refused = await keyward.call('POST', '/application', {
          token: (await addSuperadmin(keyward)).token,
          body: { name: 'Keys', token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key] } },
        });
        assertRefusal(refused, 422, 'ValidationError', ['jwks.keys.0']);
      }
    });

    it('refuses RSA keys that are slow to verify, in proofs, assertions and applications', async () => {
      const { token } = await addSuperadmin(keyward);
      const { id } = await addApplication(keyward, {
        type: 'machine',
        token_endpoint_auth_method: 'private_key_jwt',
        jwks: { keys: [await exportJWK((await generateKeyPair('ES256')).publicKey)] },
        machine_scopes: ['jobs:run'],
        resources: [RESOURCE],
      });
      const machine = await addApplication(keyward, {
        type: 'machine',
        machine_scopes: ['jobs:run'],
        resources: [RESOURCE],
      });
      const url = `${keyward.url}/auth/oauth/token`;
      const fields = { grant_type: 'client_credentials', resource: RESOURCE };
      for (const [publicExponent, status] of [
        [65_537, 200],
        [2 ** 24 + 1, 400],
      ] as const) {
        const pair = generateKeyPairSync('rsa', { modulusLength: 2_048, publicExponent });
        const jwk = await exportJWK(pair.publicKey);
        const dpop = await new SignJWT({
          htm: 'POST',
          htu: url,
          iat: seconds(),
          jti: `rsa ${publicExponent}`,
        })
          .setProtectedHeader({ alg: 'RS256', typ: 'dpop+jwt', jwk })
          .sign(pair.privateKey);
        const proven = await post(keyward, 'token', machine, fields, { dpop });
        assert.equal(proven.status, status, proven.text);

        const keys = JSON.stringify({ keys: [jwk] });
        const body = { name: 'Keys', token_endpoint_auth_method: 'private_key_jwt', jwks: JSON.parse(keys) };
        const created = await keyward.call('POST', '/application', { token, body });
        if (status === 200) assert.equal(created.status, 201, created.text);
        else assertRefusal(created, 422, 'ValidationError', ['jwks.keys.0']);

        // As the answer of an address of keys may be.
        const [row] = await keyward.database.query('select details from applications where client_id = $1', [
          id,
        ]);
        const details = JSON.stringify({
          ...JSON.parse(asText(row?.['details'])),
          jwks: JSON.parse(keys),
        });
        await keyward.database.query('update applications set details = $1 where client_id = $2', [
          details,
          id,
        ]);
        const assertion = await new SignJWT({
          iss: id,
          sub: id,
          aud: url,
          jti: `rsa ${publicExponent}`,
          exp: seconds() + 60,
        })
          .setProtectedHeader({ alg: 'RS256' })
          .sign(pair.privateKey);
        const named = { ...fields, client_assertion_type: ASSERTION, client_assertion: assertion };
        const asserted = await post(keyward, 'token', { id, secret: '' }, named);
        assert.equal(asserted.status, status === 200 ? 200 : 401, asserted.text);
      }
    });

    it('DPoP: the refresh token of a device belongs to its first key', async () => {
      const tv = await addApplication(keyward, { type: 'native' });
      const person = await addPerson(keyward);
      const [own, other] = [await addKey(), await addKey()];
      const begun = await post(keyward, 'device', tv, { scope: 'openid offline_access' });
      const path = `/oauth/device/${asText(begun.body['user_code'])}`;
      await keyward.call('GET', path, { token: person.token });
      const { token } = person;
      assert.equal((await keyward.call('POST', path, { token, body: { allow: true } })).status, 200);
      const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
      const device_code = asText(begun.body['device_code']);
      const given = await post(
        keyward,
        'token',
        tv,
        { grant_type, device_code },
        { dpop: await own.proof() },
      );
      assert.equal(given.status, 200, given.text);
      const refresh = (headers: Record<string, string>) =>
        post(
          keyward,
          'token',
          tv,
          { grant_type: 'refresh_token', refresh_token: asText(given.body['refresh_token']) },
          headers,
        );
      assertOAuthError(await refresh({ dpop: await other.proof() }), 400, 'invalid_grant');
      assertOAuthError(await refresh({}), 400, 'invalid_grant');
      assert.equal((await refresh({ dpop: await own.proof() })).status, 200);
    });

    it('DPoP: tokens of a public client belong to its first key, and open userinfo only with it', async () => {
      const application = await addApplication(keyward, { type: 'native' });
      const { token } = await addPerson(keyward);
      const { proof } = await addKey();
      const other = await addKey();
      const bound = await signInWith(keyward, application, token, {}, { dpop: await proof() });
      assert.equal(bound['token_type'], 'DPoP');
      const refresh = (header: Record<string, string>) =>
        post(
          keyward,
          'token',
          application,
          { grant_type: 'refresh_token', refresh_token: bound['refresh_token'] ?? '' },
          header,
        );
      assertOAuthError(await refresh({}), 400, 'invalid_grant');
      assertOAuthError(await refresh({ dpop: await other.proof() }), 400, 'invalid_grant');
      assert.equal((await refresh({ dpop: await proof() })).status, 200);
      const access = bound['access_token'] ?? '';
      const digest = await crypto.subtle.digest('SHA-256', Buffer.from(access));
      const ath = Buffer.from(digest).toString('base64url');
      const at = { htm: 'GET', htu: `${keyward.url}/auth/oauth/userinfo` };
      const show = (dpop: string) =>
        keyward.call('GET', '/oauth/userinfo', { headers: { authorization: `DPoP ${access}`, dpop } });
      assert.equal((await show(await proof({ ...at, ath }))).status, 200);
      assertOAuthError(await show(await proof(at)), 400, 'invalid_dpop_proof');
      assertOAuthError(await show(await other.proof({ ...at, ath })), 401, 'invalid_token');
      assertOAuthError(await userinfo(keyward, access), 401, 'invalid_token');
      const spent = async () => (await keyward.database.query('select 1 from used_id_tokens')).length;
      assert.ok((await spent()) > 0);
      keyward.clock.advance(HOUR_MS);
      await keyward.app.services.sweepSpent();
      assert.equal(await spent(), 0);
    });

    it('pages of public clients may call the protocol, without cookies, and no others', async () => {
      const page = 'https://spa.example.com';
      await addApplication(keyward, { type: 'browser', redirect_uris: [`${page}/callback`] });
      await addApplication(keyward, { redirect_uris: ['https://confidential.example.com/callback'] });
      const asked = async (origin: string, path: string, method = 'OPTIONS') => {
        const { headers } = await keyward.call(method, path, {
          headers: { origin, 'access-control-request-method': 'POST' },
        });
        return [headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')];
      };
      assert.deepEqual(await asked(page, '/oauth/token'), [page, null]);
      assert.deepEqual(await asked(page, '/oauth/userinfo', 'GET'), [page, null]);
      assert.deepEqual(await asked(page, '/me'), [null, null]);
      for (const origin of ['https://confidential.example.com', 'https://evil.example.com'])
        assert.deepEqual(await asked(origin, '/oauth/token'), [null, null]);
    });

    it('userinfo is a signed JWT where that is asked for, and claims come one by one', async () => {
      await configure(keyward, { signing_algorithm: 'ES256' });
      const application = await addApplication(keyward);
      const { token, email } = await addPerson(keyward);
      const tokens = await signInWith(keyward, application, token, {
        scope: 'openid',
        claims: JSON.stringify({ userinfo: { email: null }, id_token: { email: { essential: true } } }),
      });
      assert.equal(decodeJwt(tokens['id_token'] ?? '')['email'], email);
      const signed = await keyward.call('GET', '/oauth/userinfo', {
        token: tokens['access_token'],
        headers: { accept: 'application/jwt' },
      });
      assert.match(signed.headers.get('content-type') ?? '', /^application\/jwt/);
      const claims = decodeJwt(signed.text);
      assert.deepEqual([claims['email'], claims.aud, claims.iss], [email, application.id, keyward.url]);
    });

    it('a scope shows fields under names that owners cannot give a meaning', async () => {
      const scope = (claims: string[]) => ({ scopes: { crm: { description: 'Your plan', claims } } });
      for (const path of ['app_metadata.sub', 'app_metadata.iss', 'app_metadata.scope']) {
        const { token: root } = await addSuperadmin(keyward);
        const refused = await keyward.call('PATCH', '/config/oauth', { token: root, body: scope([path]) });
        assertRefusal(refused, 400, 'InvalidConfigError');
      }
      await configure(
        keyward,
        scope(['app_metadata.plan', 'metadata.email_verified', 'metadata.sub', 'role']),
      );
      const application = await addApplication(keyward);
      const { token, id } = await addPerson(keyward);
      const written = { email_verified: true, sub: 'somebody else' };
      assert.equal((await keyward.call('PATCH', '/me', { token, body: { metadata: written } })).status, 200);
      const { token: root } = await addSuperadmin(keyward);
      const body = { account_id: id, app_metadata: { plan: 'gold' } };
      assert.equal((await keyward.call('PATCH', '/account/', { token: root, body })).status, 200);
      const tokens = await signInWith(keyward, application, token, { scope: 'openid crm' });
      const info = await userinfo(keyward, tokens['access_token'] ?? '');
      const { sub } = decodeJwt(tokens['id_token'] ?? '');
      assert.deepEqual(info.body, {
        sub,
        plan: 'gold',
        role: 'user',
        unverified_email_verified: true,
        unverified_sub: 'somebody else',
      });
      await configure(keyward, { scopes: {} });
    });

    it('claims give no more than the scopes of the application, and than the person left', async () => {
      const claims = JSON.stringify({ userinfo: { email: null }, id_token: { email: null } });
      const narrow = await addApplication(keyward, { scopes: ['openid'] });
      const trusted = await addApplication(keyward, { first_party: true });
      const { token } = await addPerson(keyward);
      const asked = { scope: 'openid', claims, prompt: 'consent' };
      for (const [application, answer] of [
        [narrow, { allow: true }],
        [trusted, { allow: true, scopes: ['openid'] }],
      ] as const) {
        const { verifier, challenge } = pkce();
        const path = authorizePath(application, {
          code_challenge: challenge,
          code_challenge_method: 'S256',
          ...asked,
        });
        const back = await approve(new Browser(keyward), path, token, answer);
        const code = back.searchParams.get('code') ?? '';
        const tokens = await exchange(keyward, application, code, verifier);
        assert.equal(decodeJwt(asText(tokens.body['id_token']))['email'], undefined);
        const info = await userinfo(keyward, asText(tokens.body['access_token']));
        assert.deepEqual([info.status, info.body['email']], [200, undefined], info.text);
      }
    });
  });
}
