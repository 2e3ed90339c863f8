import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ProcessOptions, startProcess } from '../../packages/server/test/support/process.ts';
import { rss } from '../../packages/server/test/support/resources.ts';
import { tempFolder } from '../../packages/server/test/support/at-exit.ts';
import { verifyAlone } from './service/argon2.ts';
import { prepareCookie } from './service/cookie.ts';
import { prepareEvents } from './service/events.ts';
import { prepareGrowth } from './service/growth.ts';
import { PASSWORD, startKeyward } from './support/keyward.ts';
import { prepareLists } from './service/lists.ts';
import { load, percentile } from './support/load.ts';
import { prepareLogs } from './service/logs.ts';
import { askMe, prepareMe, prepareWorkers } from './service/me.ts';
import type { Measurement, Value } from './support/measurement.ts';
import { prepareOAuth, prepareOAuthMemory } from './service/oauth.ts';
import { prepareOrganizations } from './service/organizations.ts';
import { preparePeers } from './peers/measure.ts';
import { prepareRefresh } from './service/refresh.ts';
import { prepareRoutes } from './routes/measure.ts';
import { loginSenders, meSenders } from './support/senders.ts';

/** Enough accounts that no limit per account matters, its sessions included. */
const LOGIN_ACCOUNTS = 100;
/**
 * `GET /me` while logins use all cores: a steady trickle, which measures the wait and not the load of the trickle
 * itself.
 */
const TRICKLE = { connections: 10, rate: 500 };
/** After these requests and this pause a process counts as idle. */
const IDLE_AFTER = { requests: 100, ms: 1000 };

const NODE_ALONE = fileURLToPath(new URL('node-alone.js', import.meta.url));

export const MEASUREMENTS = {
  me: {
    title: 'GET /me beside bare node:http, SQLite',
    prepare: (stack) => prepareMe(stack, 'sqlite', 'SQLite', { atLeast: 0.5 }),
  },
  'me-postgres': {
    title: 'GET /me beside bare node:http, PostgreSQL',
    prepare: (stack) => prepareMe(stack, 'postgres', 'PostgreSQL', { atLeast: 0.3 }),
  },
  workers: { title: 'GET /me of one process and of two workers', prepare: prepareWorkers },
  cookie: { title: 'GET /me by cookie beside Bearer', prepare: prepareCookie },
  logins: { title: 'password logins beside argon2id alone', prepare: prepareLogins },
  latency: { title: 'GET /me while logins saturate the cores', prepare: prepareLatency },
  refresh: {
    title: 'refreshes on SQLite',
    prepare: (stack) => prepareRefresh(stack, 'sqlite', 'SQLite', { atLeast: 4_000 }),
  },
  'refresh-postgres': {
    title: 'refreshes on PostgreSQL',
    prepare: (stack) => prepareRefresh(stack, 'postgres', 'PostgreSQL'),
  },
  oauth: {
    title: 'tokens for applications on SQLite',
    prepare: (stack) => prepareOAuth(stack, 'sqlite', 'SQLite'),
  },
  'oauth-postgres': {
    title: 'tokens for applications on PostgreSQL',
    prepare: (stack) => prepareOAuth(stack, 'postgres', 'PostgreSQL'),
  },
  'oauth-memory': { title: 'memory for applications', prepare: prepareOAuthMemory },
  start: { title: 'start to first answer', prepare: prepareStart },
  memory: { title: 'idle memory', prepare: prepareMemory },
  logs: { title: 'the logs', prepare: prepareLogs },
  events: {
    title: 'events and webhooks on SQLite',
    prepare: (stack) => prepareEvents(stack, 'sqlite', 'SQLite'),
  },
  'events-postgres': {
    title: 'events and webhooks on PostgreSQL',
    prepare: (stack) => prepareEvents(stack, 'postgres', 'PostgreSQL'),
  },
  lists: {
    title: 'lists of a million accounts on SQLite',
    prepare: (stack) => prepareLists(stack, 'sqlite', 'SQLite'),
  },
  'lists-postgres': {
    title: 'lists of a million accounts on PostgreSQL',
    prepare: (stack) => prepareLists(stack, 'postgres', 'PostgreSQL'),
  },
  peers: {
    title: 'Keyward beside better-auth, PocketBase, Kratos, Keycloak and tc_auth',
    prepare: preparePeers,
  },
  routes: { title: 'each route at half of its saturation', prepare: prepareRoutes },
  growth: {
    title: 'each route with few and with many accounts on SQLite',
    prepare: (stack, _note, options) => prepareGrowth(stack, options, 'sqlite'),
  },
  'growth-postgres': {
    title: 'each route with few and with many accounts on PostgreSQL',
    prepare: (stack, _note, options) => prepareGrowth(stack, options, 'postgres'),
  },
  organizations: {
    title: 'few and many organizations and members on SQLite',
    prepare: (stack, _note, options) => prepareOrganizations(stack, options, 'sqlite'),
  },
  'organizations-postgres': {
    title: 'few and many organizations and members on PostgreSQL',
    prepare: (stack, _note, options) => prepareOrganizations(stack, options, 'postgres'),
  },
} as const satisfies Record<string, Measurement>;

