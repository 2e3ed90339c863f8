import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { askSettings } from '../../src/cli/init-questions.ts';
import { loadConfig } from '../../src/config/load.ts';
import { tempFolder } from '../support/at-exit.ts';
import { runHere } from '../support/command-line.ts';

describe('init', () => {
  it('RE10: writes a commented .env with secrets of its own that production accepts, readable by the owner alone', async () => {
    const secrets = new Set<string | undefined>();
    for (const profile of ['strict', 'documented']) {
      const folder = tempFolder();
      const { code, stdout, stderr } = await runHere(
        [
          'init',
          '--yes',
          '--env',
          'production',
          '--public-url',
          'https://auth.example.org',
          '--smtp-url',
          'smtp://ada:p$w;d@mail.example.org',
          '--mail-from',
          "Ada's #1 <ada@example.org>",
          ...(profile === 'strict' ? [] : ['--profile', profile]),
        ],
        { cwd: folder.path },
      );
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /^It holds the signing secret and the master key: back it up\.$/m);
      assert.doesNotMatch(stdout, / keeps |HS256/);
      assert.match(stdout, new RegExp(`^KEYWARD_PROFILE is ${profile}; .*security\\.md#profiles says`, 'm'));
      const path = join(folder.path, '.env');
      assert.equal(statSync(path).mode & 0o777, 0o600);
      assert.deepEqual(readdirSync(folder.path), ['.env']);
      const text = readFileSync(path, 'utf8');
      assert.match(text, /^# Port to listen on \(default: 4000\)\n# KEYWARD_PORT=4000$/m);
      const config = loadConfig({ env: {}, cwd: folder.path });
      assert.equal(config.production, true);
      assert.equal(config.profile, profile);
      assert.equal(config.mail.from, "Ada's #1 <ada@example.org>");
      assert.equal(config.masterKey?.length, 32);
      assert.equal(config.jwt.algorithm, 'ES256');
      assert.equal(config.startValues.jwt?.dual_token_mode, true);
      const values = parseEnv(text);
      const shell = execFileSync('sh', ['-c', 'set -a; . ./.env; env -0'], { cwd: folder.path, env: {} });
      const read = shell.toString().split('\0');
      for (const [name, value] of Object.entries(values)) assert.ok(read.includes(`${name}=${value}`), name);
      secrets.add(values['KEYWARD_JWT_SECRET']).add(values['KEYWARD_MASTER_KEY']);
      folder.remove();
    }
    assert.equal(secrets.size, 4);
    for (const secret of secrets) assert.ok((secret?.length ?? 0) >= 64);
  });

  it('never touches a .env that exists, nor replaces secrets of the data directory', async () => {
    const folder = tempFolder();
    const path = join(folder.path, '.env');
    mkdirSync(join(folder.path, 'keyward-data'));
    writeFileSync(join(folder.path, 'keyward-data', 'master-key'), 'aa'.repeat(32));
    assert.equal((await runHere(['init', '--yes'], { cwd: folder.path })).code, 0);
    const before = readFileSync(path, 'utf8');
    assert.match(before, /^KEYWARD_JWT_SECRET=/m);
    assert.doesNotMatch(before, /^KEYWARD_MASTER_KEY=/m);
    const again = await runHere(['init', '--yes'], { cwd: folder.path });
    assert.deepEqual([again.code, again.stdout], [1, '']);
    assert.equal(
      again.stderr,
      `keyward: ${path} exists and was not changed; edit it, or move it away first\n`,
    );
    assert.equal(readFileSync(path, 'utf8'), before);
    folder.remove();
  });

  it('invents no master key for a database that has lost its own', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder.path, 'keyward-data'));
    writeFileSync(join(folder.path, 'keyward-data', 'keyward.db'), '');
    assert.equal((await runHere(['init', '--yes'], { cwd: folder.path })).code, 0);
    assert.doesNotMatch(readFileSync(join(folder.path, '.env'), 'utf8'), /^KEYWARD_MASTER_KEY=/m);
    folder.remove();
  });

  it('keeps a secret that already signs tokens, for production too', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder.path, 'keyward-data'));
    writeFileSync(join(folder.path, 'keyward-data', 'jwt-secret'), 'a'.repeat(64));
    const production = ['init', '--yes', '--env', 'production', '--public-url', 'https://auth.example.org'];
    const { code, stdout } = await runHere(production, { cwd: folder.path });
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^It holds the master key: back it up\.\nThe folder \S+keyward-data keeps the signing secret: /m,
    );
    assert.match(stdout, /^Tokens stay signed with HS256; for ES256, run: keyward keys create\n/m);
    assert.match(stdout, /^Production also needs KEYWARD_SMTP_URL, KEYWARD_MAIL_FROM: /m);
    const text = readFileSync(join(folder.path, '.env'), 'utf8');
    assert.doesNotMatch(text, /^KEYWARD_JWT_(SECRET|ALGORITHM)=/m);
    assert.match(text, /^KEYWARD_DUAL_TOKEN_MODE=on$/m);
    folder.remove();
  });

  it('refuses settings that would stop the start, and refuses to ask without a terminal', async () => {
    const folder = tempFolder();
    for (const [args, line] of [
      [['--yes', '--port', '70000'], /^keyward: KEYWARD_PORT \(--port\): "70000" is not a port; /],
      [['--yes', '--smtp-url', 'smtp://localhost:25'], /^keyward: KEYWARD_MAIL_FROM: needed because/],
      [[], /^keyward: there is no terminal to ask in; use --yes/],
    ] as const) {
      const { code, stdout, stderr } = await runHere(['init', ...args], { cwd: folder.path });
      assert.deepEqual([code, stdout, existsSync(join(folder.path, '.env'))], [2, '', false]);
      assert.match(stderr, line);
    }
    folder.remove();
  });

  it('asks on a terminal for missing values, and again after an invalid answer', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
    const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
    let shown = '';
    stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
    const io = { stdin, stdout, stderr: stdout, env: {}, cwd: '/' };
    const answers = askSettings(io, { KEYWARD_ALLOWED_FRONTENDS: 'https://app.example.org' });
    const DOWN = '\u001b[B';
    const ERASE = '\u007f';
    for (const keys of [
      [DOWN, '\r'], // production
      ['\r', 'auth', '\r', ...Array<string>(4).fill(ERASE), 'https://auth.example.org', '\r'],
      ['\r'], // no proxies
      ['\r'], // strict
      ['\r'], // SQLite
      ['\r'], // no mail
      ['\r'], // no superadmin
    ]) {
      for (const key of keys) {
        await delay(30);
        stdin.write(key);
      }
    }
    assert.deepEqual(await answers, {
      KEYWARD_ENV: 'production',
      KEYWARD_PUBLIC_URL: 'https://auth.example.org',
      KEYWARD_PROFILE: 'strict',
    });
    assert.match(shown, /Enter it, such as https:/);
    assert.match(shown, /Use an http:\/\/ or https:\/\/ address/);
    assert.ok(!shown.includes('web applications'));
  });
});
