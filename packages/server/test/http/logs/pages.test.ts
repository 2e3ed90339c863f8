import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { assertRefusal, suiteKeyward, timestampOf } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { addReader, numbersOf, range, type Reader, setLogging, writeNumbered } from './logs.ts';

// No log is in the database.
describe('the logs over HTTP', () => {
  const keyward = suiteKeyward('sqlite');
  let reader: Reader;
  before(async () => {
    reader = await addReader(keyward);
  });
  const logFile = (name: string) => join(keyward.database.dataDir, 'logs', name);

  describe('GET /log/{name}', () => {
    it('200: pages of app.log by page, limit and offset, oldest first, and newest first', async () => {
      writeNumbered(keyward, 0, 120);
      const first = await reader.ask('GET', '/log/app?event=test.number');
      assert.deepEqual(
        { ...first.body, records: 0 },
        {
          success: true,
          instance: keyward.app.services.instance,
          filename: 'app.log',
          format: 'jsonl',
          total_records: 120,
          total_pages: 3,
          page: 1,
          limit: 50,
          count: 50,
          records: 0,
        },
      );
      const numbers = async (query: string) =>
        numbersOf(await reader.records(`/log/app?event=test.number&${query}`));
      assert.deepEqual(await numbers(''), range(0, 50));
      assert.deepEqual(await numbers('page=3'), range(100, 120));
      assert.deepEqual(await numbers('page=4'), []);
      assert.deepEqual(await numbers('limit=7&page=2'), range(7, 14));
      assert.deepEqual(await numbers('limit=5&offset=113'), range(113, 118));
      assert.deepEqual(await numbers('limit=5&order=desc'), range(115, 120).toReversed());
      assert.deepEqual(await numbers('limit=5&order=desc&page=2'), range(110, 115).toReversed());
      const offset = await reader.ask('GET', '/log/app?limit=10&offset=25');
      assert.deepEqual([offset.body['page'], offset.body['limit'], offset.body['count']], [3, 10, 10]);
    });

    it('200: filters by account, and by email also what happened before the account existed', async () => {
      await reader.ask('POST', '/log/app/reset');
      const email = 'Searched.For@example.org';
      const logIn = (password: string) =>
        keyward.call('POST', '/login', { body: { identifier: email, password } });
      await logIn('before');
      const { id } = await keyward.signUp({ email });
      await keyward.signUp({ email: 'somebody.else@example.org' });
      await logIn('wrong');
      const events = async (query: string) =>
        (await reader.records(`/log/app?${query}`))
          .map(({ event }) => event)
          .filter((name) => name !== 'request');
      const own = ['account.signed_up', 'login.failed'];
      assert.deepEqual(await events(`account_id=${id}`), own);
      assert.deepEqual(await events('email=searched.for@example.org'), ['login.failed', ...own]);
      assert.deepEqual(await events(`email=searched.for@example.org&account_id=${id}&event=login`), [
        'login.failed',
      ]);
      assert.deepEqual(await events('email=nobody@example.org'), []);
      // Text that tries to match a filter, or to imitate another account.
      const forged = `x","account_id":${id},"email":"${email}`;
      await keyward.call('GET', '/me', { headers: { 'user-agent': forged } });
      assert.deepEqual(await events(`account_id=${id}`), own);
      const { instance } = (await reader.ask('GET', '/log/app')).body;
      assert.match(String(instance), /^\S+-[\da-f]{6}$/);
    });

    it('422: for unknown filters, and those of the other log', async () => {
      const refused = async (path: string) => {
        const answer = await reader.ask('GET', path);
        assertRefusal(answer, 422, 'ValidationError');
        return answer.body.details?.fields;
      };
      assert.deepEqual(await refused('/log/app?accountid=7'), [
        {
          path: 'accountid',
          message:
            'is not a parameter of this route; use page, limit, offset, order, level, event, q, since, until, account_id, email',
        },
      ]);
      for (const path of ['/log?level=ERROR', '/log/app/stream?level=ERROR'])
        assert.deepEqual(
          (await refused(path))?.map((field) => field.path),
          ['level'],
          path,
        );
      for (const path of [
        '/log/server?account_id=7',
        '/log/server?email=ada@example.org',
        '/log/app?email=ada',
      ])
        assert.equal((await refused(path))?.length, 1, path);
    });

    it('200: returns the same without a filter, over the whole file', async () => {
      setLogging(keyward, { level: 'ERROR' });
      await reader.ask('POST', '/log/app/reset');
      for (const number of range(0, 1_500)) {
        keyward.app.services.logs.write({
          event: 'test.number',
          level: 'ERROR',
          message: 'x'.repeat(number % 97),
          metadata: { number },
        });
      }
      for (const offset of [0, 1, 255, 256, 257, 700, 1_023, 1_024, 1_495, 1_499, 1_500, 9_000]) {
        for (const limit of [1, 10, 300]) {
          const asked = `/log/app?offset=${offset}&limit=${limit}`;
          const expected = range(0, 1_500).slice(offset, offset + limit);
          assert.deepEqual(numbersOf(await reader.records(asked)), expected, asked);
          const newest = numbersOf(await reader.records(`${asked}&order=desc`));
          assert.deepEqual(
            newest,
            range(0, 1_500)
              .toReversed()
              .slice(offset, offset + limit),
            asked,
          );
        }
      }
      setLogging(keyward, { level: 'INFO' });
    });

    it('200: server.log as text, 100 a page', async () => {
      await reader.ask('POST', '/log/server/reset');
      keyward.app.services.logs.print(
        range(0, 150)
          .map((number) => `line ${number}`)
          .join('\n'),
      );
      const answer = await reader.ask('GET', '/log/server');
      assert.deepEqual(
        { ...answer.body, records: 0 },
        {
          success: true,
          instance: keyward.app.services.instance,
          filename: 'server.log',
          format: 'text',
          total_records: 150,
          total_pages: 2,
          page: 1,
          limit: 100,
          count: 100,
          records: 0,
        },
      );
      const now = timestampOf(keyward.clock.now());
      const expected = range(0, 150).map((number) => `${now} INFO line ${number}`);
      assert.deepEqual(await reader.lines('/log/server?limit=5000'), expected);
    });

    it('200: finds records by level, event, text and time, all at once', async () => {
      await reader.ask('POST', '/log/app/reset');
      const { logs } = keyward.app.services;
      const times: number[] = [];
      for (const number of range(0, 3_000)) {
        if (number % 500 === 0) keyward.clock.advance(60_000);
        times.push(keyward.clock.now());
        const level = number % 10 === 0 ? 'ERROR' : 'INFO';
        const event = number % 2 === 0 ? 'shop.order' : 'shopping';
        logs.write({ event, level, message: `Order NUMBER ${number}.`, metadata: { number } });
      }
      const found = async (query: string) =>
        numbersOf(await reader.records(`/log/app?limit=5000&q=order%20number&${query}`));
      const all = range(0, 3_000);
      assert.deepEqual(await found(''), all);
      assert.deepEqual(
        await found('level=error'),
        all.filter((number) => number % 10 === 0),
      );
      assert.deepEqual(await found('level=ERROR,INFO'), all);
      assert.deepEqual(
        await found('event=shop'),
        all.filter((number) => number % 2 === 0),
      );
      assert.deepEqual(await found('event=shop.order,shopping'), all);
      assert.deepEqual(numbersOf(await reader.records('/log/app?q=number%201234.')), [1_234]);
      const [since, until] = [timestampOf(times[1_000] ?? 0), timestampOf(times[2_000] ?? 0)];
      assert.deepEqual(await found(`since=${since}`), range(1_000, 3_000));
      assert.deepEqual(await found(`until=${until}Z`), range(0, 2_000));
      assert.deepEqual(
        await found(`since=${since}&until=${until}&level=ERROR&event=shop`),
        range(100, 200).map((n) => n * 10),
      );
      assert.deepEqual(await found('since=2999-01-01'), []);
      const page = await reader.ask('GET', '/log/app?level=ERROR&limit=7&page=2&order=desc');
      assert.deepEqual([page.body['total_records'], page.body['total_pages']], [300, 43]);
      const { records } = page.body;
      assert.ok(Array.isArray(records));
      assert.deepEqual(
        numbersOf(records),
        range(286, 293)
          .map((n) => n * 10)
          .toReversed(),
      );
      keyward.clock.advance(1);
    });

    it('200: shows a line that is no record too', async () => {
      await reader.ask('POST', '/log', { name: 'foreign', source: 'app' });
      writeFileSync(logFile('store/app-foreign.log'), 'no JSON\n[1]\n{"a":1}\n');
      assert.deepEqual(await reader.records('/log/app-foreign'), [
        { raw: 'no JSON' },
        { raw: '[1]' },
        { a: 1 },
      ]);
    });

    it('404: LogNotFoundError for a name of neither a log nor a snapshot', async () => {
      for (const name of ['App', 'app.log', 'log', 'app-missing', 'other-x', 'app-', ':name', 'store']) {
        assertRefusal(await reader.ask('GET', `/log/${name}`), 404, 'LogNotFoundError');
      }
    });

    it('422: names the parameter that does not fit', async () => {
      const cases: [query: string, field: string][] = [
        ['limit=0', 'limit'],
        ['limit=5001', 'limit'],
        ['limit=x', 'limit'],
        ['page=0', 'page'],
        ['offset=-1', 'offset'],
        ['order=down', 'order'],
        ['level=LOUD', 'level'],
        ['since=yesterday', 'since'],
        ['until=', 'until'],
      ];
      for (const [query, field] of cases) {
        assertRefusal(await reader.ask('GET', `/log/app?${query}`), 422, 'ValidationError', [field]);
      }
      assert.equal((await reader.ask('GET', '/log/app?limit=5000')).status, 200);
    });
  });

  describe('GET /log', () => {
    it('200: lists both logs and the snapshots', async () => {
      await reader.ask('POST', '/log', { name: 'listed', source: 'server' });
      const { body } = await reader.ask('GET', '/log');
      const { primary_logs: primary, snapshots } = body;
      assert.ok(Array.isArray(primary) && Array.isArray(snapshots));
      assert.deepEqual(
        primary.map(({ size_bytes, records, updated_at, ...rest }) => {
          assert.ok(size_bytes > 0 && records > 0);
          assert.match(updated_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/);
          return rest;
        }),
        ['app', 'server'].map((name) => ({
          name,
          source: name,
          filename: `${name}.log`,
          format: name === 'app' ? 'jsonl' : 'text',
          streamable: true,
          resettable: true,
          deletable: false,
        })),
      );
      const { created_at, updated_at, size_bytes, records, ...listed } = snapshots.find(
        ({ name }) => name === 'server-listed',
      );
      assert.ok(created_at <= updated_at);
      assert.equal(size_bytes, statSync(logFile('store/server-listed.log')).size);
      assert.equal(records, readFileSync(logFile('store/server-listed.log'), 'utf8').split('\n').length - 1);
      assert.deepEqual(listed, {
        name: 'server-listed',
        source: 'server',
        filename: 'server-listed.log',
        format: 'text',
        streamable: false,
        resettable: false,
        deletable: true,
      });
    });
  });

  describe('POST /log/{name}/reset', () => {
    it('200: empties the file in place, and records only that', async () => {
      const { ino } = statSync(logFile('app.log'));
      const other = statSync(logFile('server.log')).size;
      const answer = await reader.ask('POST', '/log/app/reset');
      assert.deepEqual(
        [answer.status, answer.body],
        [200, { success: true, message: 'app.log reset successfully' }],
      );
      const records = await reader.records('/log/app');
      assert.deepEqual(
        records.map(({ event, account_id, metadata }) => [event, account_id, metadata]),
        [
          ['admin.log_changed', reader.id, { action: 'reset', log: 'app' }],
          ['request', reader.id, undefined],
        ],
      );
      assert.equal(statSync(logFile('app.log')).ino, ino);
      assert.equal(statSync(logFile('server.log')).size, other);
    });

    it('404: LogNotFoundError for a snapshot and for anything else', async () => {
      await reader.ask('POST', '/log', { name: 'kept', source: 'app' });
      for (const name of ['app-kept', 'nothing']) {
        assertRefusal(await reader.ask('POST', `/log/${name}/reset`), 404, 'LogNotFoundError');
        assertRefusal(await reader.ask('GET', `/log/${name}/stream`), 404, 'LogNotFoundError');
      }
    });
  });

  describe('while logging is off', () => {
    it('AZ8: 400 for superadmins only, whatever they ask; others learn nothing', async () => {
      const person = await addPerson(keyward);
      const requests: [string, string, unknown?][] = [
        ['GET', '/log'],
        ['POST', '/log', { name: 'x', source: 'app' }],
        ['POST', '/log', '{"name'],
        ['POST', '/log', {}],
        ['GET', '/log/app'],
        ['GET', '/log/app?limit=0'],
        ['GET', '/log/nothing'],
        ['GET', '/log/app/stream'],
        ['POST', '/log/server/reset'],
        ['DELETE', '/log/app'],
        ['DELETE', '/log/app-kept'],
      ];
      setLogging(keyward, { logging: false });
      for (const [method, path, body] of requests) {
        assertRefusal(await reader.ask(method, path, body), 400, 'LoggingDisabledError');
        const asked = (token?: string) => keyward.callRoot(method, path, { token, body });
        assertRefusal(await asked(), 401, 'TokenMissingError');
        assertRefusal(await asked('x.y.z'), 401, 'InvalidTokenError');
        assertRefusal(await asked(person.token), 403, 'RoleMismatchError');
      }
      assertRefusal(await reader.ask('PUT', '/log'), 405, 'MethodNotAllowedError');
      const size = statSync(logFile('app.log')).size;
      await reader.ask('GET', '/nowhere');
      assert.equal(statSync(logFile('app.log')).size, size);
      setLogging(keyward, { logging: true });
      assert.equal((await reader.ask('GET', '/log')).status, 200);
    });
  });
});
