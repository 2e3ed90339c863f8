import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it, mock } from 'node:test';
import { ConfigError } from '../../../src/config/error.ts';
import { banner } from '../../../src/start/banner.ts';
import { DATABASES } from '../../support/databases.ts';
import { startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { requestFrom } from '../../support/raw-http.ts';
import { until } from '../../support/until.ts';
import { addWebhook, LOCAL } from '../webhooks/help.ts';
import { startReceiver, status } from '../webhooks/receiver.ts';
import { readMetrics } from './read-metrics.ts';
import { databasesFor } from '../../support/usual-size.ts';

const SETTINGS = { KEYWARD_MANAGEMENT_PORT: '0' };

for (const kind of databasesFor(import.meta.filename)) {
  describe(`metrics on ${kind}`, () => {
    let keyward: TestKeyward;
    let port: number;
    before(async () => {
      keyward = await startKeyward(kind, { settings: { ...SETTINGS, ...LOCAL }, inOneProcess: true });
      port = keyward.ready.management?.port ?? 0;
    });
    after(() => keyward[Symbol.asyncDispose]());

    const scrape = () => readMetrics(port);

    it('count requests by method, route template and status, and time each once', async () => {
      const person = await keyward.signUp();
      const earlier = await scrape();
      for (let count = 0; count < 3; count += 1) await keyward.call('GET', '/me', { token: person.token });
      await keyward.call('GET', '/me');
      await keyward.call('PUT', '/me');
      await keyward.call('GET', `/account/${person.id}`, { token: person.token });
      const requests = (labels: Record<string, string>) => async () => {
        const now = await scrape();
        const name = 'keyward_http_requests_total';
        return (now.value(name, labels) ?? 0) - (earlier.value(name, labels) ?? 0);
      };
      const counted = async (labels: Record<string, string>, expected: number) => {
        await until(async () => (await requests(labels)()) >= expected, JSON.stringify(labels));
        assert.equal(await requests(labels)(), expected);
      };
      await counted({ method: 'GET', route: '/auth/me', status: '200' }, 3);
      await counted({ method: 'GET', route: '/auth/me', status: '401' }, 1);
      await counted({ method: 'PUT', route: '/auth/me', status: '405' }, 1);
      await counted({ method: 'GET', route: '/auth/account/{id}', status: '403' }, 1);
      const later = await scrape();
      const times = { method: 'GET', route: '/auth/me' };
      const name = 'keyward_http_request_duration_seconds';
      const count = (later.value(`${name}_count`, times) ?? 0) - (earlier.value(`${name}_count`, times) ?? 0);
      assert.equal(count, 4);
      assert.equal(
        later.value(`${name}_bucket`, { ...times, le: '+Inf' }),
        later.value(`${name}_count`, times),
      );
      assert.ok((later.value(`${name}_sum`, times) ?? 0) > 0);
    });

    it('give unknown paths, and methods that somebody made up, one label each', async () => {
      for (const path of ['/nothing/ada@example.org', '/nothing/2', '/auth/me/../secret'])
        await keyward.callRoot('GET', path);
      await keyward.callRoot('PROPFIND', '/auth/me');
      await keyward.callRoot('GET', '/%');
      const unknown = { method: 'GET', route: 'unknown', status: '404' };
      const name = 'keyward_http_requests_total';
      await until(async () => ((await scrape()).value(name, unknown) ?? 0) >= 4, 'they are counted');
      const text = (await scrape()).text;
      assert.doesNotMatch(text, /nothing|example\.org|secret|PROPFIND/);
      assert.match(text, /keyward_http_requests_total\{method="other",route="unknown",status="405"\} 1/);
    });

    it('count sign-ups, sign-ins, refusals and refreshes by the name of the event alone', async () => {
      const earlier = await scrape();
      const person = await keyward.signUp();
      await keyward.logIn(person.email);
      await keyward.call('POST', '/login/password', {
        body: { identifier: person.email, password: 'Wrong-1' },
      });
      const later = await scrape();
      const more = (event: string) =>
        (later.value('keyward_events_total', { event }) ?? NaN) -
        (earlier.value('keyward_events_total', { event }) ?? NaN);
      assert.equal(more('account.signed_up'), 1);
      assert.equal(more('login.failed'), 1);
      assert.ok(more('login.succeeded') >= 1);
      assert.equal(more('session.refreshed'), 0);
      assert.doesNotMatch(later.text, /example\.org/);
    });

    it('measure the queue of hashes, and the time of hashes, mails and attempts of webhooks', async () => {
      const count = async (name: string) => (await scrape()).value(`${name}_count`) ?? NaN;
      const hash = 'keyward_password_hash_duration_seconds';
      const earlier = await count(hash);
      const person = await keyward.signUp();
      await keyward.logIn(person.email);
      assert.equal((await count(hash)) - earlier, 2);
      const now = await scrape();
      for (const name of ['keyward_password_hashes_running', 'keyward_password_hashes_waiting'])
        assert.equal(now.value(name), 0, name);
      for (const name of ['mail_send', 'webhook_attempt'])
        assert.ok((await count(`keyward_${name}_duration_seconds`)) >= 0, name);
    });

    it('report waiting deliveries, and how long they wait', async () => {
      const { store, clock } = { store: keyward.app.services.store, clock: keyward.clock };
      assert.deepEqual(await store.deliveries.backlog(), { pending: 0, oldestAt: null });
      await using receiver = await startReceiver();
      receiver.answer = status(500);
      await addWebhook(keyward, receiver.url);
      const at = clock.now();
      await keyward.signUp();
      await until(async () => (await store.deliveries.backlog()).pending > 0, 'a delivery waits');
      assert.equal((await store.deliveries.backlog()).oldestAt, at);
      const attempts = { outcome: 'pending' };
      await until(
        async () => ((await scrape()).value('keyward_webhook_attempts_total', attempts) ?? 0) > 0,
        'the attempt is counted',
      );
    });

    it('report how busy the connections to the database are', async () => {
      const earlier = await scrape();
      await keyward.signUp();
      const later = await scrape();
      if (kind === 'postgres') {
        assert.equal(later.value('keyward_database_connections_max'), 10);
        const open = later.value('keyward_database_connections') ?? 0;
        assert.ok(open >= 1 && open <= 10, String(open));
        assert.ok((later.value('keyward_database_connections_idle') ?? 99) <= open);
        // A background task may run at this moment.
        await until(
          async () => (await scrape()).value('keyward_database_requests_waiting') === 0,
          'nobody waits for a connection',
        );
        return;
      }
      const name = 'keyward_sqlite_transactions_total';
      assert.ok((later.value(name) ?? 0) > (earlier.value(name) ?? Infinity));
      await until(
        async () => (await scrape()).value('keyward_sqlite_writes_waiting') === 0,
        'no write waits',
      );
      using other = new DatabaseSync(join(keyward.database.dataDir, 'keyward.db'));
      other.exec('begin immediate');
      const written = keyward.signUp();
      const busy = () => keyward.app.services.store.load().sqlite?.busy ?? 0;
      await until(() => busy() > 0, 'a write meets the other process');
      other.exec('rollback');
      await written;
      assert.ok(((await scrape()).value('keyward_sqlite_busy_total') ?? 0) > 0);
    });

    it('report what runs, the state of the process, and what waits', async () => {
      const now = await scrape();
      const database = kind;
      const build = now.series('keyward_build_info').find(({ labels }) => labels['database'] === database);
      assert.equal(build?.value, 1);
      assert.equal(build?.labels['node'], process.versions.node);
      for (const name of [
        'process_cpu_seconds_total',
        'process_resident_memory_bytes',
        'process_start_time_seconds',
        'nodejs_heap_size_used_bytes',
        'keyward_http_connections',
      ])
        assert.ok((now.value(name) ?? 0) > 0, name);
      for (const name of ['p50', 'p90', 'p99', 'max']) {
        const lag = now.value(`nodejs_eventloop_lag_${name}_seconds`) ?? -1;
        assert.ok(lag >= 0 && lag < 10, `${name}: ${lag}`);
      }
      await until(
        async () => (await scrape()).value('keyward_http_requests_in_flight') === 0,
        'none in flight',
      );
      assert.equal(now.value('keyward_mails_queued'), 0);
      assert.equal(now.value('keyward_settings_version', { section: 'jwt' }), 0);
    });

    it('follow the rules of names and types of Prometheus', async () => {
      const { families, text } = await scrape();
      assert.ok(families.length > 20, String(families.length));
      for (const { name, type } of families) {
        assert.match(name, /^(keyward|process|nodejs)_[a-z0-9_]+$/);
        assert.equal(type === 'counter', name.endsWith('_total'), name);
        if (type === 'histogram') assert.match(name, /_seconds$/);
      }
      assert.ok(text.endsWith('\n'));
      const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      assert.equal(new Set(lines.map((line) => line.slice(0, line.lastIndexOf(' ')))).size, lines.length);
      for (const line of lines) assert.match(line, /^[a-z_0-9]+(\{([a-z_]+="[^"]*",?)+\})? -?[0-9.e+-]+$/);
    });

    it('stand alone on their port: nothing of the service, GET only, whatever the Host header says', async () => {
      const send = (method: string, path: string, headers: Record<string, string> = {}) =>
        requestFrom({ port, method, path, headers });
      for (const path of ['/', '/auth/me', '/metrics/', '/livez/', '/metricsx', '/console'])
        assert.equal((await send('GET', path)).status, 404, path);
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const answer = await send(method, '/metrics');
        assert.deepEqual([answer.status, answer.headers['allow']], [405, 'GET, HEAD'], method);
      }
      const answer = await send('GET', '/metrics?name=x', { host: 'elsewhere.example' });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
      const head = await send('HEAD', '/metrics');
      assert.deepEqual([head.status, head.body], [200, '']);
      assert.equal((await keyward.callRoot('GET', '/metrics')).status, 404);
    });

    it('are named in the banner', async () => {
      assert.match(
        await banner(keyward.ready, keyward.app.services),
        new RegExp(`Metrics +http://127\\.0\\.0\\.1:${port}/metrics\n`),
      );
    });
  });
}

describe('the port of the metrics', () => {
  it('answers while the database is away, without the values that only it knows', async () => {
    const [kind = 'sqlite'] = DATABASES;
    await using keyward = await startKeyward(kind, { settings: SETTINGS, inOneProcess: true });
    const { deliveries } = keyward.app.services.store;
    // The object belongs to this app, so it is not restored.
    const asked = mock.method(deliveries, 'backlog', () => Promise.reject(new Error('away')));
    const now = await readMetrics(keyward.ready.management?.port ?? 0);
    assert.equal(asked.mock.callCount(), 1);
    assert.equal(now.value('keyward_webhook_deliveries_pending'), undefined);
    assert.equal(now.value('keyward_mails_queued'), 0);
  });

  it('is closed when the service stops, and there is none by default', async () => {
    const [kind = 'sqlite'] = DATABASES;
    let port = 0;
    {
      await using keyward = await startKeyward(kind, { settings: SETTINGS, inOneProcess: true });
      port = keyward.ready.management?.port ?? 0;
      assert.ok(port > 0);
    }
    await assert.rejects(readMetrics(port), { code: 'ECONNREFUSED' });
    await using plain = await startKeyward(kind);
    assert.equal(plain.ready.management, undefined);
    assert.equal(plain.app.metrics, null);
  });

  for (const [what, settings, message] of [
    [
      'a port that is taken',
      { KEYWARD_MANAGEMENT_PORT: 'taken' },
      /^KEYWARD_MANAGEMENT_PORT: \d+ is taken by another program; choose another port, or 0 for a free one\.$/,
    ],
    [
      'an address of another machine',
      { ...SETTINGS, KEYWARD_MANAGEMENT_HOST: '192.0.2.1' },
      /^KEYWARD_MANAGEMENT_HOST: "192\.0\.2\.1" is not an address of this machine; use 127\.0\.0\.1 or 0\.0\.0\.0\.$/,
    ],
  ] as const) {
    it(`stops the start with a line that names the setting, for ${what}`, async () => {
      const taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      const address = taken.address();
      const port = String(typeof address === 'object' ? address?.port : '');
      const given =
        settings.KEYWARD_MANAGEMENT_PORT === 'taken' ? { KEYWARD_MANAGEMENT_PORT: port } : settings;
      const [kind = 'sqlite'] = DATABASES;
      await assert.rejects(startKeyward(kind, { settings: given }), (error) => {
        assert.ok(error instanceof ConfigError, String(error));
        assert.match(error.message, message);
        return true;
      });
      taken.close();
    });
  }
});
