import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CHEAP_SERVICE } from '../failures/kill-rounds.ts';
import { WITHOUT_LIMITS } from '../failures/without-limits.ts';
import { tempFolder } from '../support/at-exit.ts';
import { createTestDatabase, WITHOUT_POSTGRES } from '../support/databases.ts';
import { startProcess } from '../support/process.ts';
import { freePort } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { debianPrograms, end } from './debian.ts';
import { recordCompatibility } from './compatibility.ts';
import { type Part, Skipped } from './part.ts';
import { assertWhole, startLoad } from './through-outage.ts';

const LOAD_MS = 20_000;
/** Enough for a busy machine. */
const START_MS = 60_000;

export const pgbouncer: Part = {
  name: 'pgbouncer',
  about:
    "Debian's PgBouncer in transaction mode: two instances work without prepared statements, and say so with them",
  limit: 4,
  async run(tell) {
    if (WITHOUT_POSTGRES) throw new Skipped(WITHOUT_POSTGRES);
    using programs = debianPrograms(['pgbouncer', 'libc-ares2', 'libevent-2.1-7']);
    await using direct = await createTestDatabase('postgres');
    const target = new URL(direct.url);
    const port = await freePort();
    writeFileSync(
      join(programs.folder, 'pgbouncer.ini'),
      `[databases]
* = host=127.0.0.1 port=${target.port} user=${target.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
`,
    );
    const pooler = programs.start(programs.path('usr/sbin/pgbouncer'), ['pgbouncer.ini'], 'pgbouncer.log');
    try {
      await until(() => programs.log('pgbouncer.log').includes('process up'), 'PgBouncer runs');
      const version = /PgBouncer ([\d.]+)/.exec(programs.log('pgbouncer.log'))?.[1] ?? '?';
      const url = new URL(direct.url);
      url.port = String(port);
      const env = {
        ...WITHOUT_LIMITS,
        KEYWARD_DATABASE_URL: url.href,
        KEYWARD_DUAL_TOKEN_MODE: 'on',
        KEYWARD_JWT_SECRET: 'a-secret-for-all-instances-of-this-run',
        KEYWARD_MASTER_KEY: '5a'.repeat(32),
      };
      using data = {
        one: tempFolder(),
        other: tempFolder(),
        [Symbol.dispose]() {
          this.one.remove();
          this.other.remove();
        },
      };
      const start = (dataDir: string, prepare: 'on' | 'off') =>
        startProcess({
          script: CHEAP_SERVICE,
          args: [],
          env: { ...env, KEYWARD_DATA_DIR: dataDir, KEYWARD_DATABASE_PREPARE: prepare },
          timeoutMs: START_MS,
        });
      tell(`PgBouncer ${version}: two instances with 10 connections each share 4`);
      await using one = await start(data.one.path, 'off');
      await using other = await start(data.other.path, 'off');
      const load = startLoad([one.url, other.url], Date.now() % 2 ** 31);
      await delay(LOAD_MS);
      const checked =
        (await load.finish()) + (await assertWhole((text) => direct.query(text), load.people()));
      const { sent, writes, worstMs, refused } = load.figures;
      tell(`${writes} writes, ${refused} answers with 503`);
      assert.equal(refused, 0);
      assert.deepEqual([one.stderr(), other.stderr()], ['', '']);

      tell('with prepared statements, the start fails with one line');
      await assert.rejects(
        startProcess({
          env: { ...env, KEYWARD_DATA_DIR: join(data.one.path, 'prepared'), KEYWARD_DATABASE_PREPARE: 'on' },
        }),
        /--- stdout\s+--- stderr\nkeyward: KEYWARD_DATABASE_PREPARE: [^\n]+PgBouncer 1\.21[^\n]+\n$/,
      );
      recordCompatibility('PgBouncer', [version]);
      return {
        sent,
        injected: `PgBouncer ${version}`,
        checked: checked + 1,
        lost: 0,
        worstMs,
        slopeKib: null,
      };
    } finally {
      await end(pooler);
    }
  },
};
