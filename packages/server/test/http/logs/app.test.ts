import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { loadSecrets } from '../../../src/config/secrets.ts';
import { createServer } from '../../../src/http/server.ts';
import { createDisk } from '../../features/operations/logs/files.ts';
import { tempFolder } from '../../support/at-exit.ts';
import { startKeyward } from '../../support/keyward.ts';
import { startProcess } from '../../support/process.ts';
import { until } from '../../support/until.ts';
import { assertAnswer, assertRefusal } from '../expectations.ts';
import { addReader, numbersOf, range, setLogging, writeNumbered } from './logs.ts';

describe('the logs of an app', () => {
  it('RE4: a full disk stops nobody, shows in /readyz, fails copies whole, and recovers by itself', async () => {
    const disk = createDisk();
    await using keyward = await startKeyward('sqlite', { parts: { logFiles: disk } });
    const reader = await addReader(keyward);
    writeNumbered(keyward, 0, 10);
    await reader.ask('GET', '/log/app');
    disk.full = true;
    disk.room = 300;
    writeNumbered(keyward, 10, 20);
    await until(() => keyward.app.services.logs.inTrouble, 'the disk is full');
    await keyward.signUp();
    assert.equal((await keyward.logIn(reader.email)).id, reader.id);
    assertAnswer(await keyward.callRoot('GET', '/readyz'), 200, { status: 'ok', logs: 'unavailable' });
    assert.deepEqual(numbersOf(await reader.records('/log/app?event=test.number')), range(0, 10));
    const told = keyward.unexpected.splice(0);
    assert.ok(
      told.length >= 1 && told.length <= 2 && told.every((error) => /cannot be written/.test(String(error))),
    );

    disk.full = false;
    await until(() => !keyward.app.services.logs.inTrouble, 'there is room again');
    assertAnswer(await keyward.callRoot('GET', '/readyz'), 200, { status: 'ok' });
    assert.deepEqual(numbersOf(await reader.records('/log/app?event=test.number')), range(0, 20));
  });

  it('RE4: a folder that cannot be written: 503 for its readers, while everything else continues', async () => {
    await using keyward = await startKeyward('sqlite');
    const reader = await addReader(keyward);
    const folder = join(keyward.database.dataDir, 'elsewhere');
    writeFileSync(folder, 'no folder');
    setLogging(keyward, { logs_dir: folder });
    for (const [method, path] of [
      ['GET', '/log'],
      ['GET', '/log/app'],
      ['POST', '/log/app/reset'],
    ] as const) {
      assertRefusal(await reader.ask(method, path), 503, 'ServiceUnavailableError');
    }
    const copy = { name: 'x', source: 'app' };
    assertRefusal(await reader.ask('POST', '/log', copy), 503, 'ServiceUnavailableError');
    assert.equal((await keyward.call('GET', '/me', { token: reader.token })).status, 200);
    rmSync(folder);
    assert.equal((await reader.ask('POST', '/log', copy)).status, 201);
    assert.equal((await reader.ask('GET', '/log/app-x')).status, 200);
    // Each log reports it once, at its own time.
    for (const error of keyward.unexpected.splice(0)) assert.match(String(error), /log cannot be written/);
  });

  it('SC4: raising the level above everything is still recorded', async () => {
    await using keyward = await startKeyward('sqlite');
    const reader = await addReader(keyward);
    for (const level of ['CRITICAL', 'INFO']) {
      await reader.ask('POST', '/log/app/reset');
      const change = { token: reader.token, body: { level } };
      assert.equal((await keyward.call('POST', '/config/logging', change)).status, 200);
      assert.equal((await reader.records('/log/app?event=settings.changed')).length, 1, level);
    }
  });

  it('changes of the settings act at once: folder, retention, level, console', async () => {
    await using keyward = await startKeyward('sqlite');
    const reader = await addReader(keyward);
    const folder = join(keyward.database.dataDir, 'other');
    writeNumbered(keyward, 0, 5);
    setLogging(keyward, { logs_dir: folder });
    assert.deepEqual(await reader.records('/log/app?event=test.number'), []);
    writeNumbered(keyward, 5, 50);
    assert.deepEqual(numbersOf(await reader.records('/log/app?event=test.number')).at(-1), 49);
    assert.ok(readFileSync(join(folder, 'app.log'), 'utf8').includes('"number 49"'));
    setLogging(keyward, { max_log_lines: 10, trim_log_lines: 4 });
    const { body } = await reader.ask('GET', '/log/app');
    assert.ok(Number(body['total_records']) >= 6 && Number(body['total_records']) <= 10);
    setLogging(keyward, { level: 'ERROR', max_log_lines: 10_000 });
    await reader.ask('POST', '/log/app/reset');
    writeNumbered(keyward, 50, 60);
    keyward.app.services.logs.write({ event: 'bad', level: 'CRITICAL', message: 'written' });
    assert.deepEqual(
      (await reader.records('/log/app')).map(({ event }) => event),
      ['bad'],
    );
  });

  it('SC4: turning logging off is its last record', async () => {
    await using keyward = await startKeyward('sqlite');
    const reader = await addReader(keyward);
    const post = (logging: boolean) =>
      keyward.call('POST', '/config/logging', { token: reader.token, body: { logging } });
    assert.equal((await post(false)).status, 200);
    await keyward.callRoot('GET', '/nowhere');
    assert.equal((await post(true)).status, 200);
    const records = await reader.records('/log/app?order=desc');
    const changes = records.filter(({ event }) => event === 'settings.changed');
    assert.deepEqual(
      changes.map(({ account_id, metadata }) => [account_id, metadata]),
      [true, false].map((logging) => [
        reader.id,
        { section: 'logging', before: { logging: !logging }, after: { logging } },
      ]),
    );
    assert.ok(records.every(({ path }) => path !== '/nowhere'));
  });

  it('a host application writes its own events, and mounts the routes where it wants', async () => {
    await using keyward = await startKeyward('sqlite');
    const { logs } = keyward.app.services;
    const reader = await addReader(keyward);
    logs.write({
      event: 'shop.order',
      level: 'WARNING',
      message: 'Ordered',
      accountId: 7,
      metadata: { order: 17 },
    });
    const [record] = await reader.records('/log/app?event=shop.order');
    const { level, message, account_id, metadata } = record ?? {};
    assert.deepEqual([level, message, account_id, metadata], ['WARNING', 'Ordered', 7, { order: 17 }]);
    for (const event of ['', 'a b', 'a"', 'x'.repeat(65)]) {
      assert.throws(() => logs.write({ event, message: 'x' }), TypeError);
    }
    for (const [logPath, found, missing] of [
      ['/shop/logs', '/shop/logs/app', '/log/app'],
      [false, '/livez', '/log/app'],
    ] as const) {
      const { services } = keyward.app;
      const mounted = createServer({
        warn: () => {},
        services,
        prefix: '/auth',
        logPath,
        trustedProxies: [],
        report: () => {},
      });
      const headers = { authorization: `Bearer ${reader.token}` };
      assert.equal((await mounted.inject({ url: found, headers })).statusCode, 200);
      assert.equal((await mounted.inject({ url: missing, headers })).statusCode, 404);
      await mounted.close();
    }
  });
});

