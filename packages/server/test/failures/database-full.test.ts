import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createTestDatabase, WITHOUT_SQLITE } from '../support/databases.ts';
import { PASSWORD } from '../support/keyward.ts';
import { startProcess } from '../support/process.ts';
import { until } from '../support/until.ts';
import { clientOf } from './client.ts';

/**
 * Lets a process's files grow no further than this, as a full disk would: writing beyond fails. Undone by
 * 'unlimited'.
 */
function limitFiles(pid: number, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`]);
}

const hasPrlimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;

describe(
  'a SQLite database that cannot grow',
  { skip: WITHOUT_SQLITE || (!hasPrlimit && 'prlimit is not installed') },
  () => {
    it('RE5: 503, nothing is acknowledged, reads go on, and all is well when there is room again', async () => {
      await using database = await createTestDatabase('sqlite');
      const env = { KEYWARD_DATABASE_URL: database.url, KEYWARD_DATA_DIR: database.dataDir };
      await using keyward = await startProcess({ env });
      const send = clientOf(`${keyward.url}/auth`);
      const person = { name: 'Ada', email: 'ada@example.org', password: PASSWORD };
      const signedUp = await send('POST', '/signup/password', { body: person });
      assert.equal(signedUp.status, 200);
      const token = String(signedUp.body['access_token']);

      limitFiles(keyward.pid, statSync(join(database.dataDir, 'keyward.db-wal')).size);
      const newcomer = { name: 'Grace', email: 'grace@example.org', password: PASSWORD };
      for (let round = 0; round < 3; round += 1) {
        const refused = await Promise.all([
          // One statement, and transactions.
          send('PATCH', '/me', { token, body: { name: 'Changed' } }),
          send('PUT', '/update/password', { token, body: { password: `${PASSWORD}0` } }),
          send('POST', '/signup/password', { body: newcomer }),
          send('POST', '/login', { body: { identifier: person.email, password: PASSWORD } }),
          send('POST', '/logout', { token }),
        ]);
        for (const { status, headers, body } of refused) {
          assert.deepEqual([status, body['error']], [503, 'ServiceUnavailableError']);
          assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
        }
        const ready = await fetch(`${keyward.url}/readyz`);
        assert.equal(ready.status, 503);
        assert.match(await ready.text(), /The database cannot be written/);
        const me = await send('GET', '/me', { token });
        assert.deepEqual([me.status, Object(me.body['account']).name], [200, 'Ada']);
      }
      assert.deepEqual(await database.query('select email, name from accounts'), [
        { email: person.email, name: 'Ada' },
      ]);

      limitFiles(keyward.pid, 'unlimited');
      const added = await send('POST', '/signup/password', { body: newcomer });
      assert.equal(added.status, 200);
      const login = await send('POST', '/login', { body: { identifier: person.email, password: PASSWORD } });
      assert.equal(login.status, 200);
      assert.equal((await send('PATCH', '/me', { token, body: { name: 'Changed' } })).status, 200);
      await until(async () => (await fetch(`${keyward.url}/readyz`)).ok, 'it is ready again');
      assert.equal(keyward.stderr(), '');

      // Full again, and killed: what was acknowledged is there, and nothing else.
      limitFiles(keyward.pid, statSync(join(database.dataDir, 'keyward.db-wal')).size);
      const lost = { name: 'Late', email: 'late@example.org', password: PASSWORD };
      assert.equal((await send('POST', '/signup/password', { body: lost })).status, 503);
      await keyward.kill('SIGKILL');
      await using restarted = await startProcess({ env });
      const me = await clientOf(`${restarted.url}/auth`)('GET', '/me', { token });
      assert.equal(Object(me.body['account']).name, 'Changed');
      assert.deepEqual(await database.query('select email from accounts order by id'), [
        { email: person.email },
        { email: newcomer.email },
      ]);
      assert.deepEqual(await database.query('select * from pragma_integrity_check'), [
        { integrity_check: 'ok' },
      ]);
    });
  },
);
