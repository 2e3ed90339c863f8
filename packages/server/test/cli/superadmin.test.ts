import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runHere, settingsOf } from '../support/command-line.ts';
import { auditLogOf } from '../support/audit-log.ts';
import { startKeyward } from '../support/keyward.ts';
import { enrolTotp } from '../http/factors/enrol.ts';
import { accountRow, addPerson } from '../http/people.ts';
import { databasesFor } from '../support/usual-size.ts';

const EMAIL = 'ada@example.org';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`superadmin on ${kind}`, () => {
    it('creates an account with the role beside the running service, and lets it back in', async () => {
      await using keyward = await startKeyward(kind);
      const { url, dataDir } = keyward.database;
      const env = { KEYWARD_DATABASE_URL: url, KEYWARD_DATA_DIR: dataDir };
      const superadmin = (action: string, input: string | Buffer, ...more: string[]) =>
        runHere(['superadmin', action, '--email', EMAIL, '--password-stdin', ...more], { env, input });

      const created = await superadmin('create', 'Erstes1\n', '--name', 'Ada Lovelace');
      assert.deepEqual(
        [created.code, created.stdout],
        [0, `Created the superadmin ${EMAIL}.\n`],
        created.stderr,
      );
      const [account] = await keyward.database.query(
        'select name, role, status, email_verified from accounts where email = $1',
        [EMAIL],
      );
      assert.deepEqual(account, {
        name: 'Ada Lovelace',
        role: 'superadmin',
        status: 'active',
        email_verified: 1,
      });
      const first = await keyward.logIn(EMAIL, 'Erstes1');

      const again = await superadmin('create', 'Zweites2\n');
      assert.deepEqual([again.code, again.stdout], [1, '']);
      assert.equal(
        again.stderr,
        `keyward: ${EMAIL} is a superadmin already; for a new password, without its second factors, run: keyward superadmin reset --email ${EMAIL}\n`,
      );

      await keyward.database.query(
        "update accounts set role = 'user', status = 'suspended', deletion_at = 1 where email = $1",
        [EMAIL],
      );
      const reset = await superadmin('reset', 'Drittes3\r\n');
      assert.deepEqual([reset.code, reset.stderr], [0, '']);
      assert.equal((await keyward.call('GET', '/me', { token: first.token })).status, 401);
      const second = await keyward.logIn(EMAIL, 'Drittes3');
      assert.equal((await keyward.call('GET', '/config/counts', { token: second.token })).status, 200);

      // A running instance delivers both events once, like those of the API.
      const auditLog = await auditLogOf(keyward.database);
      assert.doesNotMatch(JSON.stringify(auditLog), /Erstes1|Drittes3|argon2/);
      const actor = { type: 'operator', id: null, name: 'command line' };
      const told = auditLog.filter(({ data }) => Object(data['actor']).type === 'operator');
      const role = { role: 'superadmin', status: 'active' };
      assert.partialDeepStrictEqual(told, [
        {
          type: 'account.created',
          data: {
            actor,
            client: null,
            method: 'operator',
            account: { ...role, name: 'Ada Lovelace', email: EMAIL },
          },
        },
        { type: 'account.deletion_cancelled', data: { actor } },
        { type: 'account.role_changed', data: { actor, previous: { role: 'user' } } },
        { type: 'account.status_changed', data: { actor, previous: { status: 'suspended' } } },
        { type: 'account.password_changed', data: { actor, reason: 'assigned' } },
        {
          type: 'superadmin.reset',
          data: { actor, previous: { role: 'user', status: 'suspended' }, changed: role },
        },
      ]);
    });

    it('in the strict profile, names the personal word in a password, including the default name', async () => {
      await using keyward = await startKeyward(kind);
      const { url, dataDir } = keyward.database;
      const env = { KEYWARD_DATABASE_URL: url, KEYWARD_DATA_DIR: dataDir, KEYWARD_PROFILE: 'strict' };
      const create = (input: string) =>
        runHere(['superadmin', 'create', '--email', 'grace@example.org', '--password-stdin'], { env, input });
      for (const [password, word] of [
        ['my-Superadmin-4821-x\n', 'Superadmin'],
        ['xx-Grace-42-xx\n', 'grace'],
      ] as const) {
        const { code, stderr } = await create(password);
        assert.equal(code, 1);
        assert.equal(
          stderr,
          `keyward: The password is too weak: choose one without "${word}", which is part of the account's name, handle or email address.\n`,
        );
      }
      assert.equal((await create('kT7vouzg-2\n')).code, 0);
    });

    it('leaves no other way in: no second factor, and nothing of an account that nobody has proven', async () => {
      await using keyward = await startKeyward(kind);
      const ada = await addPerson(keyward, { email: EMAIL });
      const { codes } = await enrolTotp(keyward, ada);
      const reset = () =>
        runHere(['superadmin', 'reset', '--email', EMAIL, '--password-stdin'], {
          env: settingsOf(keyward.database),
          input: 'Drittes3\n',
        });
      const logIn = () =>
        keyward.call('POST', '/login', { body: { identifier: EMAIL, password: 'Drittes3' } });

      const removed = await reset();
      assert.equal(removed.code, 0, removed.stderr);
      assert.match(removed.stdout, /second factors are gone\.\n$/);
      assert.equal((await logIn()).status, 200);
      assert.equal(await keyward.app.services.factors.recoveryCodes.prove(ada.id, codes[0] ?? ''), null);
      const [event, ...more] = await auditLogOf(keyward.database, 'factor.reset');
      assert.deepEqual(more, []);
      assert.equal(Object(event?.data['actor']).type, 'operator');

      const phone = '+4930901823';
      await keyward.app.services.store.accounts.update(ada.id, { email_verified: 0, phone });
      assert.equal((await reset()).code, 0);
      const row = await accountRow(keyward, ada.id);
      assert.deepEqual([row['email_verified'], row['phone']], [1, null]);
    });

    it('SC4: does nothing that it cannot record', async () => {
      await using keyward = await startKeyward(kind);
      const { database } = keyward;
      const member = await keyward.signUp({ email: 'member@example.org' });
      const before = await database.query('select * from accounts');
      const superadmin = (action: string, email: string) =>
        runHere(['superadmin', action, '--email', email, '--password-stdin'], {
          env: settingsOf(database),
          input: 'Drittes3\n',
        });

      await database.query('alter table events rename to gone');
      for (const [action, email] of [
        ['create', EMAIL],
        ['reset', member.email],
      ] as const)
        assert.equal((await superadmin(action, email)).code, 1);
      assert.deepEqual(await database.query('select * from accounts'), before);
      assert.equal((await keyward.call('GET', '/me', { token: member.token })).status, 200);

      await database.query('alter table gone rename to events');
      // The service may have looked for new events meanwhile.
      keyward.unexpected.length = 0;
      assert.equal((await superadmin('reset', member.email)).code, 0);
      assert.equal((await auditLogOf(database, 'superadmin.reset')).length, 1);
    });
  });
}

