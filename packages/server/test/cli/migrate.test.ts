import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runHere } from '../support/command-line.ts';
import { MIGRATIONS } from '../../src/store/migrations/index.ts';
import { tempFolder } from '../support/at-exit.ts';
import { createTestDatabase, WITHOUT_POSTGRES } from '../support/databases.ts';
import { databasesFor } from '../support/usual-size.ts';

const NAMES = MIGRATIONS.map(({ name }) => name);

/** The content of each file of a folder, by name. */
function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  );
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`migrate on ${kind}`, () => {
    it('lists what is missing, applies it once, and refuses the database of a newer version', async () => {
      await using database = await createTestDatabase(kind);
      const env = { KEYWARD_DATABASE_URL: database.url, KEYWARD_DATA_DIR: database.dataDir };

      const before = await runHere(['migrate', 'status'], { env });
      assert.deepEqual([before.code, before.stderr], [0, '']);
      assert.equal(before.stdout, NAMES.map((name) => `pending  ${name}\n`).join(''));
      const missing = await runHere(['migrate', '--check'], { env });
      assert.deepEqual([missing.code, missing.stderr], [1, '']);
      assert.equal(
        missing.stdout,
        `${before.stdout}There is no Keyward database yet. To create it, run: keyward migrate\n`,
      );
      assert.deepEqual(readdirSync(database.dataDir), []);

      const up = await runHere(['migrate'], { env });
      assert.deepEqual([up.code, up.stderr], [0, '']);
      assert.equal(up.stdout, NAMES.map((name) => `Applied ${name}.\n`).join(''));

      const again = await runHere(['migrate', 'up'], { env });
      assert.deepEqual([again.code, again.stdout], [0, 'Nothing to apply: the database is up to date.\n']);
      const after = await runHere(['migrate', 'status'], { env });
      assert.equal(after.stdout, NAMES.map((name) => `applied  ${name}\n`).join(''));

      const [first = ''] = NAMES;
      const rename = (from: string, to: string) =>
        database.query('update keyward_migrations set name = $1 where name = $2', [to, from]);
      await rename(first, '0021-invitation-data');
      const files = filesIn(database.dataDir);
      const lacking = await runHere(['migrate', '--check'], { env });
      assert.deepEqual([lacking.code, lacking.stderr], [1, '']);
      assert.equal(lacking.stdout, `pending  ${first}\nTo apply them, run: keyward migrate\n`);
      assert.deepEqual(filesIn(database.dataDir), files);
      await rename('0021-invitation-data', first);
      const current = await runHere(['migrate', '--check'], { env });
      assert.deepEqual([current.code, current.stdout], [0, 'The database is up to date.\n']);

      await database.query("insert into keyward_migrations (name, applied_at) values ('9999-future', 0)");
      for (const command of [
        ['migrate'],
        ['migrate', 'status'],
        ['migrate', '--check'],
        ['serve', '--port', '0'],
      ]) {
        const { code, stdout, stderr } = await runHere(command, { env });
        assert.deepEqual([code, stdout], [1, ''], command.join(' '));
        assert.match(
          stderr,
          /^keyward: The database was written by a newer Keyward \(9999-future\): [^\n]+\n$/,
        );
      }
    });
  });
}

describe('a database that cannot be opened', { concurrency: 2 }, () => {
  const folder = tempFolder();
  const noDatabase = join(folder.path, 'text.db');
  writeFileSync(noDatabase, 'This is not a database. '.repeat(100));
  for (const [what, command, url, line] of [
    [
      'is refused',
      'serve',
      'postgres://keyward:geheim@127.0.0.1:1/keyward',
      /postgres:\/\/keyward:\*\*\*@127\.0\.0\.1:1\/keyward cannot be opened \(connect ECONNREFUSED/,
    ],
    [
      'is at no known host',
      'migrate',
      'postgres://keyward:geheim@db.invalid/keyward',
      /db\.invalid\/keyward cannot be opened \(getaddrinfo/,
    ],
    [
      'lies in no directory',
      'serve',
      `sqlite:${join(folder.path, 'none', 'a.db')}`,
      /a\.db cannot be opened \(ENOENT/,
    ],
    [
      'is no database',
      'migrate',
      `sqlite:${noDatabase}`,
      /text\.db cannot be opened \(file is not a database\)/,
    ],
  ] as const) {
    it(`and ${what} is reported in one line, without its password`, async () => {
      const { code, stdout, stderr } = await runHere([command], {
        env: { KEYWARD_DATABASE_URL: url, KEYWARD_PORT: '0' },
      });
      assert.deepEqual([code, stdout], [1, ''], stderr);
      assert.match(stderr, line);
      assert.match(stderr, /^keyward: KEYWARD_DATABASE_URL: [^\n]+\n$/);
      assert.ok(!stderr.includes('geheim'));
    });
  }

  it('and wants another password is reported with the variable for it', async () => {
    const fields = ['SFATAL', 'C28P01', 'Mempty password returned by client', ''].map(
      (field) => `${field}\0`,
    );
    const body = Buffer.from(fields.join(''));
    const head = Buffer.from('E\0\0\0\0');
    head.writeInt32BE(body.length + 4, 1);
    await using server = createServer((socket) =>
      socket.once('data', () => socket.end(Buffer.concat([head, body]))),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const env = { KEYWARD_DATABASE_URL: `postgres://keyward@127.0.0.1:${port}/keyward` };
    const { code, stderr } = await runHere(['migrate'], { env });
    assert.equal(code, 1);
    assert.match(stderr, / \(empty password returned by client\); give the password in PGPASSWORD, or /);
  });

  it('and does not exist on the server is reported in one line', { skip: WITHOUT_POSTGRES }, async () => {
    await using database = await createTestDatabase('postgres');
    await database.drop();
    const { code, stderr } = await runHere(['migrate'], { env: { KEYWARD_DATABASE_URL: database.url } });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^keyward: KEYWARD_DATABASE_URL: [^\n]+ cannot be opened \(database "\w+" does not exist\)[^\n]+\n$/,
    );
  });
});
