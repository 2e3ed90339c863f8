import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SETTINGS } from '../../src/config/settings.ts';
import { runHere } from '../support/command-line.ts';

const SECRETS = {
  KEYWARD_JWT_SECRET: 'canary-jwt-0123456789-0123456789-0123456789',
  KEYWARD_MASTER_KEY: 'ca'.repeat(32),
  KEYWARD_SUPERADMIN_EMAIL: 'ada@example.org',
  KEYWARD_SUPERADMIN_PASSWORD: 'Canary-Password-1',
  KEYWARD_DATABASE_URL: 'postgres://keyward:canary-database@db/keyward?password=canary-query',
  KEYWARD_SMTP_URL: 'smtp://ada:canary-smtp@mail.example.org:587',
  KEYWARD_MAIL_FROM: 'auth@example.org',
  KEYWARD_IDP1_CLIENT_ID: 'client',
  KEYWARD_IDP1_CLIENT_SECRET: 'canary-client',
};

describe('config show', () => {
  it('SC1: prints every setting with its value and source, and no secret', async () => {
    const { code, stdout, stderr } = await runHere(['config', 'show', '--port', '8080'], { env: SECRETS });
    assert.deepEqual([code, stderr], [0, '']);
    for (const { name } of SETTINGS) assert.match(stdout, new RegExp(`^${name} `, 'm'));
    assert.match(stdout, /^KEYWARD_PORT +command line +8080$/m);
    assert.match(stdout, /^KEYWARD_SMTP_URL +environment +smtp:\/\/\*\*\*@mail\.example\.org:587$/m);
    assert.doesNotMatch(stdout, /canary|caca/i);
  });

  it('SC1: prints the same as JSON', async () => {
    const { stdout } = await runHere(['config', 'show', '--json'], { env: SECRETS });
    const {
      settings,
      warnings,
    }: { settings: { name: string; value: unknown; source: string }[]; warnings: string[] } =
      JSON.parse(stdout);
    assert.deepEqual(
      settings.map(({ name }) => name),
      SETTINGS.map(({ name }) => name),
    );
    const of = (wanted: string) => settings.find(({ name }) => name === wanted);
    assert.deepEqual(of('KEYWARD_JWT_SECRET'), {
      name: 'KEYWARD_JWT_SECRET',
      value: '***',
      source: 'environment',
    });
    assert.deepEqual(of('KEYWARD_PUBLIC_URL'), {
      name: 'KEYWARD_PUBLIC_URL',
      value: null,
      source: 'default',
    });
    assert.deepEqual(warnings, []);
    assert.doesNotMatch(stdout, /canary|caca/i);
  });
});
