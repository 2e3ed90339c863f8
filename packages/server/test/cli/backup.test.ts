import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { manifestOf } from '../../src/features/operations/backup/backup-format.ts';
import { writeBackup } from '../../src/features/operations/backup/write-backup.ts';
import { MIGRATIONS } from '../../src/store/migrations/index.ts';
import { tempFolder } from '../support/at-exit.ts';
import { runHere } from '../support/command-line.ts';
import { createTestDatabase, sqliteIn, WITHOUT_POSTGRES, WITHOUT_SQLITE } from '../support/databases.ts';
import { startKeyward, type TestKeyward } from '../support/keyward.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('backup and restore', { skip: WITHOUT_SQLITE }, () => {
  const folder = tempFolder();
  const path = (name: string) => join(folder.path, name);
  const whole = path('whole.tar');
  let keyward: TestKeyward;

  const backUp = (file: string, dataDir = keyward.dataDir) =>
    runHere(['backup', file], { env: { KEYWARD_DATA_DIR: dataDir } });
  const restore = (file: string, dataDir: string) =>
    runHere(['restore', file], { env: { KEYWARD_DATA_DIR: dataDir } });

  /** One line, and nothing left behind. */
  async function assertRefused(file: string, line: RegExp): Promise<void> {
    const target = path('refused');
    const { code, stdout, stderr } = await restore(file, target);
    assert.deepEqual([code, stdout], [1, ''], stderr);
    assert.match(stderr, line);
    assert.match(stderr, /^keyward: [^\n]+\n$/);
    assert.equal(existsSync(target), false);
  }

  before(async () => {
    keyward = await startKeyward('sqlite');
  });
  after(() => keyward[Symbol.asyncDispose]());

  it('include every acknowledged write of a running service, and restore accounts and sessions', async () => {
    const early = await keyward.signUp();
    const stop = new AbortController();
    let writes = 0;
    const writing = (async () => {
      while (!stop.signal.aborted) {
        await keyward.signUp();
        writes += 1;
      }
    })();
    const umask = process.umask(0);
    const made = await backUp(whole);
    process.umask(umask);
    stop.abort();
    await writing;
    assert.deepEqual([made.code, made.stderr], [0, '']);
    assert.match(made.stdout, /^Wrote .*whole\.tar \(\d+ bytes\): keyward\.db, jwt-secret, master-key\.\n$/);
    assert.ok(writes > 0);
    assert.equal(modeOf(whole), '600');
    assert.deepEqual(readdirSync(folder.path), ['whole.tar']);

    const target = path('restored');
    const restored = await restore(whole, target);
    assert.deepEqual([restored.code, restored.stderr], [0, '']);
    assert.match(
      restored.stdout,
      /^Restored .*keyward\.db, .*jwt-secret, .*master-key, as of \d{4}-.*Z\.\n$/,
    );
    assert.deepEqual(readdirSync(target).toSorted(), ['jwt-secret', 'keyward.db', 'master-key']);
    for (const name of readdirSync(target)) assert.equal(modeOf(join(target, name)), '600', name);
    await using again = await startKeyward('sqlite', { database: sqliteIn(target) });
    assert.equal((await again.call('GET', '/me', { token: early.token })).status, 200);
    assert.equal((await again.logIn(early.email)).id, early.id);
    // Services that know the accounts which are lost must not meet others under their ids.
    const lost = await keyward.signUp();
    assert.ok((await again.signUp()).id > lost.id, 'P19-2');
  });

  it('warn of secrets that the backup does not have, and that nobody has set', async () => {
    const file = path('bare.tar');
    const source = path('source');
    mkdirSync(source);
    await restore(whole, source);
    rmSync(join(source, 'jwt-secret'));
    await backUp(file, source);
    const bare = await restore(file, path('bare'));
    assert.equal(bare.code, 0);
    assert.match(
      bare.stderr,
      /^keyward: warning: set KEYWARD_JWT_SECRET [^\n]+ everybody signs in again\.\n$/,
    );
    const env = { KEYWARD_DATA_DIR: path('given'), KEYWARD_JWT_SECRET: 'x'.repeat(64) };
    assert.deepEqual((await runHere(['restore', file], { env })).stderr, '');
    const keyless = path('keyless.tar');
    rmSync(join(source, 'master-key'));
    await backUp(keyless, source);
    const { stderr } = await runHere(['restore', keyless], {
      env: { ...env, KEYWARD_DATA_DIR: path('keyless') },
    });
    assert.match(
      stderr,
      /^keyward: warning: set KEYWARD_MASTER_KEY [^\n]+ does not start with saved settings, and unused codes stop working\.\n$/,
    );
  });

  it('refuse a file with a changed byte in a description or a file, and one that is cut off', async () => {
    const bytes = readFileSync(whole);
    const changed = path('changed.tar');
    const database = bytes.indexOf('SQLite format 3');
    const sums = bytes.lastIndexOf('  jwt-secret');
    const offsets = [0, 100, 156, 520, database - 512, database - 400, database, sums, sums + 3];
    const end = database + bytes.readUInt16BE(database + 16) * bytes.readUInt32BE(database + 28);
    for (let offset = database; offset < end; offset += Math.floor((end - database) / 30))
      offsets.push(offset);
    for (const offset of offsets) {
      bytes[offset] = (bytes[offset] ?? 0) ^ 1;
      writeFileSync(changed, bytes, { mode: 0o600 });
      bytes[offset] = (bytes[offset] ?? 0) ^ 1;
      await assertRefused(changed, /is damaged|is not a backup of Keyward|newer Keyward/);
    }
    for (const length of [0, 100, 512, 1_536, bytes.length >> 1, sums]) {
      writeFileSync(changed, bytes.subarray(0, length));
      await assertRefused(changed, /is damaged|is not a backup of Keyward/);
    }
    writeFileSync(changed, 'This is not a backup. '.repeat(100));
    await assertRefused(changed, /changed\.tar is not a backup of Keyward/);
    await assertRefused(path('none.tar'), /none\.tar cannot be read \(no such file or folder\)/);
    await assertRefused(folder.path, /is not a file/);
  });

  it('refuse the backup of a newer Keyward', async () => {
    const facts = { keyward: '9.0.0', created_at: '2040-01-01T00:00:00.000Z', migration: '9999-future' };
    const newer = path('newer.tar');
    await writeBackup(newer, manifestOf(facts), [{ name: 'keyward.db', path: whole }], () => {});
    await assertRefused(newer, /newer\.tar was made by a newer Keyward \(9\.0\.0\); restore it with that/);
  });

  it('print no control characters from a foreign file', async () => {
    const foreign = path('foreign.tar');
    const file = [{ name: 'keyward.db', path: whole }];
    const migration = MIGRATIONS[0]?.name ?? '';
    const plain = { keyward: '1.0.0', created_at: '2026-01-31T12:00:00.000Z', migration };
    for (const [field, shown] of [
      ['keyward', /foreign\.tar was made by a newer Keyward; restore/],
      ['created_at', /foreign\.tar was made by a newer Keyward \(1\.0\.0\); restore/],
    ] as const) {
      rmSync(foreign, { force: true });
      await writeBackup(
        foreign,
        manifestOf({ ...plain, [field]: '2026-01-31 (\x1b]0;a\x07)' }),
        file,
        () => {},
      );
      await assertRefused(foreign, shown);
    }
  });

  it('overwrite nothing, and name a place that cannot be written', async () => {
    const taken = await backUp(whole);
    assert.deepEqual([taken.code, taken.stdout], [1, '']);
    assert.match(taken.stderr, /^keyward: .*whole\.tar exists already; [^\n]+\n$/);
    const nowhere = await backUp(path('nowhere/a.tar'));
    assert.deepEqual([nowhere.code, nowhere.stdout], [1, '']);
    assert.match(
      nowhere.stderr,
      /^keyward: .*a\.tar cannot be written: there is no folder .*nowhere; [^\n]+\n$/,
    );
    const empty = path('empty');
    mkdirSync(empty);
    const nothing = await backUp(path('b.tar'), empty);
    assert.deepEqual([nothing.code, nothing.stdout], [1, '']);
    assert.match(nothing.stderr, /is not a Keyward database yet/);
    assert.deepEqual([readdirSync(empty), existsSync(path('b.tar'))], [[], false]);

    for (const name of ['keyward.db', 'keyward.db-wal', 'jwt-secret', 'master-key']) {
      const target = path(`has-${name}`);
      mkdirSync(target);
      writeFileSync(join(target, name), 'mine');
      const { code, stdout, stderr } = await restore(whole, target);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, new RegExp(`^keyward: .*${name} exists already, [^\\n]+\\n$`));
      assert.deepEqual(readdirSync(target), [name]);
      assert.equal(readFileSync(join(target, name), 'utf8'), 'mine');
    }
  });

  it('warn of a file that others could read, and keep it out of the restored ones', async () => {
    chmodSync(whole, 0o644);
    const target = path('warned');
    const { code, stderr } = await restore(whole, target);
    assert.equal(code, 0);
    assert.match(stderr, /^keyward: warning: others could read .*whole\.tar, and it has the secrets/);
    for (const name of readdirSync(target)) assert.equal(modeOf(join(target, name)), '600', name);
    chmodSync(whole, 0o600);
  });

  it(
    'name pg_dump on PostgreSQL, without the password, and write nothing',
    { skip: WITHOUT_POSTGRES },
    async () => {
      await using database = await createTestDatabase('postgres', 'tables');
      const env = {
        KEYWARD_DATABASE_URL: 'postgres://keyward:geheim@127.0.0.1:1/keyward',
        KEYWARD_DATA_DIR: database.dataDir,
      };
      writeFileSync(join(database.dataDir, 'master-key'), '00'.repeat(32));
      for (const [command, line] of [
        [
          'backup',
          /pg_dump --format=custom --file=\S+pg\.dump 'postgres:\/\/keyward@127\S+'\. Keep .*master-key too\.$/m,
        ],
        ['restore', /pg_restore/],
      ] as const) {
        const { code, stdout, stderr } = await runHere([command, path('pg.tar')], { env });
        assert.deepEqual([code, stdout], [1, ''], stderr);
        assert.match(stderr, line);
        assert.match(stderr, /^keyward: KEYWARD_DATABASE_URL: [^\n]+\n$/);
        assert.ok(!stderr.includes('geheim'));
        assert.equal(existsSync(path('pg.tar')), false);
      }
    },
  );
});
