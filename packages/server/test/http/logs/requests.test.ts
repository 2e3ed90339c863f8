import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { before, describe, it } from 'node:test';
import { rawRequest, requestFrom } from '../../support/raw-http.ts';
import { until } from '../../support/until.ts';
import { suiteKeyward, timestampOf } from '../expectations.ts';
import { addReader, filesOf, type Reader, setLogging } from './logs.ts';

describe('the record of a request', () => {
  const keyward = suiteKeyward('sqlite');
  let reader: Reader;
  before(async () => {
    reader = await addReader(keyward);
  });

  async function recordOf(requestId: string): Promise<Record<string, unknown>> {
    let record: Record<string, unknown> | undefined;
    await until(async () => {
      [record] = await reader.records(`/log/app?event=request&q="${requestId}"`);
      return record !== undefined;
    }, `a record of ${requestId}`);
    return record ?? {};
  }

  it('says who asked for what, and what came of it', async () => {
    const answer = await requestFrom({
      port: keyward.port,
      path: '/auth/me?access_token=secret&x=1#y',
      headers: {
        authorization: `Bearer ${reader.token}`,
        'user-agent': 'a browser',
        'x-request-id': 'my.id-1',
      },
    });
    assert.equal(answer.headers['x-request-id'], 'my.id-1');
    const { duration_ms: duration, session_id: session, ...record } = await recordOf('my.id-1');
    assert.ok(Number(duration) > 0 && Number(duration) < 10_000);
    assert.ok(Number(session) > 0);
    assert.deepEqual(record, {
      timestamp: timestampOf(keyward.clock.now()),
      level: 'INFO',
      event: 'request',
      message: 'A request was answered',
      request_id: 'my.id-1',
      method: 'GET',
      path: '/auth/me',
      status_code: 200,
      client_ip: '127.0.0.1',
      user_agent: 'a browser',
      account_id: reader.id,
    });
  });

  it('contains neither query nor fragment, nor do the events that it causes', async () => {
    await requestFrom({
      port: keyward.port,
      method: 'POST',
      path: '/auth/login#eyJ-secret',
      headers: { 'content-type': 'application/json', 'x-request-id': 'my.id-2' },
      body: '{"identifier":"nobody","password":"x"}',
    });
    await recordOf('my.id-2');
    const records = await reader.records('/log/app?q="my.id-2"');
    assert.deepEqual(
      records.map(({ event, path }) => [event, path]),
      [
        ['login.failed', '/auth/login'],
        ['request', '/auth/login'],
      ],
    );
  });

  it('exists for every request: refused, unknown, malformed and abandoned ones', async () => {
    const cases: [string, string, number][] = [
      ['GET', '/auth/me', 401],
      ['GET', '/nowhere', 404],
      ['DELETE', '/livez', 405],
      ['OPTIONS', '/auth/login', 204],
      ['HEAD', '/openapi.json', 200],
      ['GET', '/%', 404],
    ];
    for (const [index, [method, path, status]] of cases.entries()) {
      const headers = { 'x-request-id': `case-${index}.` };
      await requestFrom({ port: keyward.port, method, path, headers });
      const record = await recordOf(`case-${index}.`);
      assert.deepEqual([record['method'], record['path'], record['status_code']], [method, path, status]);
    }
    const given = connect(keyward.port, '127.0.0.1');
    const head =
      'POST /auth/login HTTP/1.1\r\nhost: x\r\nx-request-id: given-up\r\ncontent-type: application/json';
    const begun = once(keyward.app.server.server, 'request');
    given.write(`${head}\r\ncontent-length: 10\r\n\r\n{`);
    await begun;
    given.destroy();
    const record = await recordOf('given-up');
    const { path, status_code: status, client_ip: ip } = record;
    assert.deepEqual([path, status, ip], ['/auth/login', null, '127.0.0.1']);
  });

  it('RL12: no input makes another line, or anything but valid JSON', async () => {
    await reader.ask('POST', '/log/app/reset');
    const forged = '{"timestamp":"2026-01-01T00:00:00.000","level":"CRITICAL","event":"forged"}';
    const agents = [
      `x"},${forged}`,
      'x\\n\\u000a\\',
      Buffer.from('\u2028\u2029\u0085 \u009b31m').toString('latin1'),
      '\u007f\u0080\u009f\u00ad\u00ff',
      'x\ty',
      'a'.repeat(2_000),
    ];
    for (const agent of agents) {
      const lines = [
        `GET /x/${encodeURIComponent(agent)} HTTP/1.1`,
        'host: x',
        'connection: close',
        `user-agent: ${agent}`,
      ];
      await rawRequest(keyward.port, Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
    }
    await rawRequest(
      keyward.port,
      `GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-request-id: ${forged}\r\nuser-agent: \u001b[31mred\r\n\r\n`,
    );
    await rawRequest(
      keyward.port,
      `GET /\u00e2\u0080\u00a8 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    );
    for (const identifier of ['a\n{"level":"INFO"}', '\u001b[2J', '\u2028', `"${'x'.repeat(300)}`]) {
      await keyward.call('POST', '/login', { body: { identifier, password: 'x' } });
    }
    const records = await reader.records('/log/app?limit=5000');
    assert.ok(records.every(({ event }) => event !== 'forged' && event !== undefined));
    const text = filesOf(keyward)['app.log'] ?? '';
    const lines = text.slice(0, -1).split('\n');
    for (const line of lines) assert.equal(typeof JSON.parse(line).timestamp, 'string');
    // oxlint-disable-next-line no-control-regex -- these are what must not be there
    assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/);
    assert.ok(lines.every((line) => line.length < 8_000));
  });

  it('is not written below the level of the settings, nor while logging is off', async () => {
    for (const changes of [{ level: 'WARNING' }, { logging: false }] as const) {
      setLogging(keyward, changes);
      await keyward.callRoot('GET', '/nowhere', { headers: { 'x-request-id': 'unseen' } });
      setLogging(keyward, { level: 'INFO', logging: true });
      await keyward.callRoot('GET', '/nowhere', { headers: { 'x-request-id': 'seen' } });
      await recordOf('seen');
      assert.deepEqual(await reader.records('/log/app?q="unseen"&event=request&level=INFO'), []);
      await reader.ask('POST', '/log/app/reset');
    }
  });

  it('SC5: is not written for probes and files of pages that succeed, unless the level is DEBUG', async () => {
    const { text } = await keyward.callRoot('GET', '/signin');
    const [script = assert.fail('no script')] = /\/web\/pages\/[^"]+\.js/.exec(text) ?? [];
    const probes = [
      '/livez',
      '/readyz',
      '/auth/config/pulse',
      '/web/branding.css',
      '/reference/script.js',
      script,
    ];
    for (const level of ['INFO', 'DEBUG'] as const) {
      setLogging(keyward, { level });
      for (const path of probes) await reader.ask('GET', path);
      await reader.ask('DELETE', '/livez');
      await requestFrom({ port: keyward.port, path: '/nowhere', headers: { 'x-request-id': level } });
      await recordOf(level);
      const written = (await reader.records('/log/app?event=request&limit=5000')).filter(({ path }) =>
        probes.includes(String(path)),
      );
      const expected = level === 'DEBUG' ? probes.map((path) => [path, 'DEBUG']) : [];
      assert.deepEqual(
        written
          .filter(({ status_code: status }) => status === 200)
          .map((record) => [record['path'], record['level']]),
        expected,
      );
      assert.ok(written.some(({ status_code: status }) => status === 405));
    }
    setLogging(keyward, { level: 'INFO' });
  });

  it('patterns of the settings hide what they find, in records and in server.log', async () => {
    const { logs } = keyward.app.services;
    setLogging(keyward, { redact_patterns: ['tenant-[0-9]+', 'x*', '^10\\.'] });
    await keyward.callRoot('GET', '/tenant-17/x', {
      headers: { 'user-agent': 'of tenant-18', 'x-request-id': 'hid' },
    });
    logs.write({ event: 'test.hidden', message: 'hidden', metadata: { about: ['tenant-19', 7] } });
    logs.print('tenant-20 is here');
    const record = await recordOf('hid');
    assert.deepEqual([record['path'], record['user_agent']], ['/[redacted]/[redacted]', 'of [redacted]']);
    const [hidden] = await reader.records('/log/app?event=test.hidden');
    assert.deepEqual(hidden?.['metadata'], { about: ['[redacted]', 7] });
    assert.match(
      (await reader.lines('/log/server?order=desc&limit=1'))[0] ?? '',
      /INFO \[redacted\] is here$/,
    );
    setLogging(keyward, { redact_patterns: [] });
    await keyward.callRoot('GET', '/tenant-17', { headers: { 'x-request-id': 'shown' } });
    assert.equal((await recordOf('shown'))['path'], '/tenant-17');
  });
});
