import assert from 'node:assert/strict';
import { BY_OPERATOR } from '../../src/features/audit/events/origin.ts';
import { describe, it } from 'node:test';
import { banner } from '../../src/start/banner.ts';
import { loadConfig } from '../../src/config/load.ts';
import { createTestDatabase } from '../support/databases.ts';
import { assertError, startKeyward, type TestKeyward } from '../support/keyward.ts';
import { startProcess } from '../support/process.ts';
import { send } from './requests.ts';
import { databasesFor } from '../support/usual-size.ts';

const FIELDS = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'Erstes1' };
const LIFETIME_MS = 30 * 60_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the set-up link on ${kind}`, () => {
    it('creates one superadmin, who is signed in at once, and no longer works afterwards', async () => {
      await using keyward = await startKeyward(kind);
      const token = await keyward.app.services.setUpLink.issue();
      const answer = await keyward.call('POST', '/setup', { body: { token, ...FIELDS } });
      assert.equal(answer.status, 201, answer.text);
      const account = answer.body['account'];
      assert.partialDeepStrictEqual(account, {
        name: FIELDS.name,
        email: FIELDS.email,
        role: 'superadmin',
        email_verified: true,
      });
      const counts = await keyward.call('GET', '/config/counts', {
        token: String(answer.body['access_token']),
      });
      assert.equal(counts.status, 200);

      // Invalid by itself, not only because a superadmin exists.
      await keyward.database.query("update accounts set role = 'user'");
      const again = { token, ...FIELDS, email: 'eva@example.org' };
      assertError(await keyward.call('POST', '/setup', { body: again }), 401, 'InvalidTokenError');
      assert.equal((await keyward.database.query('select id from accounts')).length, 1);
    });

    it('makes one superadmin when it is used twenty times at once', async () => {
      await using keyward = await startKeyward(kind);
      const token = await keyward.app.services.setUpLink.issue();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          keyward.call('POST', '/setup', { body: { token, ...FIELDS, email: `ada${index}@example.org` } }),
        ),
      );
      const statuses = Map.groupBy(answers, ({ status }) => status);
      assert.deepEqual([statuses.get(201)?.length, statuses.get(401)?.length], [1, 19]);
      assert.equal((await keyward.database.query('select id from accounts')).length, 1);
    });

    it('AZ9: works on every instance, until one of them has made a superadmin with any link', async () => {
      await using one = await startKeyward(kind);
      await using other = await startKeyward(kind, { database: one.database });
      const tokens = [await one.app.services.setUpLink.issue(), await other.app.services.setUpLink.issue()];
      const check = (token: string) => one.call('POST', '/setup/check', { body: { token } });
      for (const token of tokens) assert.equal((await check(token)).status, 200);
      const use = (keyward: TestKeyward, token: string | undefined, email: string) =>
        keyward.call('POST', '/setup', { body: { token, ...FIELDS, email } });
      // Each with the other's link, at once.
      const answers = await Promise.all([
        use(one, tokens[1], 'ada@example.org'),
        use(other, tokens[0], 'eva@example.org'),
      ]);
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201, 401]));
      assert.equal((await one.database.query('select id from accounts')).length, 1);
      await one.database.query("update accounts set role = 'user'");
      for (const token of tokens) assertError(await check(token), 401, 'InvalidTokenError');
    });

    it('works for 30 minutes, and with its own token only', async () => {
      await using keyward = await startKeyward(kind);
      const { setUpLink } = keyward.app.services;
      const use = (token: string) => keyward.call('POST', '/setup', { body: { token, ...FIELDS } });
      assertError(await use('A'.repeat(43)), 401, 'InvalidTokenError');
      const late = await setUpLink.issue();
      keyward.clock.advance(LIFETIME_MS);
      assertError(await use(late), 401, 'InvalidTokenError');
      const inTime = await setUpLink.issue();
      keyward.clock.advance(LIFETIME_MS - 1);
      assert.equal((await use(inTime)).status, 201);
    });

    it('tells whether its token can be used, and leaves it as it was', async () => {
      await using keyward = await startKeyward(kind);
      const { setUpLink, superadmins } = keyward.app.services;
      const check = (token: string) => keyward.call('POST', '/setup/check', { body: { token } });
      assertError(await check('A'.repeat(43)), 401, 'InvalidTokenError');
      const before = await setUpLink.issue();
      const token = await setUpLink.issue();
      assert.equal((await check(before)).status, 200);
      for (let time = 1; time <= 3; time += 1) assert.equal((await check(token)).status, 200);
      keyward.clock.advance(LIFETIME_MS);
      assertError(await check(token), 401, 'InvalidTokenError');
      const used = await setUpLink.issue();
      assert.equal((await keyward.call('POST', '/setup', { body: { token: used, ...FIELDS } })).status, 201);
      const gone = await check(used);
      assertError(gone, 401, 'InvalidTokenError');
      assert.equal(gone.body['message'], 'The link was used, or is too old.');
      assert.equal(await superadmins.exist(), true);
      assertError(await check(await setUpLink.issue()), 401, 'InvalidTokenError');
    });

    it('survives requests that are refused for another reason', async () => {
      await using keyward = await startKeyward(kind);
      await keyward.signUp({ email: 'eva@example.org' });
      const token = await keyward.app.services.setUpLink.issue();
      const use = (fields: object) =>
        keyward.call('POST', '/setup', { body: { token, ...FIELDS, ...fields } });
      assertError(await use({ password: 'kurz' }), 400, 'WeakPasswordError');
      assertError(await use({ email: 'Eva@example.org' }), 409, 'EmailAlreadyExistsError');
      const refused = await use({ email: 'ada@localhost', role: 'user' });
      assertError(refused, 422, 'ValidationError');
      const paths = refused.body.details?.fields?.map(({ path }) => path);
      assert.deepEqual(new Set(paths), new Set(['email', 'role']));
      assert.equal((await use({})).status, 201);
    });

    it('stops working, and is no longer printed, once there is a superadmin', async () => {
      await using keyward = await startKeyward(kind);
      const { services } = keyward.app;
      const config = loadConfig({ env: {}, cwd: keyward.database.dataDir, dotenv: false });
      assert.match(await banner(config, services), /\/setup#/);
      const token = await services.setUpLink.issue();
      await services.superadmins.create(
        { email: 'eva@example.org', password: 'Erstes1' },
        { method: 'operator', by: BY_OPERATOR },
      );
      assertError(
        await keyward.call('POST', '/setup', { body: { token, ...FIELDS } }),
        401,
        'InvalidTokenError',
      );
      assert.doesNotMatch(await banner(config, services), /\/setup/);
    });
  });
}

describe('the printed set-up link', () => {
  it('leads to a page that posts its token, once', async () => {
    await using database = await createTestDatabase('sqlite');
    const env = { KEYWARD_DATA_DIR: database.dataDir, KEYWARD_PREFIX: '/api/auth' };
    const first = await startProcess({ env });
    const link = new URL(/http:\S+\/setup#\S+/.exec(first.stdout())?.[0] ?? '');
    const page = await (await fetch(link)).text();
    const action = `${/"prefix":"([^"]+)"/.exec(page)?.[1] ?? ''}/setup`;
    assert.equal(action, '/api/auth/setup');
    const use = (email: string) =>
      send('POST', link.origin + action, { token: link.hash.slice(1), ...FIELDS, email });
    assert.equal((await use('ada@example.org')).status, 201);
    assert.equal((await use('eva@example.org')).status, 401);
    await first.kill('SIGTERM');

    await using second = await startProcess({ env });
    assert.doesNotMatch(second.stdout(), /Set up|\/setup/);
  });
});

describe('the set-up page', () => {
  it('answers HEAD, and refuses other methods', async () => {
    await using keyward = await startKeyward('sqlite');
    const head = await keyward.callRoot('HEAD', '/setup');
    assert.deepEqual(
      [head.status, head.text, head.headers.get('content-type')],
      [200, '', 'text/html; charset=utf-8'],
    );
    const post = await keyward.callRoot('POST', '/setup', { body: FIELDS });
    assertError(post, 405, 'MethodNotAllowedError');
    assert.equal(post.headers.get('allow'), 'GET, HEAD, OPTIONS');
    assertError(await keyward.call('GET', '/setup'), 405, 'MethodNotAllowedError');
  });
});
