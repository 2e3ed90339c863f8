import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../support/databases.ts';
import { PASSWORD, startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { until } from '../../support/until.ts';
import { assertRefusal } from '../../http/expectations.ts';
import { addPerson, newSession } from '../../http/people.ts';
import { enter, superadminOf } from '../../http/config/superadmin.ts';
import { databasesFor } from '../../support/usual-size.ts';

const secret = (name: string) => `${name}-kT4zR8wQ1mX6vB3nJ7pL2sD9fG5hC0yA`;
/** The time limit for a change to reach all instances. */
const PROPAGATION_MS = 1_000;

const holdsInTime = (holds: () => boolean | Promise<boolean>, what: string) =>
  until(holds, what, PROPAGATION_MS);

for (const kind of databasesFor(import.meta.filename)) {
  describe(`settings of two instances on one database, ${kind}`, () => {
    let database: TestDatabase;
    let one: TestKeyward;
    let two: TestKeyward;
    before(async () => {
      database = await createTestDatabase(kind, 'tables');
      one = await startKeyward(kind, { database });
      two = await startKeyward(kind, { database });
    });
    after(async () => {
      await two[Symbol.asyncDispose]();
      await one[Symbol.asyncDispose]();
      await database.drop();
    });
    const there = () => two.app.services.settings.current;

    it('a change on one instance applies on the other within a second', async () => {
      const { set } = await superadminOf(one);
      await set('cookie', { access_cookie_name: 'shared' });
      await holdsInTime(() => there().cookie.access_cookie_name === 'shared', 'the name of the cookie');
      await set('logging', { logs_dir: 'shared', level: 'ERROR' });
      await holdsInTime(() => there().logging.level === 'ERROR', 'the level');
      // In the data directory of each instance.
      assert.equal(there().logging.logs_dir, `${two.dataDir}/shared`);
    });

    it('a key replaced on one stops working on the other within a second, and the new one works there', async () => {
      const { set } = await superadminOf(one);
      const { id, token } = await addPerson(one);
      const me = async (bearer: string) => (await two.call('GET', '/me', { token: bearer })).status;
      assert.equal(await me(token), 200);
      await set('jwt', { session_duration_days: 7, secret_key: secret('shared') });
      const { token: fresh } = await newSession(one, id);
      await holdsInTime(async () => (await me(fresh)) === 200, 'the new key');
      assert.equal(await me(token), 401);
    });

    it('unchanged settings stay the same object, so that nothing cached for it is dropped', async () => {
      const { set } = await superadminOf(one);
      const { jwt, email } = there();
      await set('cookie', { access_cookie_name: 'another' });
      await holdsInTime(() => there().cookie.access_cookie_name === 'another', 'the name of the cookie');
      assert.equal(there().jwt, jwt);
      assert.equal(there().email, email);
    });

    it(
      'a change applies also after all connections were cut',
      { skip: kind !== 'postgres' && 'SQLite has no connections' },
      async () => {
        const { id, email, set } = await superadminOf(one);
        const { token } = await addPerson(one);
        await database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
        );
        // The first requests of this instance may meet broken connections.
        await until(
          async () => (await one.call('GET', '/me', { token })).status === 200,
          'a connection that is whole',
        );
        await enter(one, id, email).set('cookie', { access_cookie_name: 'reconnected' });
        await holdsInTime(
          () => there().cookie.access_cookie_name === 'reconnected',
          'the name of the cookie',
        );
        await set('jwt', { session_duration_days: 7, secret_key: secret('reconnected') });
        const { token: fresh } = await newSession(one, id);
        await holdsInTime(
          async () => (await two.call('GET', '/me', { token: fresh })).status === 200,
          'the new key',
        );
      },
    );

    it('of simultaneous changes on both none is lost, and both end alike', async () => {
      const here = await superadminOf(one);
      const elsewhere = enter(two, here.id, here.email);
      const { total } = (await here.get('/config/history?section=logging')).body;
      const changes = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'].flatMap((name, index) => [
        here.post('/config/logging', { max_log_lines: 100 + index }),
        elsewhere.post('/config/logging', { redact_patterns: [name] }),
      ]);
      for (const { status, text } of await Promise.all(changes)) assert.equal(status, 200, text);
      const { history, total: now } = (await here.get('/config/history?section=logging&limit=100')).body;
      assert.equal(Number(now), Number(total) + changes.length);
      assert.ok(Array.isArray(history));
      const versions = history.map(({ version }: { version: number }) => version);
      assert.deepEqual(
        versions,
        Array.from({ length: Number(now) }, (_, index) => Number(now) - index),
      );
      const loggings = () =>
        [one, two].map(({ app, dataDir }) => {
          const { logging } = app.services.settings.current;
          return { ...logging, logs_dir: relative(dataDir, logging.logs_dir) };
        });
      await holdsInTime(() => {
        const [first, second] = loggings();
        return JSON.stringify(first) === JSON.stringify(second);
      }, 'the same settings');
      // It contains both kinds of changes: each was based on the earlier ones.
      const [logging] = loggings();
      assert.ok(logging !== undefined && logging.max_log_lines >= 100 && logging.max_log_lines < 105);
      assert.equal(logging.redact_patterns.length, 1);
    });

    it('two simultaneous new keys are both kept, and one is in force on both', async () => {
      const here = await superadminOf(one);
      const elsewhere = enter(two, here.id, here.email);
      const generation = one.app.services.settings.current.jwt.key_generation;
      const body = (name: string) => ({ session_duration_days: 7, secret_key: secret(name) });
      const answers = await Promise.all([
        here.post('/config/jwt', body('left')),
        elsewhere.post('/config/jwt', body('right')),
      ]);
      // A token may end before its request arrives.
      assert.ok(answers.every(({ status }) => status === 200 || status === 401));
      const done = answers.filter(({ status }) => status === 200).length;
      assert.ok(done > 0);
      const jwts = () => [one, two].map(({ app }) => app.services.settings.current.jwt);
      await holdsInTime(
        () => jwts().every((jwt) => jwt.key_generation === generation + done),
        'the same key',
      );
      const [left, right] = jwts();
      assert.equal(left?.secret_key, right?.secret_key);
    });

    it('an instance with another master key keeps its settings, reports it once, and overwrites nothing', async () => {
      await using fresh = await createTestDatabase(kind, 'tables');
      await using odd = await startKeyward(kind, {
        database: fresh,
        settings: { KEYWARD_MASTER_KEY: 'cd'.repeat(32) },
      });
      await using right = await startKeyward(kind, { database: fresh });
      const { id, email, set } = await superadminOf(right);
      await set('cookie', { access_cookie_name: 'unreadable' });
      await odd.app.services.runtimeSettings.catchUp();
      await odd.app.services.runtimeSettings.catchUp();
      assert.equal(odd.app.services.settings.current.cookie.access_cookie_name, 'access_token');
      assert.match(String(odd.unexpected), /^Error: KEYWARD_MASTER_KEY: [^\n]+$/);
      odd.unexpected.length = 0;
      const { post } = enter(odd, id, email);
      // Not even in a section without saved values: a store with two keys could be opened with neither.
      for (const [section, body] of [
        ['cookie', { access_cookie_name: 'other' }],
        ['jwt', { session_duration_days: 3 }],
      ] as const) {
        const answer = await post(`/config/${section}`, body);
        assertRefusal(answer, 503, 'ServiceUnavailableError');
        assert.match(String(answer.body['message']), /^KEYWARD_MASTER_KEY: the saved settings of cookie /);
      }
      odd.unexpected.length = 0;
      assert.equal((await fresh.query('select * from settings')).length, 1);
    });
  });
}

