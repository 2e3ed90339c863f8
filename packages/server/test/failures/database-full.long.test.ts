import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fill, smallDisk } from '../long/disk.ts';
import {
  createTestDatabase,
  type TestDatabase,
  WITHOUT_POSTGRES,
  WITHOUT_SQLITE,
} from '../support/databases.ts';
import { PASSWORD } from '../support/keyward.ts';
import { queryPostgres } from '../support/postgres-databases.ts';
import { startProcess } from '../support/process.ts';
import { until } from '../support/until.ts';
import { clientOf } from './client.ts';
import { WITHOUT_LIMITS } from './without-limits.ts';

/** Room for the pages of a small row, but not for a sign-up. */
const SMALL_ROW = 20 * 1024;
/** A service whose writes do not fail proves every five seconds that it can write. */
const MORE_THAN_A_PROOF_MS = 6_000;

/** Limits the size of a process's files, like a full disk. 'unlimited' removes the limit. */
function limitFiles(pid: number, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`]);
}

const hasPrlimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;

describe(
  'a SQLite database that cannot grow',
  { skip: WITHOUT_SQLITE || (!hasPrlimit && 'prlimit is not installed') },
  () => {
    it('RE5: answers 503, acknowledges nothing, continues reads, and recovers when there is room again', async () => {
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

      // Full again, and killed: exactly the acknowledged writes are there.
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

    it('RE5: with room for a small row only, /readyz is 503 as soon as sign-ups fail', async () => {
      await using database = await createTestDatabase('sqlite');
      const env = { KEYWARD_DATABASE_URL: database.url, KEYWARD_DATA_DIR: database.dataDir };
      await using keyward = await startProcess({ env });
      const ready = async () => (await fetch(`${keyward.url}/readyz`)).status;
      assert.equal(await ready(), 200);
      limitFiles(keyward.pid, statSync(join(database.dataDir, 'keyward.db-wal')).size + SMALL_ROW);
      const body = { name: 'Ada', email: 'ada@example.org', password: PASSWORD };
      await until(async () => {
        const { status } = await clientOf(`${keyward.url}/auth`)('POST', '/signup/password', { body });
        return status === 503;
      }, 'sign-ups fail');
      // Long before the next proof of a service whose writes do not fail.
      await until(async () => (await ready()) === 503, 'it is not ready', 3_500);
      for (let end = performance.now() + MORE_THAN_A_PROOF_MS; performance.now() < end; await delay(200))
        assert.equal(await ready(), 503);
      limitFiles(keyward.pid, 'unlimited');
      await until(async () => (await ready()) === 200, 'it is ready again');
    });
  },
);

/** A database whose tables lie on a disk of their own. */
async function onSmallDisk(): Promise<AsyncDisposable & { database: TestDatabase; path: string }> {
  const database = await createTestDatabase('postgres');
  const { pathname, href } = new URL(database.url);
  const name = pathname.slice(1);
  const onServer = (statement: string) => queryPostgres(new URL('/postgres', href).href, statement);
  const small = smallDisk();
  const path = join(small.path, 'tables');
  mkdirSync(path);
  // PostgreSQL requires a folder that its own user owns.
  const [found] = await database.query("select pg_read_file('postmaster.pid') as pid");
  const { uid, gid } = statSync(`/proc/${String(found?.['pid']).split('\n')[0]}`);
  chownSync(path, uid, gid);
  await database.query('select 1');
  await onServer(`create tablespace ${name} location '${path}'`);
  await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await onServer(`alter database ${name} set tablespace ${name}`);
  return {
    database,
    path: small.path,
    async [Symbol.asyncDispose]() {
      await database.drop();
      await onServer(`drop tablespace ${name}`);
      small[Symbol.dispose]();
    },
  };
}

describe(
  'a PostgreSQL database that cannot grow',
  {
    skip:
      WITHOUT_POSTGRES ||
      (process.getuid?.() !== 0 && 'a small disk takes root on Linux, for a mount of tmpfs'),
  },
  () => {
    it('RE5: /readyz is 503 as soon as sign-ups fail, though a small row still fits', async () => {
      await using disk = await onSmallDisk();
      await using keyward = await startProcess({
        env: {
          ...WITHOUT_LIMITS,
          KEYWARD_DATABASE_URL: disk.database.url,
          KEYWARD_DATA_DIR: disk.database.dataDir,
        },
      });
      const ready = async () => (await fetch(`${keyward.url}/readyz`)).status;
      assert.equal(await ready(), 200);
      const filler = join(disk.path, 'filler');
      fill(filler);
      let people = 0;
      await until(async () => {
        people += 1;
        const body = { name: 'A'.repeat(100), email: `ada${people}@example.org`, password: PASSWORD };
        const { status } = await clientOf(`${keyward.url}/auth`)('POST', '/signup/password', { body });
        return status === 503;
      }, 'sign-ups fail');
      await until(async () => (await ready()) === 503, 'it is not ready');
      for (let end = performance.now() + MORE_THAN_A_PROOF_MS; performance.now() < end; await delay(200))
        assert.equal(await ready(), 503);
      rmSync(filler);
      await until(async () => (await ready()) === 200, 'it is ready again');
    });
  },
);

describe('a PostgreSQL database that is read-only', { skip: WITHOUT_POSTGRES }, () => {
  it('RE5: answers 503 at /readyz and to writes, while reads continue', async () => {
    await using database = await createTestDatabase('postgres');
    await using keyward = await startProcess({
      env: { KEYWARD_DATABASE_URL: database.url, KEYWARD_DATA_DIR: database.dataDir },
    });
    const send = clientOf(`${keyward.url}/auth`);
    const person = { name: 'Ada', email: 'ada@example.org', password: PASSWORD };
    const token = String((await send('POST', '/signup/password', { body: person })).body['access_token']);
    const { pathname, href } = new URL(database.url);
    const name = pathname.slice(1);
    const onServer = (statement: string) => queryPostgres(new URL('/postgres', href).href, statement);
    await onServer(`alter database ${name} set default_transaction_read_only = on`);
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    const ready = async () => (await fetch(`${keyward.url}/readyz`)).status;
    await until(async () => (await ready()) === 503, 'it is not ready');
    assert.equal((await send('PATCH', '/me', { token, body: { name: 'Grace' } })).status, 503);
    assert.equal((await send('GET', '/me', { token })).status, 200);
  });
});
