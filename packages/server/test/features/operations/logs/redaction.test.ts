import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createCollector } from '../../../../src/features/operations/logs/collector.ts';
import { createServerFormat } from '../../../../src/features/operations/logs/entries.ts';
import { createPatterns } from '../../../../src/features/operations/logs/patterns.ts';
import {
  createKeyRedaction,
  createRedaction,
  REDACTED,
} from '../../../../src/features/operations/logs/redaction.ts';
import { checkPatterns } from '../../../../src/features/settings/kinds/redact-patterns.ts';
import { plainJson } from '../../../../src/lib/plain-json.ts';
import { fastest, least } from '../../../support/resources.ts';
import { until } from '../../../support/until.ts';

function unexpected(error: unknown): never {
  throw error;
}

const NONE = createPatterns(() => [], unexpected);
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJhaWQiOjF9.c2lnbmF0dXJl-_x';

function redaction(sensitive: boolean, keys: readonly string[] = []) {
  return createRedaction(
    () => sensitive,
    NONE,
    () => keys,
  );
}

describe('redaction', () => {
  it('removes passwords, codes and keys from texts, whatever the settings say', () => {
    const cases: [given: string, shown: string][] = [
      ['password=hunter2 next', 'password=[redacted] next'],
      ['"password": "hunter2", "x": 1', '"password": [redacted], "x": 1'],
      ['{"new_password":"a\\"b"}', '{"new_password":[redacted]}'],
      ['postgres://me:hunter2@host/db', 'postgres://me:[redacted]@host/db'],
      ['Authorization: Basic bWU6aHVudGVyMg==', 'Authorization: Basic [redacted]'],
      ["client_secret: 'abc def'", 'client_secret: [redacted]'],
      ['API-Key = abc', 'API-Key = [redacted]'],
      ['the code is 123456.', 'the code is [redacted].'],
      ['/link/login?email=a%40b.c&otp=123456&x=1', '/link/login?email=a%40b.c&otp=[redacted]&x=1'],
      ['otp%3D123456%26', 'otp%3D[redacted]%26'],
      ['?otp=x&key=AbCdEfGhIjKlMnOpQr-_12&y', '?otp=x&key=[redacted]&y'],
      ['{"key": "AbCdEfGhIjKlMnOpQr-_12"}', '{"key": "[redacted]"}'],
      ['%26key%3DAbCdEfGhIjKlMnOpQr-_12%26', '%26key%3D[redacted]%26'],
      ['http://x/setup#AbC_-123', 'http://x/setup#[redacted]'],
      ['key-of-ours and key-of-ours', '[redacted] and [redacted]'],
      ['2026-01-31T12:00:00.123456 port 40123, 1234567', '2026-01-31T12:00:00.123456 port 40123, 1234567'],
      ['nothing here', 'nothing here'],
    ];
    for (const sensitive of [true, false]) {
      const redacted = redaction(sensitive, ['key-of-ours']);
      for (const [given, shown] of cases) assert.equal(redacted.text(given), shown);
    }
  });

  it('ignores the colours of a terminal', () => {
    const format = createServerFormat(redaction(true));
    const text = "{ password: \u001b[32m'hunter2'\u001b[39m, otp: \u001b[33m123456\u001b[39m }";
    assert.match(
      format({ at: 0, source: 'stdout', text }),
      /stdout \{ password: \[redacted\], otp: \[redacted\] \}$/,
    );
  });

  it('removes private keys, on one line and on many', () => {
    const pem = '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE\nIAbC==\n-----END EC PRIVATE KEY-----';
    assert.equal(redaction(false).text(`a ${pem} b`), 'a [redacted] b');
    assert.equal(redaction(false).text(`a ${pem.slice(0, 50)}`), 'a [redacted]');
    const line = createKeyRedaction();
    const lines = ['before', ...`key: ${pem}`.split('\n'), 'after', '-----BEGIN PUBLIC KEY-----', 'shown'];
    assert.deepEqual(lines.map(line), [
      'before',
      'key: [redacted]',
      REDACTED,
      REDACTED,
      REDACTED,
      'after',
      '-----BEGIN PUBLIC KEY-----',
      'shown',
    ]);
    const endless = createKeyRedaction();
    endless('-----BEGIN PRIVATE KEY-----');
    const following = Array.from({ length: 101 }, () => endless('x'));
    assert.deepEqual([following[99], following[100]], [REDACTED, 'x']);
  });

  it('removes tokens and cookies unless the settings allow them', () => {
    const texts = [
      JWT,
      `x=${JWT}&y`,
      `Authorization: Bearer ${'a'.repeat(20)}`,
      'access_token=abcdef',
      'Cookie: a=b',
    ];
    const [hides, shows] = [redaction(true), redaction(false)];
    for (const text of texts) {
      assert.ok(hides.text(text).includes(REDACTED), text);
      assert.equal(shows.text(text), text);
    }
    assert.equal(hides.header(JWT), REDACTED);
    assert.equal(shows.header(JWT), JWT);
  });

  it('RL8: reads a text that resembles many tokens only once', async () => {
    const took = await fastest(500, () => redaction(true).text('eyJ-'.repeat(16_384)));
    // Scanning from each of them to the end would take seconds.
    assert.ok(took < 500, `${took} ms`);
  });

  it('redacts by the names of fields, at any depth', () => {
    const secrets = {
      password: 'x',
      newPassword: 'x',
      'current-password': 7,
      otp: '1',
      code: 'x',
      client_secret: { a: 1 },
      API_KEY: ['x'],
      private_key: 'x',
    };
    const tokens = { access_token: 'x', 'Set-Cookie': 'x', authorization: 'x', state: 'x' };
    const plain = {
      error_code: 'otp_invalid',
      status_code: 200,
      dual_token_mode: true,
      cookie_mode: true,
      access_token_expire_minutes: 15,
      purpose: 'login',
      password: null,
      keys: 3,
    };
    const every = (names: object) => Object.fromEntries(Object.keys(names).map((name) => [name, REDACTED]));
    const given = plainJson([{ deep: secrets }, tokens, { ...plain }]);
    const { password: _, ...rest } = plain;
    assert.deepEqual(redaction(true).metadata(given), [
      { deep: every(secrets) },
      every(tokens),
      { ...rest, password: null },
    ]);
    assert.deepEqual(redaction(false).metadata(given), [
      { deep: every(secrets) },
      tokens,
      { ...rest, password: null },
    ]);
  });

  it('copies any value as bounded plain JSON', () => {
    const circular: Record<string, unknown> = { a: 1 };
    circular['self'] = circular;
    const throwing = {
      get a() {
        throw new Error('no');
      },
    };
    assert.equal(JSON.stringify(plainJson(circular)).length < 200, true);
    assert.deepEqual(
      plainJson({ a: 1n, b: () => 1, c: undefined, d: Number.NaN, e: new Date(0), f: throwing }),
      {
        a: '1',
        b: null,
        d: 'NaN',
        e: '1970-01-01T00:00:00.000Z',
        f: null,
      },
    );
    assert.equal(JSON.stringify(plainJson('x'.repeat(5_000))).length, 2_009);
    assert.equal(JSON.stringify(plainJson(Array.from({ length: 500 }, () => 1))).length, 201);
  });
});