/** They take long, or need the network, so they run only when they are named. */
export const NAMED_ONLY: readonly string[] = [
  'peers',
  'routes',
  'growth',
  'growth-postgres',
  'organizations',
  'organizations-postgres',
];

async function prepareLogins(stack: AsyncDisposableStack) {
  const keyward = await startKeyward(stack, 'sqlite', LOGIN_ACCOUNTS);
  const [row] = await keyward.database.query('select password_hash from accounts limit 1');
  const stored = String(row?.['password_hash']);

  return async (seconds: number): Promise<Value[]> => {
    const alone = await verifyAlone(stored, PASSWORD, seconds);
    const { perSecond, cpuMicros } = await load({ ...keyward, senders: loginSenders(keyward), seconds });
    return [
      { label: 'argon2id alone, all cores', value: alone.perSecond, unit: '/s' },
      { label: '  processor time of each', value: alone.cpuMs, unit: 'ms' },
      { label: 'password logins, SQLite', value: perSecond, unit: '/s' },
      {
        label: '  of argon2id alone',
        value: perSecond / alone.perSecond,
        unit: '',
        target: { atLeast: 0.9 },
      },
      { label: '  processor time of each', value: cpuMicros / 1000, unit: 'ms' },
    ];
  };
}

async function prepareLatency(stack: AsyncDisposableStack) {
  const keyward = await startKeyward(stack, 'sqlite', LOGIN_ACCOUNTS);
  return async (seconds: number): Promise<Value[]> => {
    const { url } = keyward;
    const [logins, me] = await Promise.all([
      load({ url, senders: loginSenders(keyward), seconds }),
      load({ url, senders: meSenders(keyward, TRICKLE.connections), seconds, rate: TRICKLE.rate }),
    ]);
    return [
      {
        label: `GET /me (${TRICKLE.rate}/s) under logins, p50`,
        value: percentile(me.latencies, 0.5),
        unit: 'ms',
      },
      { label: '  p99', value: percentile(me.latencies, 0.99), unit: 'ms', target: { below: 50 } },
      { label: '  logins meanwhile', value: logins.perSecond, unit: '/s' },
    ];
  };
}

async function prepareStart() {
  const used = tempFolder();
  // Node.js writes the compiled code when a process ends.
  const before = await startProcess({ env: { KEYWARD_DATA_DIR: used.path } });
  await before.kill('SIGTERM');
  return async (): Promise<Value[]> => {
    const empty = tempFolder();
    const compiled = tempFolder();
    // The first start, without compiled code from an earlier one.
    const first = await startToAnswer({
      env: { KEYWARD_DATA_DIR: empty.path, NODE_COMPILE_CACHE: compiled.path },
    });
    const later = await startToAnswer({ env: { KEYWARD_DATA_DIR: used.path } });
    const alone = await startToAnswer({ script: NODE_ALONE });
    empty.remove();
    compiled.remove();
    return [
      {
        label: 'first start to first answer, no data yet',
        value: first,
        unit: 'ms',
        target: { below: 1000 },
      },
      { label: 'later start to first answer', value: later, unit: 'ms', target: { below: 200 } },
      { label: '  of it Node.js alone', value: alone, unit: 'ms' },
    ];
  };
}

async function prepareMemory() {
  return async (): Promise<Value[]> => {
    await using stack = new AsyncDisposableStack();
    const keyward = await startKeyward(stack, 'sqlite', 1);
    for (let sent = 0; sent < IDLE_AFTER.requests; sent += 1) await askMe(keyward);
    await sleep(IDLE_AFTER.ms);
    const alone = stack.use(await startProcess({ script: NODE_ALONE }));
    await (await fetch(alone.url)).text();
    return [
      { label: 'idle memory (RSS)', value: mebibytes(keyward.pid), unit: 'MiB', target: { below: 90 } },
      { label: '  of it Node.js alone', value: mebibytes(alone.pid), unit: 'MiB' },
    ];
  };
}

function mebibytes(pid: number): number {
  return (rss(pid) ?? Number.NaN) / 2 ** 20;
}

async function startToAnswer(options: ProcessOptions): Promise<number> {
  const start = performance.now();
  await using keyward = await startProcess(options);
  const response = await fetch(`${keyward.url}/auth/config/pulse`);
  await response.text();
  if (response.status !== 200) throw new Error(`pulse answered ${response.status}`);
  return performance.now() - start;
}
