import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
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
import { databasesFor } from '../../support/usual-size.ts';

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const RESOURCE = 'https://api.example.com';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`proofs of clients on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const seconds = () => Math.floor(keyward.clock.now() / 1000);
    let serial = 0;

    it('private_key_jwt: each assertion counts once, for this service, and for a while', async () => {
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
    });

    it('pages of public clients may ask the protocol, without cookies, and no others', async () => {
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
  });
}
