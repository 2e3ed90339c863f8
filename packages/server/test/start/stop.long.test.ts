import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { tempFolder } from '../support/at-exit.ts';
import { runCommand } from '../support/command.ts';
import { createTestDatabase } from '../support/databases.ts';
import { type KeywardProcess, SOURCE_COMMAND_LINE, startProcess } from '../support/process.ts';
import { parseResponse } from '../support/raw-http.ts';
import { databasesFor, usually } from '../support/usual-size.ts';
import { post } from './requests.ts';

const PERSON = { name: 'Ada', email: 'ada@example.org', password: 'Erstes1' };
/** In progress when the process gets its signal. */
const LOGINS = usually(8, 20);
const LOGIN = JSON.stringify({ identifier: PERSON.email, password: PERSON.password });

/** Milliseconds until `work` is done. */
async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  return [await work, performance.now() - start];
}

/** A connection, and all it receives until the server closes it. */
async function open(keyward: KeywardProcess): Promise<{ socket: Socket; received: Promise<string> }> {
  const socket = connect(Number(new URL(keyward.url).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  socket.on('error', () => {});
  const received = once(socket, 'close').then(() => text);
  await once(socket, 'connect');
  return { socket, received };
}

/** Begins a login whose body is not yet sent; the server has taken it up when this resolves. */
async function beginLogIn(keyward: KeywardProcess) {
  const connection = await open(keyward);
  connection.socket.write(
    `POST /auth/login/password HTTP/1.1\r\nHost: keyward\r\nContent-Type: application/json\r\nContent-Length: ${LOGIN.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  const [interim]: string[] = await once(connection.socket, 'data');
  assert.equal(interim, 'HTTP/1.1 100 Continue\r\n\r\n');
  return {
    ...connection,
    answer: async () => parseResponse((await connection.received).slice(interim.length)),
  };
}

describe('the end of the process', { concurrency: 4 }, () => {
  for (const kind of databasesFor(import.meta.filename)) {
    for (const signal of kind === 'sqlite' ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const)) {
      it(`RE2: ${signal} on ${kind} ends it at once, except for running requests, which are answered, with 0`, async () => {
        await using database = await createTestDatabase(kind);
        await using keyward = await startProcess({
          env: { KEYWARD_DATABASE_URL: database.url, KEYWARD_DATA_DIR: database.dataDir },
        });
        await post(`${keyward.url}/auth/signup/password`, PERSON);
        // Keeps an idle connection open, like `fetch` above, and one without any request.
        const spare = await open(keyward);
        const slow = await beginLogIn(keyward);
        const logIns = await Promise.all(Array.from({ length: LOGINS }, () => beginLogIn(keyward)));

        for (const { socket } of logIns) socket.write(LOGIN);
        const stopped = timed(keyward.kill(signal));
        await spare.received;
        await assert.rejects(fetch(`${keyward.url}/livez`), 'still accepts connections');
        slow.socket.write(LOGIN);
        const last = await slow.answer();
        assert.deepEqual([last.status, last.headers.get('connection')], [200, ['close']]);
        for (const { answer } of logIns) assert.equal((await answer()).status, 200);
        const [exit, ms] = await stopped;
        assert.deepEqual([exit, keyward.stderr()], [{ code: 0, signal: null }, '']);
        // Well before stuck requests would be cut off.
        assert.ok(ms < 6_000, `took ${ms} ms`);
        // The acknowledged writes are stored: the sign-up and every login.
        const [row] = await database.query('select count(*) as sessions from sessions');
        assert.deepEqual(row, { sessions: LOGINS + 2 });
      });
    }
  }

  it('RE2: does not wait for ever for an unfinished request', async () => {
    await using keyward = await startProcess();
    const stuck = await beginLogIn(keyward);
    const [exit, ms] = await timed(keyward.kill('SIGTERM'));
    assert.deepEqual(exit, { code: 0, signal: null });
    assert.ok(ms > 5_000 && ms < 10_000, `took ${ms} ms`);
    assert.ok(!(await stuck.received).includes('200 OK'));
  });

  it('is immediate at a second signal, but not at the same one twice', async () => {
    await using keyward = await startProcess();
    await beginLogIn(keyward);
    void keyward.kill('SIGINT');
    await delay(100);
    void keyward.kill('SIGINT');
    await delay(700);
    assert.equal(keyward.stderr(), '');
    const [exit, ms] = await timed(keyward.kill('SIGINT'));
    assert.deepEqual(exit, { code: 1, signal: null });
    assert.ok(ms < 1_000, `took ${ms} ms`);
    assert.equal(keyward.stderr(), 'keyward: ended at once by a second SIGINT\n');
  });

  // Each signal comes when the file is about to be loaded, or shortly after.
  const MOMENTS = [
    ['store/engine/dialect.ts', 0],
    ['main.ts', 120],
    ['cli/program.ts', 0],
    ['main.ts', 0],
    ['main.ts', 20],
  ] as const;
  for (const [file, delayMs] of MOMENTS.slice(0, usually(2, MOMENTS.length))) {
    it(`is clean and 0 during the start, ${delayMs} ms after ${file}`, async () => {
      const signal = `setTimeout(() => process.kill(process.pid, 'SIGTERM'), ${delayMs})`;
      const now = "process.kill(process.pid, 'SIGTERM')";
      const hook = `import { registerHooks } from 'node:module';
        registerHooks({ load(url, context, next) {
          if (url.endsWith('src/${file}')) ${delayMs === 0 ? now : signal};
          return next(url, context);
        } });`;
      const options = `--import=data:text/javascript,${encodeURIComponent(hook)}`;
      const { code, stderr } = await runCommand(['serve'], {
        script: SOURCE_COMMAND_LINE,
        env: { KEYWARD_PORT: '0', NODE_OPTIONS: options },
      });
      assert.deepEqual([code, stderr], [0, '']);
    });
  }

  for (const [what, crash] of [
    ['an exception that nobody caught', "throw new Error('boom')"],
    ['a rejection that nobody handled', "Promise.reject(new Error('boom'))"],
  ] as const) {
    it(`is reported, clean and 1 after ${what}`, async () => {
      const folder = tempFolder();
      const script = join(folder.path, 'crash.mjs');
      const source = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);
      writeFileSync(
        script,
        `import { loadConfig } from ${source('config/load.ts')};
         import { main } from ${source('main.ts')};
         await main(loadConfig({ env: process.env, cwd: process.cwd() }));
         process.on('SIGUSR2', () => { ${crash}; });`,
      );
      await using keyward = await startProcess({
        script,
        env: { KEYWARD_DATA_DIR: join(folder.path, 'data') },
      });
      const slow = await beginLogIn(keyward);
      const exited = keyward.kill('SIGUSR2');
      await delay(300);
      slow.socket.write(LOGIN);
      // Nobody signed up.
      assert.equal((await slow.answer()).status, 404);
      assert.deepEqual(await exited, { code: 1, signal: null });
      assert.match(keyward.stderr(), /^keyward: Error: boom\n {4}at /);
      folder.remove();
    });
  }

  it(
    'comes with the end of the shell of npm, which keeps signals to itself',
    { timeout: 60_000 },
    async () => {
      const shell = `require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })`;
      await using keyward = await startProcess({
        script: '--eval',
        args: [shell, SOURCE_COMMAND_LINE, 'serve'],
        env: { npm_lifecycle_event: 'start' },
      });
      // Resolves when its output is complete, so when the service has ended too.
      await keyward.kill('SIGKILL');
      await assert.rejects(fetch(keyward.url));
    },
  );
});
