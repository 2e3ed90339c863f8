import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { limitsOf, type Route } from '../../../src/http/wire/endpoint/route.ts';
import { assertError, startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { type DeclaredRoute, declaredRoutes } from '../../support/routes.ts';
import { suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { databasesFor } from '../../support/usual-size.ts';

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const isForEverybody = ({ access }: Route) => access === 'public' || access === 'bearer';

/** The rows of every table except the counters, which a background task writes. */
async function rowsOf({ database }: TestKeyward): Promise<Record<string, unknown>> {
  const tables = await database.query(
    "select name from pragma_table_list where schema = 'main' and type = 'table' and name not in ('failures', 'event_counts')",
  );
  // Each query opens the database, and reads its schema.
  const counts = tables.map(({ name }) => `(select count(*) from ${String(name)}) as ${String(name)}`);
  return (await database.query(`select ${counts.join(', ')}`))[0] ?? {};
}

describe('RL22: the limits of a route', () => {
  const keyward = suiteKeyward('sqlite', { settings: { KEYWARD_LIMIT_CHANGES: '10000/1h' } });
  let routes: DeclaredRoute[];
  before(async () => {
    routes = await declaredRoutes('/auth');
  });

  // A write does not compile without limits.
  it('are listed in the documentation as it is served', async () => {
    const page = await keyward.callRoot('GET', '/api/documents/file?path=security.md');
    const { content } = Object(page.body);
    const listed = [
      ...String(content).matchAll(/^\| `([A-Z]+ \/(?:auth\/[^`]*|mcp))` \| [^|]{10,} \|/gm),
    ].map(([, name]) => name);
    const limited = routes.filter(({ route }) => limitsOf(route) !== null);
    assert.deepEqual(
      new Set(listed),
      new Set(limited.map(({ route, path }) => `${route.method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)),
    );
    assert.ok(listed.length > 40);
  });

  it('are declared by every GET that writes: all others leave the database unchanged', async () => {
    const { token } = await addPerson(keyward);
    const reads = routes.filter(
      ({ route }) => route.method === 'GET' && isForEverybody(route) && limitsOf(route) === null,
    );
    assert.ok(reads.length > 20);
    const earlier = await rowsOf(keyward);
    assert.equal(earlier['accounts'], 1);
    for (const { path, route } of reads) {
      const address = path.replace(':provider', 'idp1').replace(':purpose', 'login').replaceAll(/:\w+/g, '1');
      await keyward.callRoot('GET', address, { token });
      assert.deepEqual(await rowsOf(keyward), earlier, nameOf(route));
    }
  });
});

