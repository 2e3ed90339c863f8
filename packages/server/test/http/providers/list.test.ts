import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';

const CREDENTIALS = { client_id: 'some-client', client_secret: 'some-secret' };

describe('GET /providers', () => {
  const keyward = suiteKeyward('sqlite', {
    settings: {
      KEYWARD_IDP2_CLIENT_ID: 'some-client',
      KEYWARD_IDP2_CLIENT_SECRET: 'some-secret',
      KEYWARD_IDP2_NAME: 'octo',
      KEYWARD_IDP4_PRESET: 'oidc',
      KEYWARD_IDP4_ISSUER: 'https://login.example.org/realm',
      KEYWARD_IDP5_PRESET: 'oidc',
      KEYWARD_IDP5_ISSUER: 'https://sso.example.org',
      KEYWARD_IDP5_LABEL: 'Example Staff',
    },
  });
  const list = async () => {
    const { status, text, body } = await keyward.call('GET', '/providers');
    assert.equal(status, 200, text);
    assert.ok(!text.includes('some-'), text);
    return body['providers'];
  };

  it('lists those with credentials, in order, under their display names', async () => {
    const gitHub = { slot: 'octo', name: 'github', label: 'GitHub' };
    assert.deepEqual(await list(), [gitHub]);
    const { token } = await addPerson(keyward, { role: 'superadmin' });
    for (const slot of ['idp1', 'idp4', 'idp5']) {
      const body = { ...CREDENTIALS, redirect_uri: `${keyward.url}/auth/${slot}/callback` };
      const answer = await keyward.call('POST', `/config/${slot}`, { token, body });
      assert.equal(answer.status, 200, answer.text);
    }
    assert.deepEqual(await list(), [
      { slot: 'idp1', name: 'google', label: 'Google' },
      gitHub,
      { slot: 'idp4', name: 'oidc', label: 'login.example.org' },
      { slot: 'idp5', name: 'oidc', label: 'Example Staff' },
    ]);
    const page = await keyward.callRoot('GET', '/signin');
    const [, boot = ''] = /id="keyward">([^<]*)</.exec(page.text) ?? [];
    if (page.status === 200) assert.deepEqual(JSON.parse(boot).providers, await list());
  });
});
