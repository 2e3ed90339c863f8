import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { suiteKeyward } from './expectations.ts';
import { addPerson } from './people.ts';

describe('GET /login/options', () => {
  const keyward = suiteKeyward('sqlite', {
    settings: { KEYWARD_IDP2_CLIENT_ID: 'some-client', KEYWARD_IDP2_CLIENT_SECRET: 'some-secret' },
  });
  const read = async () => {
    const { status, text, body } = await keyward.call('GET', '/login/options');
    assert.equal(status, 200, text);
    assert.ok(!text.includes('some-'), text);
    return body;
  };

  it('tells what a sign-in page needs, and follows the settings', async () => {
    const first = {
      branding: { name: null, logo_url: null, style: { radius: '8px' } },
      providers: [{ slot: 'idp2', name: 'github', label: 'GitHub' }],
      min_password_length: 6,
      sign_up: { mode: 'open', captcha: null },
      factors: { totp: true, passkeys: true },
      connections: false,
      applications: false,
      organizations: null,
      deletion_grace_days: 0,
    };
    assert.deepEqual(await read(), first);
    const { token } = await addPerson(keyward, { role: 'superadmin' });
    const save = async (section: string, body: object) => {
      const answer = await keyward.call('PATCH', `/config/${section}`, { token, body });
      assert.equal(answer.status, 200, answer.text);
    };
    await save('branding', { name: 'Example', logo_url: '/logo.svg', colour: '#0F766E', font: 'system' });
    await save('signup', {
      mode: 'invite',
      captcha: 'turnstile',
      captcha_site_key: 'key',
      captcha_secret: 's',
    });
    await save('organizations', { enabled: true, creation: 'superadmins' });
    const { branding, sign_up, organizations } = await read();
    assert.deepEqual(
      { branding, sign_up, organizations },
      {
        branding: {
          name: 'Example',
          logo_url: `${keyward.url}/logo.svg`,
          style: {
            colour: '#0f766e',
            'on-colour': '#ffffff',
            'colour-dark': '#3a8f88',
            'on-colour-dark': '#000000',
            radius: '8px',
            font: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
          },
        },
        sign_up: { mode: 'invite', captcha: { provider: 'turnstile', site_key: 'key' } },
        organizations: { creation: false, own_roles: false },
      },
    );
  });

  it('does not send an unchanged answer again', async () => {
    const { headers } = await keyward.call('GET', '/login/options');
    const etag = headers.get('etag') ?? assert.fail('no etag');
    const again = await keyward.call('GET', '/login/options', { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
  });
});
