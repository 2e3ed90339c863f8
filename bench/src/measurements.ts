import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startProcess } from '../../packages/server/test/support/process.ts';
import { rss } from '../../packages/server/test/support/resources.ts';
import { tempFolder } from '../../packages/server/test/support/at-exit.ts';
import { prepareCookie } from './cookie.ts';
import { prepareEvents } from './events.ts';
import { type IssuedTokens, type Keyward, PASSWORD, startKeyward } from './keyward.ts';
import { prepareLists } from './lists.ts';
import { load, percentile, request, type Sender } from './load.ts';
import { prepareLogs } from './logs.ts';
import type { Measurement, Value } from './measurement.ts';
import { loginSenders, meSenders } from './senders.ts';

/** Connections that send as fast as they are answered. */
const CONNECTIONS = 32;
/** Enough accounts that no limit per account matters, its sessions included. */
const LOGIN_ACCOUNTS = 100;
/** `GET /me` while logins use all cores: a steady trickle, which measures waiting and not its own load. */
const TRICKLE = { connections: 10, rate: 500 };
/** After these requests and this pause a process counts as idle. */
const IDLE_AFTER = { requests: 100, ms: 1000 };

const DUAL_TOKENS = { KEYWARD_DUAL_TOKEN_MODE: 'on' };

export const MEASUREMENTS = {
  me: { title: 'GET /me beside bare node:http', prepare: prepareMe },
  cookie: { title: 'GET /me by cookie beside Bearer', prepare: prepareCookie },
  logins: { title: 'password logins beside argon2id alone', prepare: prepareLogins },
  latency: { title: 'GET /me while logins saturate the cores', prepare: prepareLatency },
  refresh: { title: 'refreshes on SQLite', prepare: prepareRefresh },
  postgres: { title: 'GET /me and refreshes on PostgreSQL', prepare: preparePostgres },
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
} as const satisfies Record<string, Measurement>;

async function prepareMe(stack: AsyncDisposableStack) {
  const keyward = await startKeyward(stack, 'sqlite', 1);
  const answer = await askMe(keyward);
  const script = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const bare = stack.use(
    await startProcess({ script, args: [JSON.stringify(answer.ownHeaders), answer.body] }),
  );
  const bareAnswer = await askMe({ ...keyward, url: bare.url });
  if (JSON.stringify(bareAnswer) !== JSON.stringify(answer)) {
    throw new Error(`The answers differ:\n${JSON.stringify(answer)}\n${JSON.stringify(bareAnswer)}`);
  }

  return async (seconds: number): Promise<Value[]> => {
    const senders = meSenders(keyward, CONNECTIONS);
    const alone = await load({ url: bare.url, senders, seconds });
    const me = await load({ url: keyward.url, senders, seconds });
    return [
      { label: 'bare node:http, same bytes', value: alone.perSecond, unit: '/s' },
      { label: 'GET /me, SQLite', value: me.perSecond, unit: '/s' },
      {
        label: '  of bare node:http',
        value: me.perSecond / alone.perSecond,
        unit: '',
        target: { atLeast: 0.5 },
      },
      { label: '  p99', value: percentile(me.latencies, 0.99), unit: 'ms' },
      { label: '  cores that the generator took', value: me.generatorShare, unit: '' },
    ];
  };
}

