import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { databasesFor } from '../../support/usual-size.ts';
import { asText, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import {
  addApplication,
  authorizePath,
  Browser,
  CALLBACK,
  configure,
  exchange,
  locationOf,
  pkce,
  userinfo,
} from './flows.ts';
import { startDocuments } from './hosts.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`P7-4: who may cause the fetch of a metadata document, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: { KEYWARD_OAUTH_NETWORKS: '127.0.0.0/8', KEYWARD_TRUSTED_PROXIES: '127.0.0.1' },
    });
    const HOME = 'https://app.example.com/';

    before(async () => {
      await addApplication(keyward);
      await configure(keyward, { metadata_documents: { enabled: true } });
    });

    it('a logout causes none without an address to return to, and counts for its address with one', async () => {
      await using host = await startDocuments(() => ({
        redirect_uris: [CALLBACK],
        post_logout_redirect_uris: [HOME],
        token_endpoint_auth_method: 'none',
      }));
      const logout = async (path: string, from: string, more: Record<string, string> = {}) => {
        const query = new URLSearchParams({ client_id: host.url + path, ...more });
        const headers = { 'x-forwarded-for': from };
        return (await keyward.call('GET', `/oauth/logout?${query.toString()}`, { headers })).status;
      };
      for (let serial = 0; serial < 40; serial += 1)
        assert.equal(await logout(`/silent-${serial}`, '192.0.2.1'), 200);
      assert.deepEqual(host.asked, []);
      const statuses: number[] = [];
      for (let serial = 0; serial < 40; serial += 1)
        statuses.push(await logout(`/${serial}`, '192.0.2.1', { post_logout_redirect_uri: HOME }));
      assert.equal(host.asked.length, 30, 'as at oauth/authorize');
      assert.deepEqual([statuses.indexOf(400), statuses.at(-1)], [30, 400]);
      assert.equal(await logout('/other', '192.0.2.2', { post_logout_redirect_uri: HOME }), 200);
    });

    it('the page of a request that waits, its answer and a token use the last copy', async () => {
      await using host = await startDocuments(() => ({
        redirect_uris: [CALLBACK],
        token_endpoint_auth_method: 'none',
      }));
      const application = { id: `${host.url}/app`, secret: '' };
      const { verifier, challenge } = pkce();
      const { token } = await addPerson(keyward);
      const browser = new Browser(keyward);
      const path = authorizePath(application, { code_challenge: challenge, code_challenge_method: 'S256' });
      const page = locationOf(await browser.call('GET', path));
      const request = `/oauth/request/${page.searchParams.get('request') ?? ''}`;
      assert.equal(host.asked.length, 1);
      assert.equal((await browser.call('GET', request, { token })).status, 200);
      const answered = await browser.call('POST', request, { token, body: { allow: true } });
      assert.equal(answered.status, 200, answered.text);
      assert.equal(host.asked.length, 1, 'the page and its answer');
      const code = new URL(asText(answered.body['redirect_to'])).searchParams.get('code') ?? '';
      const given = await exchange(keyward, application, code, verifier);
      assert.equal(given.status, 200, given.text);
      assert.equal(host.asked.length, 2, 'the application itself asks');
      assert.equal((await userinfo(keyward, asText(given.body['access_token']))).status, 200);
      assert.equal(host.asked.length, 2, 'a token');
      await configure(keyward, { metadata_documents: { enabled: true, blocked_hosts: ['127.0.0.1.'] } });
      assert.equal((await userinfo(keyward, asText(given.body['access_token']))).status, 401);
      await configure(keyward, { metadata_documents: { enabled: true } });
    });
  });
}