describe('patterns of the settings', () => {
  it('replace what they match, and nothing between', async () => {
    const patterns = createPatterns(() => ['b+', 'x*', '^$', '(?i)SECRET'], unexpected);
    await patterns.ready();
    assert.equal(patterns.replace('abbc a secret', '#'), 'a#c a #');
  });

  it('that do not compile are reported and skipped', async () => {
    const told: unknown[] = [];
    const patterns = createPatterns(
      () => ['(', 'a'],
      (error) => told.push(error),
    );
    await patterns.ready();
    assert.equal(patterns.replace('aXa', '#'), '#X#');
    assert.equal(told.length, 1);
  });

  it('RL8: a line that takes them too long is removed whole, with few matches or with many', async () => {
    const random = Array.from({ length: 20_000 }, () => 'ab'[randomInt(2)]).join('');
    for (const sources of [
      Array.from({ length: 50 }, (_, index) => `a${'.'.repeat(140)}[xy${index}]`),
      // Each match scans to the end of the line, once for each character.
      Array.from({ length: 50 }, () => 'a.*x|a'),
    ]) {
      await checkPatterns(sources);
      const patterns = createPatterns(() => sources, unexpected);
      await patterns.ready();
      patterns.replace(random, REDACTED);
      const took = await fastest(200, () => assert.equal(patterns.replace(random, REDACTED), REDACTED));
      assert.ok(took < 200, `${took}`);
    }
  });

  it('RL8: long lines and many matches do no harm by themselves', async () => {
    const sources = Array.from({ length: 50 }, (_, index) => `\\bcard-${index}[ -]?\\d{4}\\b`);
    const patterns = createPatterns(() => sources, unexpected);
    await patterns.ready();
    const line = 'card-7 1234, '.repeat(1_500);
    // A busy machine may take longer than the time limit of a line, above all for the first, which compiles the pattern.
    await until(() => patterns.replace(line, '#') === '#, '.repeat(1_500), 'a line within the limit');
  });

  it('RL8: malicious patterns and long lines delay nobody', async () => {
    const sources = ['(a+)+$', '(a|aa)+$', '([a-z]+)*[0-9]', '(.*a){8}', '(x+x+)+y'];
    const patterns = createPatterns(() => sources, unexpected);
    await patterns.ready();
    const format = createServerFormat(
      createRedaction(
        () => true,
        patterns,
        () => [],
      ),
    );
    const written: string[] = [];
    const collector = createCollector<string>(
      (text) => format({ at: 0, source: 'INFO', text }),
      () => patterns.ready(),
      (lines) => written.push(...lines),
    );
    const warmUp = `${'a'.repeat(50_000)}!`;
    for (let count = 0; count < 2; count += 1) collector.add(warmUp);
    await collector.flush();
    const longest = await least(0.5, async () => {
      written.length = 0;
      const lag = monitorEventLoopDelay({ resolution: 5 });
      lag.enable();
      const start = performance.now();
      for (let count = 0; count < 10; count += 1) collector.add(`${'a'.repeat(50_000)}! password=hunter2`);
      await collector.flush();
      await setImmediate();
      lag.disable();
      assert.equal(written.length, 10);
      assert.ok(written.every((line) => line.length < 17_000));
      return lag.max / 1e6 / (performance.now() - start);
    });
    assert.ok(longest < 0.5, `${longest} of the time at a stretch`);
  });
});
