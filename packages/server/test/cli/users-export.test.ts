import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runHere, fileIn, settingsOf } from '../support/command-line.ts';
import { createTestDatabase } from '../support/databases.ts';
import { PASSWORD, startKeyward } from '../support/keyward.ts';
import { seedAccounts } from '../support/seed.ts';
import { databasesFor } from '../support/usual-size.ts';

const COLUMNS =
  'select uid, email, email_key, email_verified, name, name_key, handle, handle_key, phone, avatar_url, role, status, password_hash, password_after_proof, password_unproven_at, email_unproven_at, assigned_at, deletion_at, created_at, external_id, metadata, app_metadata from accounts order by email_key';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`users export on ${kind}`, () => {
    for (const format of ['jsonl', 'csv'] as const) {
      it(`writes ${format} from which an empty database becomes the same`, async () => {
        await using from = await startKeyward(kind);
        await using to = await startKeyward(kind);
        const { id } = await from.signUp({ email: 'ada@example.org', name: 'Ada, "the\u00e4" Countess' });
        await from.database.query(
          "update accounts set role = 'superadmin', external_id = 'cus, \"1\"', metadata = $1, app_metadata = $2, password_after_proof = 2, password_unproven_at = 1001, email_unproven_at = 1002, assigned_at = 1003, deletion_at = 4102444800000 where id = $3",
          ['{"note":"a, \\"b\\"\\n","list":[null,{"c":1.5}]}', '{"plan":"pro"}', id],
        );
        await from.database.query(
          "insert into provider_links (account_id, provider, subject, created_at, unproven_at) values ($1, 'https://id.example.org', 'subject, 1', 1, 1005)",
          [id],
        );
        // More than a page, with a gap in the ids.
        await seedAccounts(from.database, 2_100);
        await from.database.query('delete from accounts where id = 700');
        await from.database.query('update accounts set password_after_proof = null where id = 701');

        const file = join(from.database.dataDir, `all.${format}`);
        const exported = await runHere(
          ['users', 'export', '--format', format, '--output', file, '--with-password-hashes'],
          { env: settingsOf(from.database) },
        );
        assert.deepEqual(
          [exported.code, exported.stdout],
          [0, `Wrote 2100 accounts to ${file}.\n`],
          exported.stderr,
        );
        assert.equal(statSync(file).mode & 0o777, 0o600);

        const imported = await runHere(['users', 'import', file, '--superadmins'], {
          env: settingsOf(to.database),
        });
        assert.deepEqual([imported.code, imported.stderr], [0, '']);
        assert.deepEqual(await to.database.query(COLUMNS), await from.database.query(COLUMNS));
        assert.deepEqual(
          await to.database.query('select provider, subject, unproven_at from provider_links'),
          [{ provider: 'https://id.example.org', subject: 'subject, 1', unproven_at: 1005 }],
        );
        await to.logIn('ada@example.org', PASSWORD);
      });
    }
  });
}

describe('users export', () => {
  it('omits password hashes unless they are asked for, and overwrites no existing file', async () => {
    await using keyward = await startKeyward('sqlite');
    await keyward.signUp({ email: 'ada@example.org' });
    const env = settingsOf(keyward.database);
    const lines = await runHere(['users', 'export'], { env });
    assert.equal(lines.code, 0);
    assert.deepEqual(Object.keys(JSON.parse(lines.stdout)), [
      'uid',
      'email',
      'email_verified',
      'name',
      'handle',
      'phone',
      'avatar_url',
      'role',
      'status',
      'created_at',
      'external_id',
      'metadata',
      'app_metadata',
      'password_set_by',
      'password_unproven_at',
      'email_unproven_at',
      'assigned_at',
      'deletion_at',
      'provider_links',
    ]);
    const csv = await runHere(['users', 'export', '--format', 'csv'], { env });
    assert.ok(!(lines.stdout + csv.stdout).includes('argon2'));

    const file = fileIn(keyward.database.dataDir, 'mine.txt', 'precious');
    const refused = await runHere(['users', 'export', '--output', file], { env });
    assert.deepEqual([refused.code, refused.stdout], [1, '']);
    assert.equal(
      refused.stderr,
      `keyward: --output: ${file} exists already; choose another name, or delete it\n`,
    );
    assert.equal(readFileSync(file, 'utf8'), 'precious');
  });

  it('creates no database where there is none', async () => {
    await using database = await createTestDatabase('sqlite');
    const { code, stderr } = await runHere(['users', 'export'], { env: settingsOf(database) });
    assert.equal(code, 1);
    assert.match(stderr, /^keyward: there is no Keyward database yet; to create it, run: keyward migrate\./);
  });
});
