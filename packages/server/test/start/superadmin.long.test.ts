import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCommand } from '../support/command.ts';
import { createTestDatabase } from '../support/databases.ts';
import { startProcess } from '../support/process.ts';
import { post, send } from './requests.ts';
import { databasesFor } from '../support/usual-size.ts';

const EMAIL = 'ada@example.org';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the first superadmin on ${kind}`, () => {
    it('PW9: does not exist, unless the environment names one', async () => {
      await using database = await createTestDatabase(kind);
      await using keyward = await startProcess({
        env: { KEYWARD_DATABASE_URL: database.url, KEYWARD_DATA_DIR: database.dataDir },
      });
      assert.deepEqual(await database.query('select id from accounts'), []);
      assert.match(keyward.stdout(), /^ {2}Set up +http:\/\/127\.0\.0\.1:\d+\/setup#\S{43}$/m);
    });

    it('of the environment is created once and never overwritten', async () => {
      await using database = await createTestDatabase(kind);
      const env = {
        KEYWARD_DATABASE_URL: database.url,
        KEYWARD_DATA_DIR: database.dataDir,
        KEYWARD_SUPERADMIN_EMAIL: EMAIL,
        KEYWARD_SUPERADMIN_PASSWORD: 'Erstes1',
      };
      const first = await startProcess({ env });
      assert.ok(!first.stdout().includes('Set up'));
      const { access_token: token } = await post(`${first.url}/auth/login/password`, {
        identifier: EMAIL,
        password: 'Erstes1',
      });
      const counts = await fetch(`${first.url}/auth/config/counts`, {
        headers: { authorization: `Bearer ${String(token)}` },
      });
      assert.equal(counts.status, 200);
      const change = await send(
        'PUT',
        `${first.url}/auth/update/password`,
        { password: 'Zweites2' },
        String(token),
      );
      assert.equal(change.status, 200);
      assert.deepEqual(await first.kill('SIGTERM'), { code: 0, signal: null });

      await using second = await startProcess({ env });
      const logIn = (password: string) =>
        send('POST', `${second.url}/auth/login/password`, { identifier: EMAIL, password });
      assert.equal((await logIn('Zweites2')).status, 200);
      assert.equal((await logIn('Erstes1')).status, 401);
      assert.deepEqual(await database.query('select email, role from accounts'), [
        { email: EMAIL, role: 'superadmin' },
      ]);
    });
  });
}

it('the first superadmin of the environment is refused by the name of its variable when it breaks a rule, and not created', async () => {
  await using database = await createTestDatabase('sqlite');
  const env = {
    KEYWARD_DATABASE_URL: database.url,
    KEYWARD_DATA_DIR: database.dataDir,
    KEYWARD_PORT: '0',
  };
  assert.equal((await runCommand(['migrate'], { env })).code, 0);
  for (const [email, password, line] of [
    [EMAIL, 'erstes1', 'KEYWARD_SUPERADMIN_PASSWORD: The password is too weak: add an uppercase letter.'],
    [
      'ada@localhost',
      'Erstes1',
      'KEYWARD_SUPERADMIN_EMAIL: "ada@localhost" must be one plain email address, such as ada@example.org.',
    ],
  ] as const) {
    const { code, stdout, stderr } = await runCommand(['serve'], {
      env: { ...env, KEYWARD_SUPERADMIN_EMAIL: email, KEYWARD_SUPERADMIN_PASSWORD: password },
    });
    assert.deepEqual([code, stdout, stderr], [2, '', `keyward: ${line}\n`]);
  }
  assert.deepEqual(await database.query('select id from accounts'), []);
});