for (const kind of databasesFor(import.meta.filename)) {
  describe(`RL22: acts in large numbers on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: {
        KEYWARD_LIMIT_CHANGES: '5/1h',
        KEYWARD_LIMIT_ANONYMOUS: '6/1h',
        KEYWARD_LIMIT_TOTAL: '60/1h',
        KEYWARD_TRUSTED_PROXIES: '127.0.0.0/8',
      },
    });
    const events = async (account: number) =>
      (await keyward.database.query('select id from events where account_id = $1 and audit = 1', [account]))
        .length;

    it('the owner of an account may make a limited number of changes an hour, of any kind', async () => {
      const ada = await addPerson(keyward);
      const rename = (token: string, name: string) => keyward.call('PATCH', '/me', { token, body: { name } });
      for (let index = 0; index < 4; index += 1)
        assert.equal((await rename(ada.token, `Ada ${index}`)).status, 200);
      await keyward.call('POST', '/account/totp', { token: ada.token });
      const count = await events(ada.id);
      const refused = await rename(ada.token, 'Ada again');
      assertError(refused, 429, 'RateLimitedError');
      assert.equal(refused.headers.get('retry-after'), '3600');
      assert.equal(await events(ada.id), count);
      // Reading and signing out do not count.
      assert.equal((await keyward.call('GET', '/me', { token: ada.token })).status, 200);
      assert.equal((await keyward.call('POST', '/logout', { token: ada.token })).status, 200);
      keyward.clock.advance(3_600_000);
    });

    it('a thief with a session cannot use up the acts by which the owner secures the account', async () => {
      const { email, token: stolen } = await addPerson(keyward);
      const thief = (method: string, path: string, body?: object) =>
        keyward.call(method, path, { token: stolen, body });
      for (let index = 0; index < 6; index += 1) await thief('PATCH', '/me', { name: `Mallory ${index}` });
      assertError(await thief('PATCH', '/me', { name: 'Mallory' }), 429, 'RateLimitedError');
      // Over all accounts, like ordinary acts.
      for (let index = 0; index < 4; index += 1)
        await keyward.call('PATCH', '/me', {
          token: (await addPerson(keyward)).token,
          body: { name: 'Bob' },
        });
      const { token } = await keyward.logIn(email);
      assertError(
        await keyward.call('PATCH', '/me', { token, body: { name: 'Ada' } }),
        429,
        'RateLimitedError',
      );
      for (const [method, path] of [
        ['DELETE', '/account/totp'],
        ['DELETE', '/account/passkeys/1'],
        ['DELETE', '/account/oauth/idp1'],
        ['POST', '/account/recovery-codes'],
        ['DELETE', '/me/sessions'],
      ] as const)
        assert.notEqual((await keyward.call(method, path, { token })).status, 429, `${method} ${path}`);
      const changed = await keyward.call('PUT', '/update/password', {
        token,
        body: { password: 'Other-horse-1' },
      });
      assert.equal(changed.status, 200, changed.text);
      keyward.clock.advance(3_600_000);
    });

    it('a session may secure its account fifty times a day, without using up another session’s budget', async () => {
      await using wide = await startKeyward(kind, {
        settings: { KEYWARD_TRUSTED_PROXIES: '127.0.0.0/8' },
      });
      const { id, email, token: stolen } = await addPerson(wide);
      const act = (token: string, address = '192.0.2.9') =>
        wide.call('DELETE', '/account/oauth/idp1', { token, headers: { 'x-forwarded-for': address } });
      for (let index = 0; index < 50; index += 1) assert.notEqual((await act(stolen)).status, 429);
      assertError(await act(stolen), 429, 'RateLimitedError');
      // O15-11: nor with many sessions, which the limit of the account holds.
      const { actLimits } = wide.app.services;
      const of = { subject: String(id) };
      await assert.rejects(async () => {
        for (let index = 0; index < 600; index += 1)
          await actLimits.bySession({ id: 1_000_000 + Math.floor(index / 40), of, ipAddress: '192.0.2.9' });
      }, /Too many/);
      const { token } = await wide.logIn(email);
      assert.equal((await act(token)).status, 429);
      assert.notEqual((await act(token, '192.0.2.10')).status, 429);
    });

    it('an address may create a limited number of rows an hour without an account', async () => {
      const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
      const begin = (address: string) => keyward.call('POST', '/login/passkey/options', from(address));
      for (let index = 0; index < 3; index += 1) assert.equal((await begin('192.0.2.1')).status, 200);
      for (let index = 0; index < 3; index += 1)
        await keyward.call('POST', '/send/email/otp/login', {
          ...from('192.0.2.1'),
          body: { email: `nobody${index}@example.org` },
        });
      const refused = await begin('192.0.2.1');
      assertError(refused, 429, 'RateLimitedError');
      assert.equal(refused.headers.get('retry-after'), '3600');
      for (let index = 0; index < 3; index += 1) assert.equal((await begin('192.0.2.2')).status, 200);
      assert.equal((await keyward.database.query('select token_hash from challenges')).length, 6);
      keyward.clock.advance(3_600_000);
      assert.equal((await begin('192.0.2.1')).status, 200);
    });
  });
  describe(`RL22: many who use up the limits of the deployment, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: {
        KEYWARD_LIMIT_CHANGES: '5/1h',
        KEYWARD_LIMIT_ANONYMOUS: '5/1h',
        KEYWARD_LIMIT_TOTAL: '200/1h',
        KEYWARD_TRUSTED_PROXIES: '127.0.0.0/8',
      },
    });
    const begin = async (address: string) =>
      (await keyward.call('POST', '/login/passkey/options', { headers: { 'x-forwarded-for': address } }))
        .status;
    const times = async (count: number, act: (index: number) => Promise<number>) => {
      const statuses: number[] = [];
      for (let index = 0; index < count; index += 1) statuses.push(await act(index));
      assert.ok(statuses.every((status) => status === 200 || status === 429));
      return statuses.filter((status) => status === 200).length;
    };

    it('40 addresses leave room for an honest one', async () => {
      for (let round = 0; round < 5; round += 1) await times(40, (index) => begin(`10.0.${index}.1`));
      assert.ok((await times(5, () => begin('192.0.2.1'))) >= 2);
      assert.equal(await begin('10.0.1.1'), 429);
      keyward.clock.advance(3_600_000);
    });

    it('a network with an address for each row leaves room for others', async () => {
      assert.equal(await times(150, (index) => begin(`2001:db8:1:${index.toString(16)}::1`)), 100);
      assert.equal(await times(4, () => begin('2001:db8:2::1')), 4);
      keyward.clock.advance(3_600_000);
    });

    it('P16-4: nor with one for each act that secures an account', async () => {
      const { actLimits } = keyward.app.services;
      const secure = (subject: string, ipAddress: string, id: number) =>
        actLimits.bySession({ id, of: { subject }, ipAddress }).then(
          () => 200,
          () => 429,
        );
      const network = (index: number) => `2001:db8:1:${index.toString(16)}::1`;
      assert.equal(await times(150, (index) => secure('1', network(index), 1_000 + index)), 100);
      assert.equal(await times(4, () => secure('2', '2001:db8:2::1', 1)), 4);
      keyward.clock.advance(3_600_000);
    });

    it('accounts of one stranger leave room for an owner', async () => {
      const rename = async ({ token }: { token: string }, name: string) =>
        (await keyward.call('PATCH', '/me', { token, body: { name } })).status;
      const strangers: Awaited<ReturnType<typeof addPerson>>[] = [];
      for (let index = 0; index < 40; index += 1) strangers.push(await addPerson(keyward));
      const owner = await addPerson(keyward);
      for (let round = 0; round < 5; round += 1)
        for (const stranger of strangers) await rename(stranger, `Stranger ${round}`);
      assert.ok((await times(5, (index) => rename(owner, `Ada ${index}`))) >= 2);
    });
  });
}
