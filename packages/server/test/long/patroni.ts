import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CHEAP_SERVICE } from '../failures/kill-rounds.ts';
import { WITHOUT_LIMITS } from '../failures/without-limits.ts';
import { atExit, tempFolder } from '../support/at-exit.ts';
import { queryPostgres } from '../support/postgres-databases.ts';
import { startProcess } from '../support/process.ts';
import { freePort } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { debianPrograms, end, postgresBin, type Programs, PYTHON } from './debian.ts';
import { type Part, Skipped } from './part.ts';
import { assertWhole, startLoad } from './through-outage.ts';

const PACKAGES = `
  etcd-server haproxy liblua5.3-0 libopentracing1 libopentracing-c-wrapper0 patroni
  python3-cdiff python3-click python3-colorama python3-dateutil python3-dnspython
  python3-etcd python3-pkg-resources python3-prettytable python3-psutil python3-psycopg2
  python3-six python3-urllib3 python3-wcwidth python3-yaml libyaml-0-2 libpq5`
  .trim()
  .split(/\s+/);
const NODES = 3;
const START_MS = 60_000;
const BEFORE_MS = 10_000;
const AFTER_MS = 15_000;
/** Patroni waits for the lease of the dead primary (`ttl`), then promotes a standby. */
const LONGEST_AWAY_MS = 45_000;

interface Node {
  name: string;
  port: number;
  /** The address at which Patroni reports whether this is the primary. */
  restPort: number;
  patroni: ChildProcess;
}

export const patroni: Part = {
  name: 'patroni',
  about: 'A primary with two standbys under Patroni, etcd and HAProxy; the primary is killed under load',
  limit: 4,
  async run(tell) {
    if (!existsSync(PYTHON)) throw new Skipped('there is no python3 of the system: Patroni needs it');
    using programs = debianPrograms(
      existsSync(postgresBin('/nowhere')) ? PACKAGES : [...PACKAGES, 'postgresql-15', 'postgresql-client-15'],
    );
    const running: ChildProcess[] = [];
    const nodes: Node[] = [];
    using data = { one: tempFolder(), other: tempFolder(), [Symbol.dispose]: removeBoth };
    try {
      const etcdPort = await startEtcd(programs, running);
      for (let index = 0; index < NODES; index += 1)
        nodes.push(await startNode(programs, `node${index}`, etcdPort));
      tell('PostgreSQL, Patroni and etcd start');
      await until(async () => (await rolesOf(nodes)).primary !== null, 'there is a primary', START_MS);
      await until(
        async () => (await rolesOf(nodes)).standbys.length === NODES - 1,
        'both standbys stream',
        START_MS,
      );
      const port = await startProxy(programs, running, nodes);
      const url = `postgres://postgres:password@127.0.0.1:${port}/postgres`;
      await until(
        () =>
          queryPostgres(url, 'select 1').then(
            () => true,
            () => false,
          ),
        'HAProxy leads to it',
        START_MS,
      );

      const env = {
        ...WITHOUT_LIMITS,
        KEYWARD_DATABASE_URL: url,
        KEYWARD_DUAL_TOKEN_MODE: 'on',
        KEYWARD_JWT_SECRET: 'a-secret-for-all-instances-of-this-run',
        KEYWARD_MASTER_KEY: '5a'.repeat(32),
      };
      const start = (dataDir: string) =>
        startProcess({
          script: CHEAP_SERVICE,
          args: [],
          env: { ...env, KEYWARD_DATA_DIR: dataDir },
          timeoutMs: START_MS,
        });
      await using one = await start(data.one.path);
      await using other = await start(data.other.path);
      const load = startLoad([one.url, other.url], Date.now() % 2 ** 31);
      await delay(BEFORE_MS);
      const before = load.figures.writes;

      const { primary } = await rolesOf(nodes);
      if (primary === null) throw new Error('the primary went by itself');
      tell(`${before} writes; kill ${primary.name}: Patroni first, then PostgreSQL`);
      const killedAt = performance.now();
      primary.patroni.kill('SIGKILL');
      process.kill(postmasterOf(programs, primary), 'SIGKILL');
      const others = nodes.filter((node) => node !== primary);
      await until(
        async () => (await rolesOf(others)).primary !== null && load.figures.writes > before + 100,
        'writes are acknowledged again',
        LONGEST_AWAY_MS,
      );
      await delay(AFTER_MS);
      const checked =
        (await load.finish()) + (await assertWhole((text) => queryPostgres(url, text), load.people()));
      const { sent, worstMs, writes, refused, away } = load.figures;
      if (away === null) throw new Error('nothing was refused: the primary was not in use');
      const seconds = ((away.to - killedAt) / 1_000).toFixed(1);
      tell(
        `${writes} writes, ${writes - before} of them after the kill; ${refused} answers with 503, the last ${seconds} s after it`,
      );
      return { sent, injected: `1 kill, 503 for ${seconds} s`, checked, lost: 0, worstMs, slopeKib: null };
    } finally {
      // Patroni stops its PostgreSQL.
      await Promise.all(nodes.map(async (node) => end(node.patroni)));
      for (const child of running.toReversed()) await end(child, 'SIGKILL');
    }
  },
};