async function prepareLogins(stack: AsyncDisposableStack) {
  const keyward = await startKeyward(stack, 'sqlite', LOGIN_ACCOUNTS);
  const [row] = await keyward.database.query('select password_hash from accounts limit 1');
  const stored = String(row?.['password_hash']);
  const script = fileURLToPath(new URL('argon2-alone.ts', import.meta.url));
  const run = promisify(execFile);

  return async (seconds: number): Promise<Value[]> => {
    const { stdout } = await run(process.execPath, [script, stored, PASSWORD, String(seconds)]);
    const alone = Number(stdout);
    const { perSecond } = await load({ url: keyward.url, senders: loginSenders(keyward), seconds });
    return [
      { label: 'argon2id alone, all cores', value: alone, unit: '/s' },
      { label: 'password logins, SQLite', value: perSecond, unit: '/s' },
      { label: '  of argon2id alone', value: perSecond / alone, unit: '', target: { atLeast: 0.85 } },
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

async function prepareRefresh(stack: AsyncDisposableStack) {
  const keyward = await startKeyward(stack, 'sqlite', CONNECTIONS, DUAL_TOKENS);
  const senders = refreshSenders(keyward);
  return async (seconds: number): Promise<Value[]> => {
    const refreshes = await load({ url: keyward.url, senders, seconds });
    return [{ label: 'refreshes, SQLite', value: refreshes.perSecond, unit: '/s' }];
  };
}

async function preparePostgres(stack: AsyncDisposableStack) {
  const keyward = await startKeyward(stack, 'postgres', CONNECTIONS, DUAL_TOKENS);
  const { url } = keyward;
  const senders = refreshSenders(keyward);
  return async (seconds: number): Promise<Value[]> => {
    const me = await load({ url, senders: meSenders(keyward, CONNECTIONS), seconds });
    const refreshes = await load({ url, senders, seconds });
    return [
      { label: 'GET /me, PostgreSQL', value: me.perSecond, unit: '/s' },
      { label: 'refreshes, PostgreSQL', value: refreshes.perSecond, unit: '/s' },
    ];
  };
}

async function prepareStart() {
  const used = tempFolder();
  return async (): Promise<Value[]> => {
    const empty = tempFolder();
    const compiled = tempFolder();
    // Without the code that an earlier start compiled, as on a machine that never ran it.
    const first = await startToAnswer({ KEYWARD_DATA_DIR: empty.path, NODE_COMPILE_CACHE: compiled.path });
    const later = await startToAnswer({ KEYWARD_DATA_DIR: used.path });
    empty.remove();
    compiled.remove();
    return [
      {
        label: 'first start to first answer, no data yet',
        value: first,
        unit: 'ms',
        target: { below: 1000 },
      },
      { label: 'later start to first answer', value: later, unit: 'ms', target: { below: 1000 } },
    ];
  };
}

async function prepareMemory() {
  return async (): Promise<Value[]> => {
    await using stack = new AsyncDisposableStack();
    const keyward = await startKeyward(stack, 'sqlite', 1);
    for (let sent = 0; sent < IDLE_AFTER.requests; sent += 1) await askMe(keyward);
    await sleep(IDLE_AFTER.ms);
    return [{ label: 'idle memory (RSS)', value: (rss(keyward.pid) ?? Number.NaN) / 2 ** 20, unit: 'MiB' }];
  };
}

async function startToAnswer(env: Record<string, string>): Promise<number> {
  const start = performance.now();
  await using keyward = await startProcess({ env });
  const response = await fetch(`${keyward.url}/auth/config/pulse`);
  await response.text();
  if (response.status !== 200) throw new Error(`pulse answered ${response.status}`);
  return performance.now() - start;
}

/** An answer of `GET /me` without the parts that differ between answers. */
async function askMe({ url, accounts: [account] }: Keyward) {
  const response = await fetch(`${url}/auth/me`, { headers: { authorization: `Bearer ${account?.token}` } });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`GET /me answered ${response.status}: ${body}`);
  const { date, connection, 'keep-alive': keepAlive, ...ownHeaders } = Object.fromEntries(response.headers);
  return { ownHeaders, hasDate: date !== undefined, connection, keepAlive, body };
}

/** Each connection continues with its latest refresh token. */
function refreshSenders({ accounts }: Keyward): Sender[] {
  return accounts.map(({ refreshToken }) => {
    let newest = refreshToken;
    return {
      next: () => request('POST', '/auth/token/refresh', { body: { refresh_token: newest } }),
      answered(body) {
        const tokens: IssuedTokens = JSON.parse(body);
        if (tokens.refresh_token === undefined || tokens.refresh_token === newest) {
          throw new Error('A refresh gave no new refresh token');
        }
        newest = tokens.refresh_token;
      },
    };
  });
}