describe('the logs of a process', () => {
  it('RE2: SIGTERM loses no line, ends the streams, and the last line says so', async () => {
    const { path: dataDir } = tempFolder();
    await using running = await startProcess({ env: { KEYWARD_DATA_DIR: dataDir } });
    const ids = range(0, 200).map((number) => `request-${number}.`);
    await Promise.all(
      ids.map((id) =>
        fetch(`${running.url}/nowhere`, { headers: { 'x-request-id': id } }).then((r) => r.text()),
      ),
    );
    const { code } = await running.kill('SIGTERM');
    assert.equal(code, 0);
    const app = readFileSync(join(dataDir, 'logs', 'app.log'), 'utf8');
    for (const id of ids) assert.ok(app.includes(`"${id}"`), id);
    assert.match(app, /"event":"service\.started"[^]*"event":"service\.stopping"/);
    assert.match(readFileSync(join(dataDir, 'logs', 'server.log'), 'utf8'), /is ready\n[^]*is stopping\n$/);
  });

  it('an uncaught error is in server.log before the process ends', async () => {
    const { path: dataDir } = tempFolder();
    const preload = "data:text/javascript,process.on('SIGUSR2',()=>{throw%20new%20Error('nobody%20caught')})";
    await using running = await startProcess({
      env: { KEYWARD_DATA_DIR: dataDir, NODE_OPTIONS: `--import=${preload}` },
    });
    const { code } = await running.kill('SIGUSR2');
    assert.equal(code, 1);
    const log = readFileSync(join(dataDir, 'logs', 'server.log'), 'utf8');
    assert.match(log, /CRITICAL Error: nobody caught\n[^]*INFO The service is stopping\n$/);
  });

  it('an unexpected error is in server.log, with its request', async () => {
    const { path: dataDir } = tempFolder();
    const config = loadConfig({
      env: { KEYWARD_DATA_DIR: dataDir, KEYWARD_PORT: '0' },
      cwd: dataDir,
      dotenv: false,
    });
    const told: unknown[] = [];
    const app = await createApp(config, () => loadSecrets(config), { report: (error) => told.push(error) });
    app.services.report(new Error('not expected, password=hunter2'), 'the-request');
    await app.close();
    const log = readFileSync(join(dataDir, 'logs', 'server.log'), 'utf8');
    assert.match(
      log,
      /ERROR unexpected error \(request the-request\): Error: not expected, password=\[redacted\]\n/,
    );
    assert.match(log, /ERROR +at /);
    assert.equal(told.length, 1);
  });
});
