import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadConfig } from '../../../src/config/load.ts';
import { loadSecrets } from '../../../src/config/secrets.ts';
import { createRelyingParty } from '../../../src/features/settings/relying-party.ts';
import { createFrontends } from '../../../src/features/settings/frontends.ts';
import { createSections } from '../../../src/features/settings/sections.ts';
import { createSettings } from '../../../src/features/settings/settings.ts';
import { tempFolder } from '../../support/at-exit.ts';

const { path: folder } = tempFolder();
const config = loadConfig({
  env: { KEYWARD_DATA_DIR: folder, KEYWARD_MAIL_FROM: 'Shop <auth@example.org>' },
  cwd: folder,
  dotenv: false,
});
const { initial } = createSections({ config, secrets: loadSecrets(config), slots: [] });

function relyingParty(publicUrl: string, frontends: string[] = [], rpId: string | null = null) {
  return createRelyingParty({
    settings: createSettings({ ...initial, factors: { ...initial.factors, rp_id: rpId } }),
    publicUrl: () => publicUrl,
    frontends: createFrontends(
      () => publicUrl,
      frontends,
      () => `${publicUrl}/auth`,
    ),
  });
}

describe('the relying party of passkeys', () => {
  it('is the host of the public address, with its own pages and allowed frontends below it', () => {
    const frontends = ['https://app.auth.example.org', 'https://example.org', 'https://shop.example'];
    const party = relyingParty('https://auth.example.org/base', frontends);
    assert.deepEqual([party.id(), party.name()], ['auth.example.org', 'Shop']);
    const accepted = {
      'https://auth.example.org': true,
      'https://app.auth.example.org': true,
      'https://example.org': false,
      'https://shop.example': false,
      'http://auth.example.org': false,
      'https://auth.example.org:8443': false,
      'https://auth.example.org/': false,
      'https://evil-auth.example.org': false,
      null: false,
      '': false,
    };
    for (const [origin, isAccepted] of Object.entries(accepted))
      assert.equal(party.accepts(origin), isAccepted, origin);
    assert.equal(party.mayFrame('https://shop.example'), true);
    assert.equal(party.mayFrame('https://evil.example'), false);
  });

  it('is the domain of the settings, with every allowed page under it', () => {
    const party = relyingParty('https://auth.example.org', ['https://app.example.org'], 'example.org');
    assert.equal(party.id(), 'example.org');
    assert.equal(party.accepts('https://auth.example.org'), true);
    assert.equal(party.accepts('https://app.example.org'), true);
    assert.equal(party.accepts('https://other.example.org'), false);
    assert.equal(party.accepts('https://anexample.org'), false);
  });

  it('is localhost for a service on this machine, on any port where no frontend is listed', () => {
    const party = relyingParty('http://127.0.0.1:3000');
    assert.equal(party.id(), 'localhost');
    assert.equal(party.accepts('http://localhost:5173'), true);
    assert.equal(party.accepts('http://[::1]:5173'), true);
    assert.equal(party.accepts('https://example.org'), false);
    assert.equal(
      relyingParty('http://127.0.0.1:3000', ['https://a.org']).accepts('http://localhost:1'),
      false,
    );
  });
});
