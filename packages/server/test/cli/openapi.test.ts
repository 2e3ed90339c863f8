import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runHere } from '../support/command-line.ts';
import { startKeyward } from '../support/keyward.ts';

describe('openapi', () => {
  it('prints the same as a service with the same settings, and leaves nothing behind', async () => {
    const settings = { KEYWARD_PREFIX: '/api', KEYWARD_PUBLIC_URL: 'https://auth.example.org' };
    await using keyward = await startKeyward('sqlite', { settings });
    const { code, stdout, stderr } = await runHere(['openapi'], {
      env: {
        ...settings,
        KEYWARD_DATABASE_URL: 'postgres://127.0.0.1:1/none',
        KEYWARD_SUPERADMIN_EMAIL: 'ada@example.org',
        KEYWARD_SUPERADMIN_PASSWORD: 'weak',
      },
    });
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(JSON.parse(stdout), (await keyward.callRoot('GET', '/openapi.json')).body);
  });
});