for (const kind of databasesFor(import.meta.filename))
  it(`TK12: an instance of another master key does not continue with a replaced signing key, ${kind}`, async () => {
    await using database = await createTestDatabase(kind, 'tables');
    const start = (master: string) =>
      startKeyward(kind, {
        database,
        settings: {
          KEYWARD_JWT_SECRET: secret('first'),
          KEYWARD_DUAL_TOKEN_MODE: 'true',
          KEYWARD_MASTER_KEY: master.repeat(32),
        },
      });
    await using one = await start('ab');
    await using two = await start('cd');
    const { set } = await superadminOf(one);
    const member = await two.signUp();
    const { refreshToken } = await newSession(one, member.id);
    const me = async () => (await two.call('GET', '/me', { token: member.token })).status;

    // Lifetimes cannot be decrypted either, but do not affect the key.
    await set('jwt', { session_duration_days: 3, dual_token_mode: true });
    await until(() => two.unexpected.length > 0, 'a report');
    assert.equal(await me(), 200);
    assert.match(
      String(two.unexpected.splice(0)),
      /^Error: KEYWARD_MASTER_KEY: the saved settings of jwt cannot/,
    );

    await set('jwt', { session_duration_days: 3, secret_key: secret('second') });
    await holdsInTime(async () => (await me()) === 503, 'the end of the replaced key');
    const refused = [
      await two.call('GET', '/me', { token: member.token }),
      await two.call('POST', '/token/refresh', { body: { refresh_token: refreshToken } }),
      await two.call('POST', '/login/password', { body: { identifier: member.email, password: PASSWORD } }),
      await two.callRoot('GET', '/.well-known/jwks.json'),
    ];
    for (const answer of refused) assertRefusal(answer, 503, 'ServiceUnavailableError');
    assert.equal((await one.call('GET', '/me', { token: member.token })).status, 401);
    await until(() => two.unexpected.length > 0, 'another report');
    assert.match(String(two.unexpected.splice(0)), /^Error: the signing key was replaced, [^:]+$/);
  });
