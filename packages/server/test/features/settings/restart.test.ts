import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '../../../src/config/error.ts';
import { deriveKey } from '../../../src/lib/derive-key.ts';
import { createSeal } from '../../../src/lib/seal.ts';
import { createTestDatabase, type TestDatabase } from '../../support/databases.ts';
import { type KeywardOptions, startKeyward } from '../../support/keyward.ts';
import { addPerson, newSession } from '../../http/people.ts';
import { enter, type Superadmin, superadminOf } from '../../http/config/superadmin.ts';
import { databasesFor } from '../../support/usual-size.ts';

const secret = (name: string) => `${name}-kT4zR8wQ1mX6vB3nJ7pL2sD9fG5hC0yA`;
const MASTER = 'ab'.repeat(32);

for (const kind of databasesFor(import.meta.filename)) {
  describe(`settings over a restart, ${kind}`, () => {
    const start = (
      database: TestDatabase,
      settings: Record<string, string> = {},
      parts: KeywardOptions['parts'] = { warn: () => {} },
    ) => startKeyward(kind, { database, settings: { KEYWARD_MASTER_KEY: MASTER, ...settings }, parts });

    it('saved settings are in force from the first request on, and win over the environment', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const mail = { host: 'saved.example.org', port: 25, sender: 'a@example.org', password: 'saved secret' };
      {
        await using keyward = await start(database);
        const { set } = await superadminOf(keyward);
        await set('email', { ...mail, port: 24 });
        await set('email', mail);
        await set('idp2', {
          client_id: 'saved',
          client_secret: 'secret',
          redirect_uri: 'https://example.org/',
        });
        await set('cookie', { access_cookie_name: 'saved' });
        await set('logging', { logs_dir: 'saved', level: 'ERROR' });
        await set('jwt', { session_duration_days: 3 });
      }
      await using keyward = await start(database, {
        KEYWARD_SMTP_URL: 'smtp://environment.example.org',
        KEYWARD_MAIL_FROM: 'b@example.org',
        KEYWARD_SESSION_DURATION_DAYS: '9',
        KEYWARD_IDP1_CLIENT_ID: 'environment',
        KEYWARD_IDP1_CLIENT_SECRET: 'environment',
      });
      const { email, providers, cookie, logging, jwt } = keyward.app.services.settings.current;
      assert.deepEqual(email, { ...mail, username: '', sender_name: 'Keyward', use_tls: true });
      assert.deepEqual(
        [providers['idp1']?.client_id, providers['idp2']?.client_id, providers['idp2']?.client_secret],
        ['environment', 'saved', 'secret'],
      );
      assert.equal(cookie.access_cookie_name, 'saved');
      assert.deepEqual([logging.level, logging.logs_dir], ['ERROR', `${database.dataDir}/saved`]);
      assert.equal(jwt.session_duration_days, 3);
    });

    it('the start names exactly those of its settings that saved ones override', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      {
        await using keyward = await start(database, { KEYWARD_JWT_SECRET: secret('a') });
        const { set } = await superadminOf(keyward);
        await set('jwt', { session_duration_days: 9, dual_token_mode: true, secret_key: secret('b') });
        const mail = { host: 'saved.example.org', port: 25, sender: 'a@example.org' };
        await set('email', { ...mail, password: 'saved secret', username: 'me', use_tls: false });
        await set('cookie', { path: '/saved' });
        await set('signup', { allowed_domains: ['example.org'] });
      }
      const lines: string[] = [];
      await using keyward = await start(
        database,
        {
          KEYWARD_JWT_SECRET: secret('a'),
          KEYWARD_SESSION_DURATION_DAYS: '9',
          KEYWARD_DUAL_TOKEN_MODE: 'off',
          KEYWARD_SMTP_URL: 'smtp://me:other@saved.example.org:25',
          KEYWARD_MAIL_FROM: 'Keyward <a@example.org>',
          KEYWARD_COOKIE_PATH: '/environment',
          KEYWARD_SIGNUP_ALLOWED_DOMAINS: 'Example.ORG',
          KEYWARD_IDP1_CLIENT_ID: 'environment',
          KEYWARD_IDP1_CLIENT_SECRET: 'environment',
        },
        { warn: (line) => lines.push(line) },
      );
      assert.equal(keyward.app.services.settings.current.jwt.dual_token_mode, true);
      assert.deepEqual(
        lines.map((line) => line.replace(/; change.*/s, '')),
        [
          'KEYWARD_SMTP_URL has no effect, because email was saved at run time with password "***", use_tls false',
          'KEYWARD_JWT_SECRET has no effect, because jwt was saved at run time with secret_key "***"',
          'KEYWARD_DUAL_TOKEN_MODE has no effect, because jwt was saved at run time with dual_token_mode true',
          'KEYWARD_COOKIE_PATH has no effect, because cookie was saved at run time with path "/saved"',
        ],
      );
      assert.match(
        lines[2] ?? '',
        /; change it in config\/jwt, or see \S*runtime-settings\.md#where-values-come-from\.$/,
      );
    });

    it('a signing key that was never changed stays the environment’s, whatever else of jwt is saved', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      {
        await using keyward = await start(database, { KEYWARD_JWT_SECRET: secret('a') });
        await (await superadminOf(keyward)).set('jwt', { session_duration_days: 3 });
      }
      await using keyward = await start(database, { KEYWARD_JWT_SECRET: secret('b') });
      const { secret_key, session_duration_days } = keyward.app.services.settings.current.jwt;
      assert.deepEqual([secret_key, session_duration_days], [secret('b'), 3]);
    });

    it('TK12: with the database store, a replaced secret stays invalid and the new one stays good', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const environment = { KEYWARD_JWT_SECRET: secret('a') };
      let old = '';
      let next = '';
      {
        await using keyward = await start(database, environment);
        const { id, token } = await addPerson(keyward);
        old = token;
        await (await superadminOf(keyward)).set('jwt', { session_duration_days: 7, secret_key: secret('b') });
        next = (await newSession(keyward, id)).token;
      }
      await using keyward = await start(database, environment);
      assert.equal((await keyward.call('GET', '/me', { token: old })).status, 401);
      assert.equal((await keyward.call('GET', '/me', { token: next })).status, 200);
    });

    for (const [name, algorithm, bootSecret] of [
      ['secret', 'HS512', secret('a')],
      [
        'private key',
        'EdDSA',
        '-----BEGIN PRIVATE KEY-----\\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\\n-----END PRIVATE KEY-----',
      ],
    ] as const) {
      it(`TK12: with the memory store, a replaced ${name} stays invalid, and tokens live from one restart to the next`, async () => {
        await using database = await createTestDatabase(kind, 'tables');
        const environment = {
          KEYWARD_SETTINGS_STORE: 'memory',
          KEYWARD_JWT_SECRET: bootSecret,
          KEYWARD_JWT_ALGORITHM: algorithm,
        };
        const warnings: string[] = [];
        const again = () => start(database, environment, { warn: (line) => warnings.push(line) });
        let old = '';
        let derived = '';
        let person = 0;
        {
          await using keyward = await again();
          const { id, token } = await addPerson(keyward);
          [old, person] = [token, id];
          await (await superadminOf(keyward)).set('cookie', { access_cookie_name: 'forgotten' });
          await (
            await superadminOf(keyward)
          ).set('jwt', {
            session_duration_days: 3,
            secret_key: secret('b'),
          });
          assert.equal((await keyward.call('GET', '/me', { token: old })).status, 401);
        }
        assert.deepEqual(warnings, []);
        const stored = JSON.stringify(await database.query('select * from settings'));
        assert.ok(!stored.includes(secret('a')) && !stored.includes(secret('b')));
        {
          await using keyward = await again();
          const { current } = keyward.app.services.settings;
          assert.deepEqual(
            [
              current.cookie.access_cookie_name,
              current.jwt.session_duration_days,
              current.jwt.key_generation,
            ],
            ['access_token', 7, 1],
          );
          assert.equal((await keyward.call('GET', '/me', { token: old })).status, 401);
          derived = (await newSession(keyward, person)).token;
          assert.equal((await keyward.call('GET', '/me', { token: derived })).status, 200);
          assert.match(warnings.join('\n'), /^KEYWARD_JWT_SECRET: [^\n]+ Set a new one\.$/);
        }
        {
          await using keyward = await again();
          assert.equal((await keyward.call('GET', '/me', { token: derived })).status, 200);
          // The derived key can be replaced too, and is not restored either.
          await (
            await superadminOf(keyward)
          ).set('jwt', {
            session_duration_days: 7,
            secret_key: secret('c'),
          });
        }
        await using keyward = await again();
        for (const token of [old, derived])
          assert.equal((await keyward.call('GET', '/me', { token })).status, 401);
        const { token: newest } = await newSession(keyward, person);
        assert.equal((await keyward.call('GET', '/me', { token: newest })).status, 200);

        // A key that was never replaced is used unchanged, without a warning.
        await using fresh = await start(
          database,
          { KEYWARD_SETTINGS_STORE: 'memory', KEYWARD_JWT_SECRET: secret('d') },
          { warn: () => assert.fail('no warning') },
        );
        assert.equal(fresh.app.services.settings.current.jwt.secret_key, secret('d'));
      });
    }

    it('TK12: a replaced secret does not come back when the store changes from database to memory', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const environment = { KEYWARD_JWT_SECRET: secret('a') };
      let old = '';
      {
        await using keyward = await start(database, environment);
        old = (await addPerson(keyward)).token;
        await (await superadminOf(keyward)).set('jwt', { session_duration_days: 7, secret_key: secret('b') });
      }
      await using keyward = await start(
        database,
        { ...environment, KEYWARD_SETTINGS_STORE: 'memory' },
        { warn: () => {} },
      );
      assert.equal((await keyward.call('GET', '/me', { token: old })).status, 401);
    });

    it('with the memory store, history and rollback last as long as the process', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      await using keyward = await start(database, { KEYWARD_SETTINGS_STORE: 'memory' });
      const { set, get, post } = await superadminOf(keyward);
      await set('cookie', { access_cookie_name: 'one' });
      await set('cookie', { access_cookie_name: 'two' });
      assert.equal((await get('/config/history')).body['total'], 2);
      await post('/config/rollback', { section: 'cookie', version: 1 });
      assert.equal(keyward.app.services.settings.current.cookie.access_cookie_name, 'one');
      assert.deepEqual(await database.query('select * from settings'), []);
    });

    it(
      'TK12: with the memory store, a change whose transaction fails does not come into force with the next',
      { skip: kind === 'sqlite' && 'it has no trigger that fails a commit' },
      async () => {
        await using database = await createTestDatabase(kind, 'tables');
        const keyward = await start(database, { KEYWARD_SETTINGS_STORE: 'memory' });
        const { set, get, post } = await superadminOf(keyward);
        await database.query(`create function refuse() returns trigger language plpgsql
          as $$ begin raise exception 'disk full' using errcode = '53100'; end $$`);
        await database.query(`create constraint trigger refuse after insert on settings
          deferrable initially deferred for each row execute function refuse()`);
        const refused = await post('/config/jwt', { secret_key: secret('n'), session_duration_days: 3 });
        assert.equal(refused.status, 503, refused.text);
        await set('cookie', { access_cookie_name: 'one' });
        const { body } = await get('/config/load/');
        assert.equal(Object(body['jwt']).session_duration_days, 7);
        await keyward.app.close();
      },
    );

    const stops = async (database: TestDatabase, settings: Record<string, string>, message: RegExp) => {
      await assert.rejects(start(database, settings), (error) => {
        assert.ok(error instanceof ConfigError, String(error));
        assert.match(error.message, message);
        assert.ok(!error.message.includes('\n'));
        return true;
      });
    };

    it('another master key, or a row that was moved or changed, stops the start with the remedy', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      {
        await using keyward = await start(database);
        const { set } = await superadminOf(keyward);
        await set('email', { host: 'h', port: 25, sender: 'a@example.org', password: 'x' });
        await set('cookie', { access_cookie_name: 'one' });
        await set('cookie', { access_cookie_name: 'two' });
      }
      const remedy =
        /^KEYWARD_MASTER_KEY: the saved settings of (email|cookie) cannot be decrypted with this key.+ whose section is '\1', and no others/;
      await stops(database, { KEYWARD_MASTER_KEY: 'cd'.repeat(32) }, remedy);
      await database.query(
        `update settings set value = (select value from settings where section = 'cookie' and version = 1)
         where section = 'cookie' and version = 2`,
      );
      await stops(database, {}, remedy);
      const lost =
        /^KEYWARD_MASTER_KEY: there is no master-key in \S+, but settings were saved with one; restore /;
      await stops(database, { KEYWARD_MASTER_KEY: '' }, lost);
      await stops(database, { KEYWARD_MASTER_KEY: '', KEYWARD_SETTINGS_STORE: 'memory' }, lost);
      // It starts without the saved settings.
      await using memory = await start(database, { KEYWARD_SETTINGS_STORE: 'memory' });
      assert.equal(memory.app.services.settings.current.cookie.access_cookie_name, 'access_token');
    });

    it('a row that cannot be opened blocks only its own section', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const keyward = await start(database);
      const { post, set, id } = await superadminOf(keyward);
      await set('cookie', { access_cookie_name: 'zero' });
      await database.query(
        `insert into settings (section, version, value, created_at, account_id) values ('jwt', 1, 'x', 0, $1)`,
        [id],
      );
      const refused = await post('/config/jwt', { session_duration_days: 3 });
      assert.deepEqual([refused.status, refused.body['error']], [503, 'ServiceUnavailableError']);
      assert.match(String(refused.body['message']), /settings of jwt .+ set a new KEYWARD_JWT_SECRET/);
      const taken = await post('/config/cookie', { access_cookie_name: 'one' });
      assert.equal(taken.status, 200, taken.text);
      assert.equal(keyward.app.services.settings.current.cookie.access_cookie_name, 'one');
      await keyward.app.close();
    });

    for (const [section, saved, values, rule] of [
      ['cookie', { access_cookie_name: 'one' }, { samesite: 'none', secure: false }, 'secure: must be true'],
      // Saved before names were checked.
      [
        'oauth',
        { scopes: { orders: { description: 'Read orders' } } },
        { scopes: { 'read orders': { description: 'Read orders' } } },
        'scopes\\.read orders: must be',
      ],
    ] as const)
      it(`a saved value of ${section} that breaks a rule now stops the start, with two remedies`, async () => {
        await using database = await createTestDatabase(kind, 'tables');
        let root: Superadmin;
        {
          await using keyward = await start(database);
          root = await superadminOf(keyward);
          await root.set(section, saved);
        }
        const key = deriveKey(Buffer.from(MASTER, 'hex'), 'settings');
        const entry = { values, changes: {}, rolledBackTo: null };
        const value = createSeal(key).close(JSON.stringify(entry), `settings:${section}:1`);
        await database.query('update settings set value = $1 where section = $2', [value, section]);
        const remedies = `start with KEYWARD_SETTINGS_STORE=memory .+ whose section is '${section}', and no others`;
        await stops(
          database,
          {},
          new RegExp(
            `^KEYWARD_SETTINGS_STORE: the saved settings of ${section} break a rule \\(${rule}.+${remedies}`,
          ),
        );
        {
          await using _ = await start(database, { KEYWARD_SETTINGS_STORE: 'memory' });
        }
        await database.query('delete from settings where section = $1', [section]);
        await using keyward = await start(database);
        await enter(keyward, root.id, root.email).set(section, saved);
      });
  });
}