function removeBoth(this: Record<'one' | 'other', { remove(): void }>): void {
  this.one.remove();
  this.other.remove();
}

async function startEtcd(programs: Programs, running: ChildProcess[]): Promise<number> {
  const [port, peers] = [await freePort(), await freePort()];
  const at = `http://127.0.0.1:${port}`;
  const peersAt = `http://127.0.0.1:${peers}`;
  const args = {
    'data-dir': 'etcd',
    'listen-client-urls': at,
    'advertise-client-urls': at,
    'listen-peer-urls': peersAt,
    'initial-advertise-peer-urls': peersAt,
    'initial-cluster': `default=${peersAt}`,
    // Some packages of Patroni lack its etcd3 client.
    'enable-v2': 'true',
  };
  const flags = Object.entries(args).map(([name, value]) => `--${name}=${value}`);
  running.push(programs.start(programs.path('usr/bin/etcd'), flags, 'etcd.log'));
  await until(
    () =>
      fetch(`${at}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'etcd answers',
    START_MS,
  );
  return port;
}

async function startNode(programs: Programs, name: string, etcdPort: number): Promise<Node> {
  const [port, restPort] = [await freePort(), await freePort()];
  const config = {
    scope: 'keyward',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 10,
        loop_wait: 1,
        retry_timeout: 3,
        // PostgreSQL acknowledges no commit before a standby has it, even if there is no standby.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, shared_buffers: '32MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { 'auth-host': 'trust' }, { 'auth-local': 'trust' }],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(programs.folder, name),
      bin_dir: postgresBin(programs.path('')),
      authentication: {
        superuser: { username: 'postgres', password: 'password' },
        replication: { username: 'replicator', password: 'password' },
      },
      // Shared memory in files of its folder, because a killed server leaves other kinds behind.
      parameters: { unix_socket_directories: programs.folder, dynamic_shared_memory_type: 'mmap' },
    },
  };
  // YAML contains JSON.
  writeFileSync(join(programs.folder, `${name}.yml`), JSON.stringify(config));
  const child = programs.start(PYTHON, [programs.path('usr/bin/patroni'), `${name}.yml`], `${name}.log`);
  const node = { name, port, restPort, patroni: child };
  atExit(() => {
    if (existsSync(join(programs.folder, name, 'postmaster.pid')))
      process.kill(postmasterOf(programs, node), 'SIGKILL');
  });
  return node;
}

function postmasterOf(programs: Programs, { name }: Node): number {
  return Number(readFileSync(join(programs.folder, name, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function rolesOf(nodes: readonly Node[]): Promise<{ primary: Node | null; standbys: Node[] }> {
  const isA = (role: string) =>
    Promise.all(
      nodes.map(async (node) =>
        fetch(`http://127.0.0.1:${node.restPort}/${role}`).then(
          ({ ok }) => (ok ? node : null),
          () => null,
        ),
      ),
    );
  const [primaries, standbys] = [await isA('primary'), await isA('replica')];
  return {
    primary: primaries.find((node) => node !== null) ?? null,
    standbys: standbys.filter((node) => node !== null),
  };
}

async function startProxy(
  programs: Programs,
  running: ChildProcess[],
  nodes: readonly Node[],
): Promise<number> {
  const port = await freePort();
  const servers = nodes.map(
    ({ name, port: database, restPort }) =>
      `  server ${name} 127.0.0.1:${database} check port ${restPort} inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions`,
  );
  writeFileSync(
    join(programs.folder, 'haproxy.cfg'),
    `defaults
  mode tcp
  timeout connect 1s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
${servers.join('\n')}
`,
  );
  running.push(
    programs.start(programs.path('usr/sbin/haproxy'), ['-db', '-f', 'haproxy.cfg'], 'haproxy.log'),
  );
  return port;
}
