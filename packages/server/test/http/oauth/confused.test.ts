import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { databasesFor } from '../../support/usual-size.ts';
import { asText, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import {
  addApplication,
  approve,
  assertOAuthError,
  authorizePath,
  Browser,
  exchange,
  locationOf,
  pkce,
  post,
  type TestApplication,
} from './flows.ts';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const { verifier, challenge } = pkce();
const PKCE = { code_challenge: challenge, code_challenge_method: 'S256' };

for (const kind of databasesFor(import.meta.filename)) {
  describe(`tokens and applications that are confused with others, on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    let application: TestApplication;
    let other: TestApplication;
    before(async () => {
      application = await addApplication(keyward);
      other = await addApplication(keyward, { name: 'Other' });
    });

    it('only an ID token of the application is a hint', async () => {
      const { token } = await addPerson(keyward);
      const browser = new Browser(keyward);
      const tokensOf = async (one: TestApplication) => {
        const back = await approve(browser, authorizePath(one, PKCE), token);
        const given = await exchange(keyward, one, back.searchParams.get('code') ?? '', verifier);
        assert.equal(given.status, 200, given.text);
        return given.body;
      };
      const [own, foreign] = [await tokensOf(application), await tokensOf(other)];
      const signed = await keyward.call('GET', '/oauth/userinfo', {
        token: asText(own['access_token']),
        headers: { accept: 'application/jwt' },
      });
      assert.equal(signed.status, 200);
      const answerTo = async (hint: string) => {
        const path = authorizePath(application, { ...PKCE, prompt: 'none', id_token_hint: hint });
        const { searchParams } = locationOf(await browser.call('GET', path));
        return searchParams.get('error') ?? searchParams.has('code');
      };
      assert.equal(await answerTo(asText(own['id_token'])), true);
      const confused = [signed.text, asText(own['access_token']), asText(foreign['id_token'])];
      for (const hint of confused) assert.equal(await answerTo(hint), 'invalid_request');
      for (const hint of confused.slice(0, 2)) {
        const asked = await browser.call('GET', `/oauth/logout?id_token_hint=${hint}`);
        assert.match(asked.text, /Do you want to sign out/);
      }
    });

    it('each type of application has its own grants, and machines ask no person', async () => {
      const machine = await addApplication(keyward, { type: 'machine', machine_scopes: ['jobs:run'] });
      const page = await addApplication(keyward, { type: 'browser' });
      const program = await addApplication(keyward, { type: 'native' });
      const ask = (one: TestApplication, fields: Record<string, string>) =>
        post(keyward, 'token', one, {
          code: 'x',
          redirect_uri: 'x',
          refresh_token: 'x',
          device_code: 'x',
          ...fields,
        });
      const [code, refresh, itself] = ['authorization_code', 'refresh_token', 'client_credentials'];
      const table: [TestApplication, string[]][] = [
        [machine, [code, refresh, DEVICE_GRANT]],
        [page, [DEVICE_GRANT, itself]],
        [program, [itself]],
        [application, []],
      ];
      for (const [one, refused] of table)
        for (const grant_type of [code, refresh, DEVICE_GRANT, itself]) {
          const { body } = await ask(one, { grant_type });
          // An application without scopes of its own is refused too, in other words.
          const byType = String(body['error_description']).startsWith('An application of the type');
          assert.equal(byType, refused.includes(grant_type), `${one.id} ${grant_type}`);
          if (byType) assert.equal(body['error'], 'unauthorized_client');
        }
      for (const one of [machine, page])
        assertOAuthError(await post(keyward, 'device', one, {}), 400, 'unauthorized_client');
      const asked = { response_type: 'code', redirect_uri: 'https://app.example.com/callback', ...PKCE };
      assertOAuthError(await post(keyward, 'par', machine, asked), 400, 'unauthorized_client');
      const back = locationOf(await keyward.call('GET', authorizePath(machine, PKCE)));
      assert.equal(back.searchParams.get('error'), 'unauthorized_client');
    });
  });
}
