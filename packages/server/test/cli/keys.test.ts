import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { headerOf } from '../http/expectations.ts';
import { addApplication } from '../http/oauth/flows.ts';
import { addPerson } from '../http/people.ts';
import { tempFolder } from '../support/at-exit.ts';
import { runHere } from '../support/command-line.ts';
import { startKeyward } from '../support/keyward.ts';
import { auditLogOf } from '../support/audit-log.ts';
import { databasesFor } from '../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`keys rotate on ${kind}`, () => {
    it('replaces the keys of applications under the running service', async () => {
      await using keyward = await startKeyward(kind);
      await addApplication(keyward);
      const { url, dataDir } = keyward.database;
      const env = { KEYWARD_DATABASE_URL: url, KEYWARD_DATA_DIR: dataDir };
      const kids = async () => {
        const { body } = await keyward.callRoot('GET', '/.well-known/jwks.json');
        return [body['keys']].flat().map((key) => String(Object(key).kid));
      };
      const before = await kids();
      const { code, stdout, stderr } = await runHere(
        ['keys', 'rotate', '--for', 'applications', '--overlap', '60'],
        { env },
      );
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /^Replaced the keys that sign tokens for applications: RS256\.\nTokens of the/);
      const after = await kids();
      assert.deepEqual([after.length, after.includes(before[0] ?? '')], [2, true]);
      const told = (await auditLogOf(keyward.database)).find(({ type }) => type === 'oauth.key_rotated');
      assert.deepEqual(Object(told?.data['actor']).type, 'operator');
      assert.equal((await runHere(['keys', 'rotate'], { env })).code, 2);
    });
  });

  describe(`keys create on ${kind}`, () => {
    it('gives the running service a key that others verify with, and signs nobody out', async () => {
      await using keyward = await startKeyward(kind);
      const { url, dataDir } = keyward.database;
      const env = { KEYWARD_DATABASE_URL: url, KEYWARD_DATA_DIR: dataDir };
      const create = (...args: string[]) => runHere(['keys', 'create', ...args], { env });
      const jwks = async () => {
        const { body } = await keyward.callRoot('GET', '/.well-known/jwks.json');
        return [body['keys']].flat().map((key) => Object(key).kid);
      };
      const before = await addPerson(keyward);

      const { code, stdout, stderr } = await create();
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(
        stdout,
        /^Created a key for ES256\. It is encrypted with KEYWARD_MASTER_KEY: keep that key\.\n/,
      );
      assert.match(stdout, /stay valid until they expire, at most until \d{4}-\d\d-\d\dT\S+ \(UTC\)\.\n$/);
      await keyward.app.services.runtimeSettings.catchUp();
      const { token } = await addPerson(keyward);
      assert.deepEqual([headerOf(token)['alg'], await jwks()], ['ES256', [headerOf(token)['kid']]]);
      for (const one of [before.token, token])
        assert.equal((await keyward.call('GET', '/me', { token: one })).status, 200);
      const told = (await auditLogOf(keyward.database)).find(({ type }) => type === 'settings.changed');
      assert.deepEqual(Object(told?.data['actor']).type, 'operator');
      assert.doesNotMatch(JSON.stringify(told), /PRIVATE KEY/);

      const ended = await create('--algorithm', 'EdDSA', '--overlap', '0');
      assert.match(ended.stdout, /EdDSA[^]*Tokens of the replaced key are no longer valid\.\n$/);
      await keyward.app.services.runtimeSettings.catchUp();
      assert.equal((await keyward.call('GET', '/me', { token })).status, 401);
      assert.equal((await jwks()).length, 1);

      const inMemory = await runHere(['keys', 'create'], {
        env: { ...env, KEYWARD_SETTINGS_STORE: 'memory' },
      });
      assert.equal(inMemory.code, 1);
      assert.match(inMemory.stderr, /^keyward: KEYWARD_SETTINGS_STORE is memory, [^\n]+\n$/);

      const elsewhere = tempFolder();
      const lost = await runHere(['keys', 'create'], { env: { ...env, KEYWARD_DATA_DIR: elsewhere.path } });
      assert.match(lost.stderr, /^keyward: KEYWARD_MASTER_KEY: there is no master-key in [^\n]+\n$/);
      assert.deepEqual([lost.code, existsSync(join(elsewhere.path, 'master-key'))], [2, false]);
      elsewhere.remove();
    });
  });
}
