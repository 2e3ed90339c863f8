import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Client } from 'pg';
import { addKey } from '../http/api-keys/api-keys.ts';
import { mailSettings } from '../http/codes/support/mailed.ts';
import { addFeedReader, type FeedPage, idsOf } from '../http/events/events.ts';
import { asText } from '../http/expectations.ts';
import { codeOf, enrolTotp } from '../http/factors/enrol.ts';
import { beginSignIn, enrol, finishSignIn } from '../http/factors/passkeys.ts';
import { addPerson } from '../http/people.ts';
import { superadminOf } from '../http/config/superadmin.ts';
import { addWebhook, LOCAL } from '../http/webhooks/help.ts';
import { startReceiver, verify } from '../http/webhooks/receiver.ts';
import { Authenticator } from '../support/authenticator.ts';
import { runHere } from '../support/command-line.ts';
import {
  createTestDatabase,
  type TestDatabase,
  WITHOUT_POSTGRES,
  WITHOUT_SQLITE,
} from '../support/databases.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { type Answer, PASSWORD, startKeyward, type TestKeyward } from '../support/keyward.ts';
import { codeIn, startMailServer } from '../support/mail-server.ts';

describe('copy', { skip: WITHOUT_SQLITE || WITHOUT_POSTGRES }, () => {
  it('moves a full SQLite database to PostgreSQL, where everything continues', async () => {
    await using mail = await startMailServer();
    await using receiver = await startReceiver();
    await using file = await createTestDatabase('sqlite', 'tables');
    await using server = await createTestDatabase('postgres', 'empty');
    const clock = createFakeClock();
    const start = (database: TestDatabase): Promise<TestKeyward> =>
      startKeyward(database.kind, {
        database: { ...database, dataDir: file.dataDir },
        clock,
        settings: mailSettings(mail, {
          ...LOCAL,
          KEYWARD_DUAL_TOKEN_MODE: 'on',
          KEYWARD_LIMIT_ADDRESS: '1000/1h',
        }),
      });
    const copy = (...more: string[]) =>
      runHere(['copy', '--to', server.url, ...more], { env: { KEYWARD_DATA_DIR: file.dataDir } });
    const ok = (answer: Answer, status = 200): Answer => {
      assert.equal(answer.status, status, answer.text);
      return answer;
    };
    const member = async (keyward: TestKeyward, email: string) => {
      const person = await addPerson(keyward, { email });
      await keyward.app.services.store.accounts.update(person.id, { email_verified: 1 });
      return person;
    };
    const authenticator = new Authenticator();

    const before = await start(file);
    const webhook = await addWebhook(before, receiver.url);
    const reader = await addFeedReader(before);
    const key = await addKey(before, ['accounts:read']);
    const ada = await before.signUp();
    const refreshed = ok(
      await before.call('POST', '/token/refresh', { body: { refresh_token: ada.refreshToken } }),
    );
    const grace = await member(before, 'grace@example.org');
    const { secret, codes } = await enrolTotp(before, grace);
    const carol = await member(before, 'carol@example.org');
    ok(await enrol(before, carol.token, authenticator), 201);
    const begun = await beginSignIn(before);
    const dave = await member(before, 'dave@example.org');
    ok(await before.call('POST', '/send/email/otp/login', { body: { email: dave.email } }));
    const code = codeIn(await mail.nextMail(dave.email));
    const wrong = { identifier: dave.email, password: 'Wrong-horse-1' };
    ok(await before.call('POST', '/login/password', { body: wrong }), 401);
    ok(
      await before.call('POST', '/invitation/', {
        token: webhook.root.token,
        body: { email: 'invited@example.org' },
      }),
      201,
    );
    const { patch } = await superadminOf(before);
    ok(await patch('/config/branding', { name: 'Copied' }));
    // The last ids belong to deleted rows, and must not be reused.
    const last = await before.logIn(dave.email);
    ok(await before.call('POST', '/logout', { token: last.token }));
    const [{ seq: lastSession } = { seq: 0 }] = await file.query(
      "select seq from sqlite_sequence where name = 'sessions'",
    );
    const { cursor } = await reader.page('?limit=1');
    const held = await copy();
    assert.deepEqual([held.code, held.stdout], [2, '']);
    assert.match(held.stderr, /^keyward: KEYWARD_DATA_DIR: .* is in use by /);
    await before[Symbol.asyncDispose]();
    const delivered = receiver.received.length;

    const tables = await fillEmptyTables(file);
    const dry = await copy('--dry-run');
    assert.deepEqual([dry.code, dry.stderr], [0, '']);
    assert.match(dry.stdout, /^accounts +\d+\n[^]*^Dry run: nothing was changed\.\n$/m);
    assert.deepEqual(await server.query("select 1 from pg_tables where schemaname = 'public'"), []);

    const copied = await copy();
    // On a slow machine, it shows its progress.
    assert.equal(copied.stderr, '');
    assert.equal(copied.code, 0);
    assert.match(
      copied.stdout,
      /^Copied every row to postgres:\/\/\w+:\*\*\*@\S+, and compared the counts\.$/m,
    );
    assert.doesNotMatch(copied.stdout, /password|_head|before/);
    for (const table of tables) {
      const columns = await namesOf(file, table);
      const rows = async (database: TestDatabase) =>
        (await database.query(`select ${columns.join(', ')} from ${table}`))
          .map((row) => JSON.stringify(row))
          .toSorted();
      if (table !== 'event_head') assert.deepEqual(await rows(server), await rows(file), table);
    }
    const again = await copy();
    assert.deepEqual([again.code, again.stdout], [1, '']);
    assert.match(
      again.stderr,
      /^keyward: there are rows in PostgreSQL already \(accounts \d+, .*use --replace\.\n$/,
    );
    // A service whose address gives its connections another name, and the connection of this test.
    const service = new Client({ connectionString: server.url, application_name: 'shop' });
    await service.connect();
    for (const more of [[], ['--dry-run']]) {
      const running = await copy('--replace', ...more);
      assert.deepEqual([running.code, running.stdout], [1, '']);
      assert.match(
        running.stderr,
        /^keyward: 2 other clients are connected .* \(shop, without a name\); stop /,
      );
    }
    await service.end();
    await server.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {});
    const replaced = await copy('--replace');
    assert.equal(replaced.code, 0, replaced.stderr);

    // The invented mail cannot be decrypted.
    await server.query('delete from mail_queue');
    const after = await start(server);
    try {
      for (const token of [asText(refreshed.body['access_token']), reader.token])
        ok(await after.call('GET', '/me', { token }));
      ok(
        await after.call('POST', '/token/refresh', {
          body: { refresh_token: asText(refreshed.body['refresh_token']) },
        }),
      );
      const { token } = await after.logIn(ada.email);
      const { session } = ok(await after.call('GET', '/me', { token })).body;
      assert.ok(Number(Object(session).id) > Number(lastSession));
      ok(await after.call('POST', '/login/otp', { body: { email: dave.email, otp: code } }));
      ok(
        await finishSignIn(after, {
          challenge: begun.challenge,
          credential: authenticator.get(begun.options, after.url),
        }),
      );
      for (const proof of [
        { method: 'totp', code: codeOf(after, secret, 1) },
        { method: 'recovery_code', code: codes[0] },
      ]) {
        const body = { identifier: grace.email, password: PASSWORD };
        const waits = ok(await after.call('POST', '/login/password', { body }), 401);
        const { challenge } = Object(waits.body.details);
        ok(await after.call('POST', '/login/challenge', { body: { challenge, ...proof } }));
      }
      ok(await after.call('GET', '/account/', { headers: { authorization: `Bearer ${key.key}` } }));
      assert.equal(after.app.services.settings.current.branding.name, 'Copied');
      ok(await after.signUp().then(() => after.call('GET', '/me', { token })));
      const told = await after.call('GET', `/event/?after=${cursor}`, { token: reader.token });
      const page: FeedPage = JSON.parse(ok(told).text);
      assert.ok(page.events.some(({ type }) => type === 'account.created'));
      assert.equal(new Set(idsOf(page)).size, page.events.length);
      const messages = await receiver.gets(delivered + 3);
      for (const message of messages.slice(delivered, delivered + 3)) verify(message, webhook.secret, clock);
      ok(
        await after.call('POST', '/account/', {
          token: reader.token,
          body: { name: 'New', email: 'new@example.org' },
        }),
        201,
      );
    } finally {
      await after[Symbol.asyncDispose]();
    }
  });

  it('refuses a database of another version, and an address of another kind', async () => {
    await using file = await createTestDatabase('sqlite', 'empty');
    for (const [to, code, line] of [
      ['postgres://127.0.0.1:1/keyward', 1, /is not a Keyward database; name its data directory\.\n$/],
      ['mysql://127.0.0.1/keyward', 2, /^keyward: --to: use an address such as postgres:/],
    ] as const) {
      const refused = await runHere(['copy', '--to', to], { env: { KEYWARD_DATA_DIR: file.dataDir } });
      assert.deepEqual([refused.code, refused.stdout], [code, '']);
      assert.match(refused.stderr, line);
    }
    await using tables = await createTestDatabase('sqlite', 'tables');
    const env = { KEYWARD_DATA_DIR: tables.dataDir };
    const away = await runHere(['copy', '--to', 'postgres://u:secret@127.0.0.1:1/keyward'], { env });
    assert.equal(away.code, 1);
    assert.match(
      away.stderr,
      /^keyward: --to: postgres:\/\/u:\*\*\*@127\.0\.0\.1:1\/keyward cannot be opened /,
    );
    const other = await runHere(['copy', '--to', 'postgres://127.0.0.1/keyward'], {
      env: { ...env, KEYWARD_DATABASE_URL: 'postgres://127.0.0.1/keyward' },
    });
    assert.equal(other.code, 1);
    assert.match(other.stderr, /the service is on PostgreSQL already/);
  });
});

async function namesOf(database: TestDatabase, table: string): Promise<string[]> {
  return (await database.query('select name from pragma_table_xinfo($1)', [table])).map(({ name }) =>
    String(name),
  );
}

/** Puts a row into each table that has none. @returns the tables */
async function fillEmptyTables(database: TestDatabase): Promise<string[]> {
  const found = await database.query(
    `select t.name from pragma_table_list t join sqlite_schema s on s.name = t.name
      where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite%' and t.name <> 'keyward_migrations'
      order by s.rowid`,
  );
  const tables = found.map(({ name }) => String(name));
  for (const table of tables) {
    if ((await database.query(`select 1 from ${table} limit 1`)).length > 0) continue;
    const columns = await database.query('select name, type, pk from pragma_table_xinfo($1)', [table]);
    const values = columns.map(({ name, type }) =>
      String(type).toLowerCase() === 'text' ? `'a ${String(name)} "ü"'` : '1',
    );
    await database.query(
      `insert into ${table} (${columns.map(({ name }) => String(name)).join(', ')}) values (${values.join(', ')})`,
    );
  }
  return tables;
}
