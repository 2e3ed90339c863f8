import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestDatabase } from '../../support/databases.ts';
import { PASSWORD } from '../../support/keyward.ts';
import { startProcess } from '../../support/process.ts';
import { requestFrom } from '../../support/raw-http.ts';
import { asObject, asText } from '../expectations.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

async function call(url: string, method: string, path: string, body?: unknown, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const port = Number(new URL(url).port);
  const answer = await requestFrom({ port, method, path: `/auth${path}`, headers, body });
  return { status: answer.status, body: asObject(answer.json()) };
}

for (const kind of ANY_DATABASE) {
  describe(`revocation on ${kind}`, () => {
    it('TK10: survives a kill and a restart; what was not revoked continues', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const env = {
        KEYWARD_DATABASE_URL: database.url,
        KEYWARD_DATA_DIR: database.dataDir,
        KEYWARD_DUAL_TOKEN_MODE: 'on',
      };
      await using first = await startProcess({ env });
      const account = { name: 'Ada', email: 'ada@example.org', password: PASSWORD };
      const revoked = await call(first.url, 'POST', '/signup/password', account);
      assert.equal(revoked.status, 200);
      const login = { identifier: account.email, password: PASSWORD };
      const kept = await call(first.url, 'POST', '/login', login);
      const out = await call(first.url, 'POST', '/logout', undefined, asText(revoked.body['access_token']));
      assert.equal(out.status, 200);
      await first.kill('SIGKILL');

      await using second = await startProcess({ env });
      const me = (tokens: Record<string, unknown>) =>
        call(second.url, 'GET', '/me', undefined, asText(tokens['access_token']));
      const refresh = (tokens: Record<string, unknown>) =>
        call(second.url, 'POST', '/token/refresh', { refresh_token: tokens['refresh_token'] });
      const dead = await me(revoked.body);
      assert.deepEqual([dead.status, dead.body['error']], [401, 'SessionDestroyedError']);
      const deadRefresh = await refresh(revoked.body);
      assert.deepEqual([deadRefresh.status, deadRefresh.body['error']], [401, 'InvalidTokenError']);
      assert.equal((await me(kept.body)).status, 200);
      assert.equal((await refresh(kept.body)).status, 200);
    });
  });
}
