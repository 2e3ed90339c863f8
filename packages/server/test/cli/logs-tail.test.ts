import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import { appendFileSync, mkdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { followFile } from '../../src/cli/follow-file.ts';
import { tempFolder } from '../support/at-exit.ts';
import { runHere, settingsOf } from '../support/command-line.ts';
import { startKeyward } from '../support/keyward.ts';
import { commandLine } from '../support/process.ts';
import { until } from '../support/until.ts';

const record = (number: number, level = 'INFO', event = 'request') =>
  `{"timestamp":"2026-01-31T12:00:00.${String(number).padStart(3, '0')}","level":"${level}","event":"${event}","message":"Number ${number}","request_id":null,"method":"GET","path":"/auth/me","status_code":200,"client_ip":"192.0.2.1","user_agent":null,"duration_ms":1.5,"account_id":7}`;

function logFolder() {
  const folder = tempFolder();
  mkdirSync(join(folder.path, 'logs'));
  const path = join(folder.path, 'logs', 'app.log');
  const env = { KEYWARD_DATA_DIR: folder.path };
  return { path, env, remove: () => folder.remove() };
}

/** Resolves when a reader waits at the end of its file: then it listens to its signal. */
function lookedOnce(signal: AbortSignal): Promise<void> {
  return until(() => getEventListeners(signal, 'abort').length > 0, 'the first look');
}

describe('logs tail', () => {
  it('prints the last lines unchanged, filtered by event or by minimum level', async () => {
    const { path, env, remove } = logFolder();
    const lines = Array.from({ length: 2_000 }, (_, index) => {
      if (index === 3) return record(index, 'ERROR', 'mail.failed');
      return index % 2 === 0 ? record(index) : record(index, 'WARNING', 'login.failed');
    });
    // A line without a line end is incomplete.
    writeFileSync(path, `${lines.join('\n')}\n{"timestamp":`);
    const tail = async (...args: string[]) => (await runHere(['logs', 'tail', ...args], { env })).stdout;
    assert.equal(await tail(), `${lines.slice(-10).join('\n')}\n`);
    assert.equal(await tail('-n', '0'), '');
    assert.equal(await tail('-n', '5000'), `${lines.join('\n')}\n`);
    assert.equal(await tail('-n', '2', '--event', 'login'), `${lines[1_997]}\n${lines[1_999]}\n`);
    assert.equal(await tail('--level', 'error'), `${lines[3]}\n`);
    assert.equal(await tail('--event', 'mail.failed', '--event', 'none'), `${lines[3]}\n`);
    const misspelt = await runHere(
      [
        'logs',
        'tail',
        '--event',
        'mail',
        '--event',
        'request',
        '--event',
        'login.faild',
        '--event',
        'shop.order_placed',
      ],
      { env },
    );
    assert.match(
      misspelt.stderr,
      /^keyward: no event of the service is named "login\.faild"; did you mean login\.failed\?\nkeyward: no event .* "shop\.order_placed"; \/docs\/logs of the service lists them\n$/,
    );
    remove();
  });

  it('formats records on a terminal, without control characters', async () => {
    const { path, env, remove } = logFolder();
    const hostile = record(2).replace('Number 2', String.raw`\u001b]0;owned\u0007`);
    writeFileSync(path, `${record(1, 'WARNING')}\n${hostile}\nno record\n`);
    const { stdout } = await runHere(['logs', 'tail'], { env: { ...env, NO_COLOR: '1' }, terminal: true });
    const [first, second, third] = stdout.split('\n');
    assert.equal(
      first,
      '2026-01-31 12:00:00.001  WARNING   request  Number 1  GET /auth/me 200  1.5 ms  192.0.2.1  account 7',
    );
    assert.match(second ?? '', /\uFFFD\]0;owned\uFFFD/);
    assert.equal(third, 'no record');
    const raw = await runHere(['logs', 'tail', '--json', '-n', '3'], { env, terminal: true });
    assert.equal(raw.stdout.split('\n')[0], record(1, 'WARNING'));
    remove();
  });

  it('reads what a service writes', async () => {
    await using keyward = await startKeyward('sqlite');
    await keyward.signUp();
    await keyward.app.services.logs.list();
    const { stdout } = await runHere(['logs', 'tail', '--event', 'account'], {
      env: settingsOf(keyward.database),
    });
    const [line = ''] = stdout.split('\n');
    assert.match(String(JSON.parse(line).event), /^account\.signed_up$/);
  });

  it('ends without an error when its reader closes the output', async () => {
    const { path, env, remove } = logFolder();
    writeFileSync(path, `${record(1)}\n`.repeat(20_000));
    const child = spawn(process.execPath, [commandLine(), 'logs', 'tail', '-n', '20000'], {
      env: { PATH: process.env['PATH'], ...env },
      cwd: dirname(path),
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.deepEqual([child.exitCode, stderr], [0, '']);
    remove();
  });

  it('prints what is about an account, by its id or its email', async () => {
    await using keyward = await startKeyward('sqlite');
    const { id, email } = await keyward.signUp();
    await keyward.signUp();
    const folder = tempFolder();
    const about = (field: string) => `{"timestamp":"","level":"INFO","event":"test",${field}}`;
    const lines = [`"account_id":${id}`, `"account_id":${id}1`, `"metadata":{"email":"${email}"}`].map(about);
    writeFileSync(join(folder.path, 'app.log'), `${lines.join('\n')}\n`);
    const tail = (...args: string[]) =>
      runHere(['logs', 'tail', '--logs-dir', folder.path, ...args], { env: settingsOf(keyward.database) });
    assert.equal((await tail('--account', String(id))).stdout, `${lines[0]}\n`);
    assert.equal((await tail('--account', email.toUpperCase())).stdout, `${lines[0]}\n${lines[2]}\n`);
    for (const args of [
      ['--account', 'ada'],
      ['server', '--account', '1'],
    ]) {
      const { code, stderr } = await tail(...args);
      assert.equal(code, 2);
      assert.match(stderr, /^keyward: --account: [^\n]+\n$/);
    }
    folder.remove();
  });

  it('says where it looked when there is no log', async () => {
    const { path, env, remove } = logFolder();
    const { code, stderr } = await runHere(['logs', 'tail'], { env });
    assert.equal(code, 1);
    assert.ok(
      stderr.startsWith(`keyward: ${path} cannot be read (no such file or folder); the service creates it`),
    );
    const wrong = await runHere(['logs', 'tail', '--level', 'loud'], { env });
    assert.equal(wrong.code, 2);
    remove();
  });

  it(
    'follows a log that is appended to, emptied, trimmed and rotated: every line once',
    { timeout: 20_000 },
    async (test) => {
      const { path, remove } = logFolder();
      const stop = new AbortController();
      test.after(() => stop.abort());
      const seen: string[] = [];
      const following = (async () => {
        const lines = followFile(path, { last: 2, matches: () => true, signal: stop.signal });
        for await (const line of lines) {
          seen.push(line);
          if (line !== 'e') continue;
          // The file was emptied, and grew longer than before, between two looks of the reader.
          truncateSync(path);
          appendFileSync(path, 'fff\ngggggggg\n');
        }
      })();
      const arrives = (line: string) => until(() => seen.at(-1) === line, line);
      // The file may appear after its reader.
      await lookedOnce(stop.signal);
      writeFileSync(path, 'a\nb\nc\nd');
      await arrives('c');
      appendFileSync(path, '\n');
      await arrives('d');
      // Like the service's retention: a new file replaces it, with the newest lines and one more.
      writeFileSync(`${path}.new`, 'c\nd\ne\n');
      renameSync(`${path}.new`, path);
      await arrives('gggggggg');
      // Like logrotate, before the writer has noticed: lines that are added to the old file are still read.
      renameSync(path, `${path}.1`);
      writeFileSync(path, 'i\n');
      await delay(600);
      appendFileSync(`${path}.1`, 'h\n');
      await arrives('i');
      // Emptied; the last line then appears again among the new lines, and at the end of another line.
      truncateSync(path);
      appendFileSync(path, 'x\ni\n  i\nj\n');
      await arrives('j');
      writeFileSync(`${path}.new`, 'j\nk\n  j\nl\n');
      renameSync(`${path}.new`, path);
      await arrives('l');
      stop.abort();
      await following;
      const lines = [
        'a',
        'b',
        'c',
        'd',
        'e',
        'fff',
        'gggggggg',
        'h',
        'i',
        'x',
        'i',
        '  i',
        'j',
        'k',
        '  j',
        'l',
      ];
      assert.deepEqual(seen, lines);
      remove();
    },
  );

  it('starts again when the log is emptied while its last lines are searched', async (test) => {
    const { path, remove } = logFolder();
    test.after(remove);
    writeFileSync(path, 'old\n'.repeat(100));
    const stop = new AbortController();
    test.after(() => stop.abort());
    let emptied = false;
    const matches = () => {
      if (!emptied) truncateSync(path);
      emptied = true;
      return true;
    };
    const seen: string[] = [];
    const following = (async () => {
      for await (const line of followFile(path, { last: 50, matches, signal: stop.signal })) seen.push(line);
    })();
    await until(() => emptied, 'the first look');
    appendFileSync(path, 'new 1\nnew 2\n');
    await until(() => seen.length === 2, 'both lines');
    // Only complete lines, from those written after it has begun.
    appendFileSync(path, 'new');
    stop.abort();
    await following;
    assert.deepEqual(seen, ['new 1', 'new 2']);
    const given = new AbortController();
    test.after(() => given.abort());
    const none = followFile(path, { last: 0, matches: () => true, signal: given.signal });
    const next = none.next();
    await lookedOnce(given.signal);
    appendFileSync(path, ' 3\n');
    assert.deepEqual(await next, { value: 'new 3', done: false });
    await none.return(undefined);
  });

  it('stops when its signal aborts', async () => {
    const { path, remove } = logFolder();
    writeFileSync(path, 'a\n'.repeat(1_000));
    const stop = new AbortController();
    let lines = 0;
    for await (const _ of followFile(path, { last: 1_000, matches: () => true, signal: stop.signal })) {
      lines += 1;
      stop.abort();
    }
    assert.equal(lines, 1);
    remove();
  });
});