describe('superadmin', () => {
  it('refuses impossible requests with one line, and changes nothing', async () => {
    await using keyward = await startKeyward('sqlite');
    const env = { KEYWARD_DATABASE_URL: keyward.database.url, KEYWARD_DATA_DIR: keyward.database.dataDir };
    for (const [args, input, code, line] of [
      [
        ['create', '--email', EMAIL],
        'kurz\n',
        1,
        /^keyward: The password is too weak: use at least 6 characters; /,
      ],
      [
        ['create', '--email', EMAIL, '--name', 'a\nb'],
        'Erstes1\n',
        1,
        /^keyward: name must be 1 to 200 characters /,
      ],
      [
        ['create', '--email', 'ada@localhost'],
        'Erstes1\n',
        2,
        /^keyward: option '--email <email>' argument 'ada@localhost' is invalid\. /,
      ],
      [['create', '--email', EMAIL], '\n', 2, /^keyward: standard input is empty/],
      [
        ['create', '--email', EMAIL],
        Buffer.from('Pa\xdfwort1', 'latin1'),
        2,
        /^keyward: standard input is not UTF-8/,
      ],
      [['create', '--email', EMAIL], 'Aa1'.repeat(30_000), 2, /^keyward: standard input is too long/],
      [
        ['reset', '--email', EMAIL],
        'Erstes1\n',
        1,
        /^keyward: ada@example\.org has no account; to create it, run: /,
      ],
    ] as const) {
      const outcome = await runHere(['superadmin', ...args, '--password-stdin'], { env, input });
      assert.deepEqual([outcome.code, outcome.stdout], [code, ''], outcome.stderr);
      assert.match(outcome.stderr, line);
      assert.match(outcome.stderr, /^[^\n]+\n$/);
    }
    assert.deepEqual(await keyward.database.query('select id from accounts'), []);
  });

  it('asks only in a terminal, and elsewhere says so before it changes anything', async () => {
    for (const action of ['create', 'reset']) {
      const { code, stdout, stderr, left } = await runHere(['superadmin', action, '--email', EMAIL]);
      assert.deepEqual([code, stdout, left], [2, '', []]);
      assert.equal(
        stderr,
        'keyward: there is no terminal to ask for the password; pass it with --password-stdin\n',
      );
    }
  });

  it('takes no password on the command line', async () => {
    const { code, stderr } = await runHere([
      'superadmin',
      'create',
      '--email',
      EMAIL,
      '--password',
      'Erstes1',
    ]);
    assert.equal(code, 2);
    assert.equal(stderr, "keyward: unknown option '--password' (see --help)\n");
  });
});
