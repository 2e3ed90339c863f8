import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes, scryptSync, pbkdf2Sync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import * as argon2 from '@node-rs/argon2';
import * as bcrypt from '@node-rs/bcrypt';
import { addPerson } from '../http/people.ts';
import { atExit } from '../support/at-exit.ts';
import { fileIn, runHere, settingsOf } from '../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { auditLogOf } from '../support/audit-log.ts';
import { startKeyward, type TestKeyward } from '../support/keyward.ts';
import { commandLine } from '../support/process.ts';
import { until } from '../support/until.ts';
import { databasesFor } from '../support/usual-size.ts';

const PASSWORD = 'Analytical-1';
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** A record of each source for one kind of hash, with the options that it is imported with. */
async function people(): Promise<
  { kind: string; args: string[]; file: string; text: string; email: string }[]
> {
  const salt = randomBytes(16);
  const line = (fields: object) => `${JSON.stringify(fields)}\n`;
  const own = async (kind: string, hash: string | Promise<string>) => ({
    kind,
    args: [],
    file: `${kind}.jsonl`,
    email: `${kind}@example.org`,
    text: line({ email: `${kind}@example.org`, password_hash: await hash }),
  });
  const bcryptHash = await bcrypt.hash(PASSWORD, { cost: 4 });
  const hexSalt = salt.toString('hex');
  const betterAuthKey = scryptSync(PASSWORD, hexSalt, 64, { N: 16384, r: 16, p: 1, maxmem: 2 ** 26 });
  const argon = await argon2.hash(PASSWORD, { memoryCost: 7168, timeCost: 5, parallelism: 1, salt });
  return [
    await own('argon2id', argon2.hash(PASSWORD, { memoryCost: 4096 })),
    await own('argon2i', argon2.hash(PASSWORD, { algorithm: argon2.Algorithm.Argon2i, memoryCost: 4096 })),
    await own('argon2d', argon2.hash(PASSWORD, { algorithm: argon2.Algorithm.Argon2d, memoryCost: 4096 })),
    await own('bcrypt-2b', bcryptHash),
    await own('bcrypt-2a', bcryptHash.replace('$2b$', '$2a$')),
    await own('bcrypt-2y', bcryptHash.replace('$2b$', '$2y$')),
    await own(
      'scrypt',
      `$scrypt$ln=10,r=8,p=1$${base64(salt)}$${base64(scryptSync(PASSWORD, salt, 32, { N: 1024, r: 8, p: 1 }))}`,
    ),
    await own(
      'pbkdf2',
      `$pbkdf2-sha512$i=1000$${base64(salt)}$${base64(pbkdf2Sync(PASSWORD, salt, 1000, 64, 'sha512'))}`,
    ),
    {
      kind: 'better-auth',
      args: ['--from', 'better-auth'],
      file: 'better-auth.json',
      email: 'better@example.org',
      text: JSON.stringify({
        users: [
          { id: 'u1', email: 'better@example.org', name: 'Better Auth', emailVerified: true, image: null },
        ],
        accounts: [
          {
            userId: 'u1',
            providerId: 'credential',
            accountId: 'u1',
            password: `${hexSalt}:${betterAuthKey.toString('hex')}`,
          },
          { userId: 'u1', providerId: 'github', accountId: '4711' },
        ],
      }),
    },
    {
      kind: 'supabase',
      args: ['--from', 'supabase'],
      file: 'supabase.csv',
      email: 'supa@example.org',
      text:
        'id,email,encrypted_password,email_confirmed_at,raw_user_meta_data,created_at,phone,identities\n' +
        `6ba7b810-9dad-11d1-80b4-00c04fd430c8,supa@example.org,${bcryptHash},2024-02-03 04:05:06.789+00,` +
        `"{""full_name"": ""Supa Base"", ""avatar_url"": ""https://example.org/a.png""}",2024-01-02 03:04:05.678901+00,4930901820,` +
        `"[{""provider"": ""google"", ""provider_id"": ""g-1""}]"\n`,
    },
    {
      kind: 'pocketbase',
      args: ['--from', 'pocketbase'],
      file: 'pocketbase.json',
      email: 'pocket@example.org',
      text: JSON.stringify([
        {
          id: 'abc123abc123abc',
          email: 'pocket@example.org',
          verified: 1,
          name: '',
          username: 'pocket.user',
          avatar: 'me.png',
          created: '2023-05-06 07:08:09.123Z',
          password: bcryptHash.replace('$2b$', '$2a$'),
        },
      ]),
    },
    ...(
      [
        ['pbkdf2-sha256', 27_500, pbkdf2Sync(PASSWORD, salt, 27_500, 64, 'sha256'), {}],
        [
          'argon2',
          5,
          Buffer.from(argon.split('$')[5] ?? '', 'base64'),
          { hashLength: ['32'], memory: ['7168'], type: ['id'], version: ['1.3'], parallelism: ['1'] },
        ],
      ] as const
    ).map(([algorithm, iterations, value, more]) => ({
      kind: `keycloak ${algorithm}`,
      args: ['--from', 'keycloak'],
      file: `keycloak-${algorithm}.json`,
      email: `key-${algorithm}@example.org`,
      text: JSON.stringify({
        realm: 'example',
        users: [
          {
            id:
              algorithm === 'argon2'
                ? '6ba7b811-9dad-11d1-80b4-00c04fd430c8'
                : '6ba7b812-9dad-11d1-80b4-00c04fd430c8',
            username: `key-${algorithm}@example.org`,
            email: `key-${algorithm}@example.org`,
            emailVerified: true,
            enabled: true,
            firstName: 'Key',
            lastName: 'Cloak',
            createdTimestamp: 1_600_000_000_000,
            credentials: [
              {
                type: 'password',
                secretData: JSON.stringify({
                  value: value.toString('base64'),
                  salt: salt.toString('base64'),
                }),
                credentialData: JSON.stringify({
                  hashIterations: iterations,
                  algorithm,
                  additionalParameters: more,
                }),
              },
            ],
          },
          { username: 'service-account-x', serviceAccountClientId: 'x', enabled: true },
        ],
      }),
    })),
  ];
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`users import on ${kind}`, () => {
    let keyward: TestKeyward;
    let database: TestDatabase;
    before(async () => {
      keyward = await startKeyward(kind, { fullHashing: true });
      database = keyward.database;
    });
    after(() => keyward[Symbol.asyncDispose]());

    const importing = (text: string, ...args: string[]) =>
      runHere(['users', 'import', fileIn(database.dataDir, 'users.jsonl', text), ...args], {
        env: settingsOf(database),
      });
    const line = (fields: object) => `${JSON.stringify(fields)}\n`;
    const account = async (email: string) =>
      (await database.query('select * from accounts where email_key = $1', [email]))[0];
    const count = async () => (await database.query('select count(*) as n from accounts'))[0]?.['n'];

    it('PW5: people of every product sign in with their passwords, and the hashes are replaced', async () => {
      for (const { kind: hash, args, file, text, email } of await people()) {
        const path = fileIn(database.dataDir, file, text);
        const outcome = await runHere(['users', 'import', path, ...args], { env: settingsOf(database) });
        assert.deepEqual([outcome.code, outcome.stderr], [0, ''], `${hash}: ${outcome.stdout}`);
        assert.match(outcome.stdout, /^1 records read: 1 created, 0 updated, 0 skipped .*, 0 refused\.\n$/);
        const stored = (await account(email))?.['password_hash'];
        await keyward.logIn(email, PASSWORD);
        const replaced = String((await account(email))?.['password_hash']);
        assert.notEqual(replaced, stored, hash);
        assert.match(replaced, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/, hash);
        const wrong = await keyward.call('POST', '/login/password', {
          body: { identifier: email, password: 'Analytical-2' },
        });
        assert.equal(wrong.status, 401, hash);
      }
    });

    it('PW13: a hash that no library can check is refused, and one that is stored all the same is a wrong password', async () => {
      const hash = `$scrypt$ln=16,r=1,p=1$${base64(randomBytes(16))}$${base64(randomBytes(32))}`;
      const outcome = await importing(line({ email: 'bad@example.org', password_hash: hash }));
      assert.equal(outcome.code, 3);
      assert.match(
        outcome.stderr,
        /password_hash is not a scrypt hash: ln must be less than 16 × r; leave it out/,
      );
      const { email, id } = await keyward.signUp();
      await database.query('update accounts set password_hash = $1 where id = $2', [hash, id]);
      const body = { identifier: email, password: PASSWORD };
      assert.equal((await keyward.call('POST', '/login/password', { body })).status, 401);
      await database.query('delete from accounts where id = $1', [id]);
    });

    it('imports profiles, creation times and provider links', async () => {
      const { created_at, uid, name, phone, avatar_url, email_verified, handle, name_key } =
        (await account('supa@example.org')) ?? {};
      assert.deepEqual(
        { created_at, uid, name, phone, avatar_url, email_verified, handle, name_key },
        {
          created_at: Date.parse('2024-01-02T03:04:05.678Z'),
          uid: '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
          name: 'Supa Base',
          phone: '+4930901820',
          avatar_url: 'https://example.org/a.png',
          email_verified: 1,
          handle: 'supa.base',
          name_key: 'supa base',
        },
      );
      const links = await database.query(
        'select email_key, provider, subject from provider_links join accounts on accounts.id = account_id order by email_key',
      );
      assert.deepEqual(links, [
        { email_key: 'better@example.org', provider: 'https://github.com/login/oauth', subject: '4711' },
        { email_key: 'supa@example.org', provider: 'https://accounts.google.com', subject: 'g-1' },
      ]);
      const pocket = await account('pocket@example.org');
      assert.deepEqual(
        [pocket?.['handle'], pocket?.['name'], pocket?.['avatar_url']],
        ['pocket.user', 'pocket', null],
      );
      // An email is not a valid handle here, so the handle is derived from the name.
      assert.match(String((await account('key-argon2@example.org'))?.['handle']), /^key\.cloak/);
    });

    it('refuses records with line, field and remedy, imports the others, and ends with 3', async () => {
      const rows = [
        line({ email: 'good1@example.org', handle: 'good.one', phone: '+49 30 1234567' }),
        'no json\n',
        line({ email: 'not an email' }),
        line({ name: 'Nobody' }),
        line({ email: 'a1@example.org', pasword_hash: 'x' }),
        line({
          email: 'a2@example.org',
          password_hash:
            '$argon2id$v=19$m=4194304,t=1,p=1$c2FsdHNhbHQ$AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE',
        }),
        line({ email: 'a3@example.org', created_at: 'yesterday', email_verified: 'maybe', phone: '030' }),
        line({ email: 'a4@example.org', role: 'superadmin' }),
        line({ email: 'a5@example.org', handle: 'GOOD.one' }),
        line({ email: 'a6@example.org', phone: '0049301234567' }),
        line({ email: 'a7@example.org', provider_links: [{ provider: 'github', subject: '4711' }] }),
        '\n',
        line({ email: 'good2@example.org', provider_links: [{ provider: 'okta', subject: 'x' }] }),
      ];
      const { code, stdout, stderr } = await importing(rows.join(''));
      assert.equal(code, 3, stderr);
      assert.match(stdout, /^12 records read: 2 created, 0 updated, 0 skipped .*, 10 refused\.$/m);
      assert.match(stdout, /^1 identities at "okta" were left out: .*--provider okta=/m);
      const path = `${database.dataDir}/users.jsonl.rejects.jsonl`;
      assert.equal(statSync(path).mode & 0o777, 0o600);
      const told: { line: number; problems: { field: string; message: string }[] }[] = readFileSync(
        path,
        'utf8',
      )
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text));
      assert.deepEqual(
        told
          .map((one) => [one.line, one.problems.map(({ field }) => field)])
          .sort(([a], [b]) => Number(a) - Number(b)),
        [
          [2, ['record']],
          [3, ['email']],
          [4, ['email']],
          [5, ['pasword_hash']],
          [6, ['password_hash']],
          [7, ['phone', 'email_verified', 'created_at']],
          [8, ['role']],
          [9, ['handle']],
          [10, ['phone']],
          [11, ['provider_links']],
        ],
      );
      assert.match(stderr, /^line 8: role would make a superadmin; add --superadmins/m);
      // Without the fields, the remaining records are imported, and the earlier report is removed.
      const again = await importing(
        line({ email: 'a6@example.org', phone: '0049301234567' }),
        '--without',
        'phone',
      );
      assert.equal(again.code, 0, again.stderr);
      assert.equal((await account('a6@example.org'))?.['phone'], null);
      assert.ok(!existsSync(path));
    });

    it('CL1: a verified record removes everything of the person who opened the account', async () => {
      const person = await keyward.signUp({ email: 'squatted@example.org' });
      const links = () =>
        database.query('select provider, subject from provider_links where account_id = $1 order by id', [
          person.id,
        ]);
      const identity = { provider: 'google', subject: 'theirs' };
      for (const [provider, subject] of [
        ['https://planted', 'stranger'],
        ['https://accounts.google.com', 'theirs'],
      ])
        await database.query(
          'insert into provider_links (account_id, provider, subject, created_at) values ($1, $2, $3, 0)',
          [person.id, provider ?? '', subject ?? ''],
        );
      const record = line({ email: person.email, email_verified: true, provider_links: [identity] });
      assert.equal((await importing(record, '--on-conflict', 'update')).code, 0);
      assert.deepEqual(
        (await links()).map((row) => ({ ...row })),
        [{ provider: 'https://accounts.google.com', subject: 'theirs' }],
      );
      assert.equal((await account(person.email))?.['password_hash'], null);
      assert.equal((await keyward.call('GET', '/me', { token: person.token })).status, 401);
    });

    it('an unverified record gives no ways in to an account whose email is verified here', async () => {
      const { email, id } = await addPerson(keyward, { verified: true });
      const stored = await account(email);
      const hash = await bcrypt.hash(PASSWORD, { cost: 4 });
      const record = {
        email,
        email_verified: false,
        name: 'Renamed',
        password_hash: hash,
        phone: '+14155550123',
        provider_links: [{ provider: 'google', subject: `planted${id}` }],
      };
      const refused = await importing(line(record), '--on-conflict', 'update');
      assert.equal(refused.code, 3);
      for (const field of ['password_hash', 'phone', 'provider_links'])
        assert.match(refused.stderr, new RegExp(`${field} would be a way into .*: --without ${field}`));
      assert.deepEqual(await account(email), stored);
      // O13-2: nor does one that another Keyward doubts.
      const doubtful = { ...record, email_verified: true, password_set_by: 'anybody' };
      const doubted = await importing(line(doubtful), '--on-conflict', 'update');
      assert.match(
        doubted.stderr,
        /password_hash would be .* somebody else may have set; .*provider_links would be /,
      );
      assert.deepEqual(await account(email), stored);
      // O14-6: apart from an account that is as doubtful here.
      // O15-4: not once a session has set a password here, which may be that of the mailbox's owner.
      for (const [mark, code] of [
        [0, 0],
        [2, 3],
      ] as const) {
        await database.query('update accounts set password_after_proof = $1 where id = $2', [mark, id]);
        const again = await importing(line(doubtful), '--on-conflict', 'update', '--dry-run');
        assert.equal(again.code, code, again.stderr);
      }
      await database.query('update accounts set password_after_proof = null where id = $1', [id]);
      // A record that says nothing has no proof either.
      const { email_verified: _, ...silent } = record;
      assert.equal((await importing(line(silent), '--on-conflict', 'update')).code, 3);
      assert.deepEqual(await account(email), stored);
      const without = ['--without', 'password_hash,phone,provider_links'];
      const bare = await importing(line(record), '--on-conflict', 'update', ...without);
      assert.equal(bare.code, 0, bare.stderr);
      const updated = await account(email);
      assert.deepEqual([updated?.['name'], updated?.['email_verified']], ['Renamed', 1]);
    });

    it('O13-3: a proven account that is pending waits for a superadmin, not for a proof', async () => {
      for (const [email_verified, awaits] of [
        [true, null],
        [false, 1],
      ] as const) {
        const email = `pending-${email_verified}@example.org`;
        assert.equal((await importing(line({ email, email_verified, status: 'pending' }))).code, 0);
        const [row] = await database.query('select awaits_proof from accounts where email_key = $1', [email]);
        assert.equal(row?.['awaits_proof'] ?? null, awaits);
      }
    });

    it('P11-3: a new password brings along the doubt of another Keyward', async () => {
      const takes = async (email: string, password_set_by: string) => {
        const password_hash = await bcrypt.hash(PASSWORD, { cost: 4 });
        const record = { email, email_verified: true, password_hash, password_set_by };
        return importing(line(record), '--on-conflict', 'update');
      };
      for (const [word, mark] of [
        ['anybody', 0],
        ['old_session', 2],
        ['owner', null],
      ] as const) {
        const { email } = await addPerson(keyward);
        assert.equal((await takes(email, word)).code, 0);
        assert.equal((await account(email))?.['password_after_proof'], mark);
      }
      const { email } = await addPerson(keyward);
      assert.match((await takes(email, 'nobody')).stderr, /password_set_by must be one of owner, anybody, /);
    });

    it('skips, updates or fails where the email has an account; nobody changes a superadmin', async () => {
      const person = await keyward.signUp({ email: 'Conflict@example.org' });
      const root = await keyward.signUp({ email: 'root@example.org' });
      await database.query("update accounts set role = 'superadmin' where id = $1", [root.id]);
      const hash = await bcrypt.hash(PASSWORD, { cost: 4 });
      const rows = line({
        email: 'conflict@EXAMPLE.org',
        name: 'Renamed',
        password_hash: hash,
        status: 'suspended',
      });
      const earlier = await count();

      const skipped = await importing(rows);
      assert.match(skipped.stdout, /0 created, 0 updated, 1 skipped/);
      const failed = await importing(line({ email: 'fresh@example.org' }) + rows, '--on-conflict', 'fail');
      assert.deepEqual([failed.code, failed.stdout], [1, '']);
      assert.match(
        failed.stderr,
        /^keyward: line 2: conflict@example\.org has an account, so this batch was not written/m,
      );
      assert.equal(await count(), earlier);
      assert.equal((await keyward.call('GET', '/me', { token: person.token })).status, 200);

      const updated = await importing(rows, '--on-conflict', 'update');
      assert.match(updated.stdout, /0 created, 1 updated, 0 skipped/);
      const { id, name, name_key, status, password_hash } = (await account('conflict@example.org')) ?? {};
      assert.deepEqual(
        { id, name, name_key, status, password_hash },
        { id: person.id, name: 'Renamed', name_key: 'renamed', status: 'suspended', password_hash: hash },
      );
      assert.equal((await keyward.call('GET', '/me', { token: person.token })).status, 403);
      assert.deepEqual(
        await database.query('select id from sessions where account_id = $1', [person.id]),
        [],
      );

      const hostile = await importing(
        line({ email: 'root@example.org', password_hash: hash }),
        '--on-conflict',
        'update',
      );
      assert.equal(hostile.code, 3);
      assert.match(hostile.stderr, /^line 1: email belongs to a superadmin, which an import never changes/m);
      assert.equal((await keyward.call('GET', '/me', { token: root.token })).status, 200);

      const made = await importing(line({ email: 'root2@example.org', role: 'superadmin' }), '--superadmins');
      assert.deepEqual([made.code, (await account('root2@example.org'))?.['role']], [0, 'superadmin']);
    });

    it('writes nothing in a dry run, and reports the same', async () => {
      const earlier = await count();
      const rows = [
        line({ email: 'dry1@example.org', handle: 'dry' }),
        line({ email: 'dry2@example.org', handle: 'dry' }),
        line({ email: 'dry1@example.org' }),
      ].join('');
      const dry = await importing(rows, '--dry-run');
      assert.deepEqual([dry.code, await count()], [3, earlier]);
      assert.match(
        dry.stdout,
        /^Dry run, nothing was written\. 3 records read: 1 created, 0 updated, 1 skipped .*, 1 refused\.$/m,
      );
      const real = await importing(rows);
      assert.match(real.stdout, /^3 records read: 1 created, 0 updated, 1 skipped .*, 1 refused\.$/m);
    });

    it('gives people of one name handles of their own', async () => {
      const rows = Array.from({ length: 30 }, (_, index) =>
        line({ email: `twin${index}@example.org`, name: 'Ada Twin' }),
      );
      const { code } = await importing(rows.join(''));
      assert.equal(code, 0);
      const handles = await database.query("select distinct handle from accounts where name = 'Ada Twin'");
      assert.equal(handles.length, 30);
    });
  });

  it(
    `users import on ${kind} resumes after kill -9 and after SIGINT, without duplicates`,
    { timeout: 60_000 },
    async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const total = 3_000;
      const rows = Array.from(
        { length: total },
        (_, index) =>
          `${JSON.stringify({ email: `p${index}@example.org`, name: 'Same Name', provider_links: [{ provider: 'google', subject: String(index) }] })}\n`,
      );
      const written = async () => {
        const [row] = await database.query('select count(*) as n from accounts').catch(() => []);
        return Number(row?.['n'] ?? 0);
      };
      for (const [signal, upTo] of [
        ['SIGKILL', 1_200],
        ['SIGINT', 2_200],
      ] as const) {
        const child = spawn(process.execPath, [commandLine(), 'users', 'import', '-'], {
          env: { PATH: process.env['PATH'], ...settingsOf(database) },
          cwd: database.dataDir,
        });
        const forget = atExit(() => child.kill('SIGKILL'));
        child.stdin.on('error', () => {});
        child.stdin.write(rows.slice(0, upTo).join(''));
        let stdout = '';
        child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
        // The last batch waits for more records.
        await until(async () => (await written()) >= upTo - 200, 'most are written', 20_000);
        child.kill(signal);
        await once(child, 'close');
        forget();
        if (signal === 'SIGKILL') {
          assert.equal(await written(), 1_000);
        } else {
          assert.deepEqual([child.exitCode, await written()], [130, upTo]);
          assert.match(stdout, /Interrupted; run the same command again to continue\.\n$/);
        }
      }
      const path = fileIn(database.dataDir, 'users.jsonl', rows.join(''));
      const rest = await runHere(['users', 'import', path], { env: settingsOf(database) });
      assert.match(
        rest.stdout,
        /^3000 records read: 800 created, 0 updated, 2200 skipped .*, 0 refused\.\n$/,
      );
      const [links] = await database.query(
        'select count(*) as n, count(distinct account_id) as m from provider_links',
      );
      assert.deepEqual([await written(), links], [total, { n: total, m: total }]);
    },
  );
}

