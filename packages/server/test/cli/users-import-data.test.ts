import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileIn, runHere, settingsOf } from '../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { databasesFor } from '../support/usual-size.ts';

const line = (fields: object) => `${JSON.stringify(fields)}\n`;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`users import of metadata and foreign ids on ${kind}`, () => {
    let database: TestDatabase;
    before(async () => {
      database = await createTestDatabase(kind, 'tables');
    });
    after(() => database[Symbol.asyncDispose]());

    const importing = (name: string, text: string, ...args: string[]) =>
      runHere(['users', 'import', fileIn(database.dataDir, name, text), ...args], {
        env: settingsOf(database),
      });

    async function dataOf(email: string): Promise<unknown[]> {
      const [row] = await database.query(
        'select external_id, metadata, app_metadata from accounts where email_key = $1',
        [email],
      );
      const parsed = (text: unknown) => (typeof text === 'string' ? JSON.parse(text) : text);
      return row === undefined
        ? []
        : [row['external_id'], parsed(row['metadata']), parsed(row['app_metadata'])];
    }

    it('takes over ids, metadata, attributes and additional fields of every product', async () => {
      const id = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
      const outcomes = [
        await importing(
          'better.json',
          JSON.stringify({
            users: [
              { id: 'b1', email: 'better@example.org', name: 'B', role: 'editor', plan: 'pro', note: null },
              { id: 'b2', email: 'alone@example.org', name: 'C', image: null },
            ],
            accounts: [{ userId: 'b1', providerId: 'credential', accountId: 'b1' }],
            organizations: [{ id: 'o1', slug: 'engines', name: 'Engines' }],
            members: [{ id: 'm1', userId: 'b1', organizationId: 'o1', role: 'owner' }],
          }),
          '--from',
          'better-auth',
        ),
        await importing(
          'supabase.csv',
          'id,email,raw_user_meta_data,raw_app_meta_data\n' +
            `${id},supa@example.org,"{""name"": ""Supa"", ""theme"": ""dark""}","{""provider"": ""email""}"\n`,
          '--from',
          'supabase',
        ),
        await importing(
          'pocketbase.json',
          JSON.stringify([{ id: 'abc123abc123abc', email: 'pocket@example.org' }]),
          '--from',
          'pocketbase',
        ),
        await importing(
          'keycloak.json',
          JSON.stringify({
            users: [
              { id: 'k1', username: 'k', email: 'cloak@example.org', attributes: { team: ['a', 'b'] } },
            ],
          }),
          '--from',
          'keycloak',
        ),
        await importing(
          'own.csv',
          'email,external_id,metadata,app_metadata\nown@example.org,17,"{""a"":1}",\n',
        ),
        await importing('own.jsonl', line({ email: 'number@example.org', external_id: 4711, metadata: {} })),
      ];
      for (const { code, stderr } of outcomes) assert.deepEqual([code, stderr], [0, '']);
      const organizations = [{ id: 'o1', slug: 'engines', role: 'owner' }];
      for (const [email, ...data] of [
        ['better@example.org', 'b1', null, { role: 'editor', plan: 'pro', organizations }],
        ['alone@example.org', 'b2', null, null],
        ['supa@example.org', id, { name: 'Supa', theme: 'dark' }, { provider: 'email' }],
        ['pocket@example.org', 'abc123abc123abc', null, null],
        ['cloak@example.org', 'k1', { team: ['a', 'b'] }, null],
        ['own@example.org', '17', { a: 1 }, null],
        ['number@example.org', '4711', null, null],
      ] as const)
        assert.deepEqual(await dataOf(email), data, email);
    });

    it('refuses a record over 1 MiB, and takes the others', async () => {
      const long = line({ email: 'long@example.org', name: 'x'.repeat(3_000_000) });
      const text = line({ email: 'before@example.org' }) + long + line({ email: 'after@example.org' });
      const { code, stderr } = await importing('long.jsonl', text + long.trim());
      assert.equal(code, 3);
      assert.match(stderr, /^line 2: record is longer than 1 MiB; shorten it.*\nline 4: record is longer/);
      const name = 'x'.repeat(3_000_000);
      const rows = `email,name\nfirst@example.org,F\nlong@example.org,${name}\nlast@example.org,L\n`;
      const csv = await importing('long.csv', rows);
      assert.equal(csv.code, 3);
      assert.match(csv.stderr, /^line 3: record is longer than 1 MiB; shorten it/);
      const found = await database.query(
        "select email from accounts where email_key in ('before@example.org', 'long@example.org', 'after@example.org', 'first@example.org', 'last@example.org') order by id",
      );
      assert.deepEqual(
        found.map(({ email }) => email),
        ['before@example.org', 'after@example.org', 'first@example.org', 'last@example.org'],
      );
    });

    it('an update merges, and keeps fields that the record lacks', async () => {
      const email = 'kept@example.org';
      const update = ['--on-conflict', 'update'];
      const first = {
        email,
        external_id: 'x-1',
        metadata: { a: 1, b: { c: 2 } },
        app_metadata: { plan: 'pro' },
      };
      await importing('kept.jsonl', line(first));
      assert.equal((await importing('kept.jsonl', line({ email, name: 'New' }), ...update)).code, 0);
      assert.deepEqual(await dataOf(email), ['x-1', first.metadata, first.app_metadata]);
      const patch = { email, external_id: 'x-2', metadata: { a: null, b: { d: 3 } } };
      assert.equal((await importing('kept.jsonl', line(patch), ...update)).code, 0);
      assert.deepEqual(await dataOf(email), ['x-2', { b: { c: 2, d: 3 } }, first.app_metadata]);

      // Together with the account's metadata, this is too large.
      const half = 'x'.repeat(5_000);
      assert.equal((await importing('kept.jsonl', line({ email, metadata: { half } }), ...update)).code, 0);
      const grown = await importing('kept.jsonl', line({ email, metadata: { other: half } }), ...update);
      assert.equal(grown.code, 3);
      assert.match(grown.stderr, /^line 1: metadata may have 8192 bytes as JSON, and would have 10040; /);
    });

    it('refuses metadata and ids that do not fit, by field, and leaves them out on demand', async () => {
      const deep = JSON.parse(`${'{"a":'.repeat(11)}1${'}'.repeat(11)}`);
      const rows = [
        line({ email: 'r1@example.org', metadata: { big: 'x'.repeat(9_000) } }),
        line({ email: 'r2@example.org', app_metadata: deep }),
        '{"email":"r3@example.org","metadata":{"a":{"__proto__":{"isAdmin":true}}}}\n',
        line({ email: 'r4@example.org', metadata: '[1]' }),
        line({ email: 'r5@example.org', app_metadata: 'no JSON' }),
        line({ email: 'r6@example.org', external_id: 'x'.repeat(256) }),
        line({ email: 'r7@example.org', external_id: 'b1' }),
        line({ email: 'r8@example.org', external_id: 'twice' }),
        line({ email: 'r9@example.org', external_id: 'twice' }),
      ];
      const { code, stdout } = await importing('refused.jsonl', rows.join(''));
      assert.equal(code, 3);
      assert.match(stdout, /^9 records read: 1 created, .* 8 refused\.$/m);
      const told = readFileSync(join(database.dataDir, 'refused.jsonl.rejects.jsonl'), 'utf8')
        .trim()
        .split('\n');
      assert.deepEqual(
        told
          .map((text) => JSON.parse(text))
          .sort((a, b) => a.line - b.line)
          .map((one) => [one.line, ...one.problems.flatMap(Object.values)]),
        [
          [
            1,
            'metadata',
            'may have 8192 bytes as JSON, and would have 9010; remove members with null; --without metadata leaves it out',
          ],
          [
            2,
            'app_metadata',
            'has more than 10 levels; make it flatter; --without app_metadata leaves it out',
          ],
          [
            3,
            'metadata',
            'must not have a member __proto__; choose another name; --without metadata leaves it out',
          ],
          [4, 'metadata', 'must be an object, in CSV as JSON text; --without metadata leaves it out'],
          [5, 'app_metadata', 'must be an object, in CSV as JSON text; --without app_metadata leaves it out'],
          [
            6,
            'external_id',
            'must be a text of 1 to 255 characters without spaces around it, or null; --without external_id leaves it out',
          ],
          [7, 'external_id', 'belongs to another account; change it, or leave it out'],
          [9, 'external_id', 'belongs to another account; change it, or leave it out'],
        ],
      );
      const without = await importing(
        'refused.jsonl',
        rows.join(''),
        '--without',
        'metadata,app_metadata,external_id',
      );
      assert.match(without.stdout, /^9 records read: 8 created, 0 updated, 1 skipped .*, 0 refused\.$/m);
      assert.deepEqual(await dataOf('r7@example.org'), [null, null, null]);
    });

    it('--map writes old and new ids of created, skipped and updated accounts, and replaces only a map', async () => {
      const map = join(database.dataDir, 'ids.csv');
      const uid = '6ba7b811-9dad-11d1-80b4-00c04fd430c8';
      const rows = [
        line({ email: 'm1@example.org', external_id: 'old, "1"' }),
        line({ email: 'm2@example.org', uid }),
        line({ email: 'M1@example.org', external_id: 'same person' }),
        line({ email: 'm3@example.org' }),
        line({ email: 'm4@example.org', external_id: 'refused', phone: '030' }),
      ].join('');
      const run = (...args: string[]) => importing('mapped.jsonl', rows, '--map', map, ...args);
      assert.match(
        (await run()).stdout,
        /^5 records read: 3 created, 0 updated, 1 skipped .*, 1 refused\.\n.*\n1 records have neither external_id nor uid, so the map leaves them out; /,
      );
      const ids = await database.query(
        "select id, uid from accounts where email_key in ('m1@example.org', 'm2@example.org') order by email_key",
      );
      const [one, two] = ids.map((row) => `${String(row['id'])},${String(row['uid'])}`);
      const lines = () => readFileSync(map, 'utf8').trim().split('\n').sort();
      const expected = [
        'old_id,new_id,new_uid',
        `"old, ""1""",${one}`,
        `${uid},${two}`,
        `same person,${one}`,
      ].sort();
      assert.deepEqual(lines(), expected);
      assert.equal(statSync(map).mode & 0o777, 0o600);

      await run();
      assert.deepEqual(lines(), expected, 'when all are skipped');
      await run('--on-conflict', 'update');
      assert.deepEqual(lines(), expected, 'when all are updated');

      fileIn(database.dataDir, 'ids.csv', 'old_id,new_id\nprecious');
      const refused = await run();
      assert.deepEqual([refused.code, refused.stdout], [2, '']);
      assert.match(
        refused.stderr,
        /--map: .*ids\.csv exists already, and is not the map of an import; choose another name, or delete it/,
      );
      assert.equal(readFileSync(map, 'utf8'), 'old_id,new_id\nprecious');
      assert.equal((await run('--dry-run')).code, 2);
    });
  });
}
