import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '../../src/config/error.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { Variables } from '../../src/config/sources.ts';

const load = (env: Variables) => loadConfig({ env, cwd: '/srv', dotenv: false });

describe('settings that belong together', () => {
  const refuses = (env: Variables, start: string) =>
    assert.throws(
      () => load(env),
      (error: Error) => error instanceof ConfigError && error.message.startsWith(start),
    );

  it('superadmin: both or neither', () => {
    const email = { KEYWARD_SUPERADMIN_EMAIL: 'a@b.test' };
    const password = { KEYWARD_SUPERADMIN_PASSWORD: 'Geheim123' };
    assert.deepEqual(load({ ...email, ...password }).superadmin, {
      email: 'a@b.test',
      password: 'Geheim123',
    });
    refuses(email, 'KEYWARD_SUPERADMIN_PASSWORD: needed because KEYWARD_SUPERADMIN_EMAIL is set');
    refuses(password, 'KEYWARD_SUPERADMIN_EMAIL: needed because KEYWARD_SUPERADMIN_PASSWORD is set');
  });

  it('provider credentials: both or neither', () => {
    const id = { KEYWARD_IDP3_CLIENT_ID: 'id' };
    const secret = { KEYWARD_IDP3_CLIENT_SECRET: 'geheim' };
    const { clientId, clientSecret } = load({ ...id, ...secret }).providers[2];
    assert.deepEqual([clientId, clientSecret], ['id', 'geheim']);
    refuses(id, 'KEYWARD_IDP3_CLIENT_SECRET: needed');
    refuses(secret, 'KEYWARD_IDP3_CLIENT_ID: needed');
  });

  it('slots beyond the third exist with a preset, and only then', () => {
    const slots = (env: Variables) => load(env).providers.map(({ id, preset }) => `${id} ${preset}`);
    const first = ['idp1 google', 'idp2 github', 'idp3 discord'];
    assert.deepEqual(slots({ KEYWARD_IDP10_PRESET: 'slack', KEYWARD_IDP4_PRESET: 'x' }), [
      ...first,
      'idp4 x',
      'idp10 slack',
    ]);
    refuses(
      { KEYWARD_IDP4_CLIENT_ID: 'id' },
      'KEYWARD_IDP4_PRESET: needed because KEYWARD_IDP4_CLIENT_ID is set',
    );
    refuses(
      { KEYWARD_IDP11_PRESET: 'x' },
      'KEYWARD_IDP11_PRESET: there is no such setting; did you mean KEYWARD_IDP1_PRESET?',
    );
    refuses({ KEYWARD_IDP4_PRESET: 'oidc' }, 'KEYWARD_IDP4_ISSUER: needed for the preset oidc');
    refuses({ KEYWARD_IDP4_PRESET: 'x', KEYWARD_IDP1_NAME: 'idp4' }, 'KEYWARD_IDP1_NAME: "idp4" is taken');
  });

  it('a mail server needs a sender; a sender alone is fine', () => {
    refuses({ KEYWARD_SMTP_URL: 'smtp://h' }, 'KEYWARD_MAIL_FROM: needed');
    assert.deepEqual(load({ KEYWARD_MAIL_FROM: 'a@b.test' }).mail, { from: 'a@b.test' });
  });

  it('provider names differ from each other and from the paths of the API', () => {
    refuses({ KEYWARD_IDP1_NAME: 'x', KEYWARD_IDP3_NAME: 'x' }, 'KEYWARD_IDP3_NAME: "x" is taken');
    refuses({ KEYWARD_IDP1_NAME: 'idp2', KEYWARD_IDP2_NAME: 'x' }, 'KEYWARD_IDP1_NAME: "idp2" is taken');
    const segments =
      'account config session otp link send login signup forgot token me update logout logout-all setup';
    for (const name of segments.split(' ')) refuses({ KEYWARD_IDP2_NAME: name }, 'KEYWARD_IDP2_NAME: ');
  });

  it('the preset oidc needs an issuer', () => {
    refuses({ KEYWARD_IDP2_PRESET: 'oidc' }, 'KEYWARD_IDP2_ISSUER: needed for the preset oidc');
    const issuer = 'https://id.test';
    assert.equal(
      load({ KEYWARD_IDP2_PRESET: 'oidc', KEYWARD_IDP2_ISSUER: issuer }).providers[1].issuer,
      issuer,
    );
  });
});