for (const kind of databasesFor(import.meta.filename)) {
  it(`users import records in the audit log what it wrote on ${kind}, even when it fails halfway`, async () => {
    await using keyward = await startKeyward(kind);
    const { database } = keyward;
    const env = settingsOf(database);
    const records = (count: number) =>
      Array.from({ length: count }, (_, index) => `{"email":"person${index}@example.org"}\n`).join('');
    const two = fileIn(database.dataDir, 'two.jsonl', records(2));
    assert.equal((await runHere(['users', 'import', two, '--dry-run'], { env })).code, 0);
    assert.equal((await runHere(['users', 'import', two], { env })).code, 0);
    // Nothing is written any more.
    assert.equal((await runHere(['users', 'import', two], { env })).code, 0);
    const roots = ['person0', 'root'].map((name) => `{"email":"${name}@example.org","role":"superadmin"}\n`);
    const file = fileIn(database.dataDir, 'roots.jsonl', roots.join(''));
    const update = ['--on-conflict', 'update', '--superadmins'];
    assert.equal((await runHere(['users', 'import', file, ...update], { env })).code, 0);
    // The conflict comes after the first batch.
    const more = fileIn(
      database.dataDir,
      'more.jsonl',
      records(510).split('\n').slice(2).join('\n') + records(1),
    );
    assert.equal((await runHere(['users', 'import', more, '--on-conflict', 'fail'], { env })).code, 1);

    const done = Date.now();
    const told = await auditLogOf(database, 'accounts.imported');
    assert.partialDeepStrictEqual(told, [
      { data: { source: 'keyward', created: 2, updated: 0, skipped: 0, refused: 0 } },
      { data: { created: 1, updated: 1, superadmins: 2 } },
      { data: { created: 500, superadmins: 0 } },
    ]);
    assert.equal(told.length, 3);
    assert.ok(told[0] !== undefined && told[0].at < done);
  });
}
