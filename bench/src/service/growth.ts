import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseKind, TestDatabase } from '../../../packages/server/test/support/databases.ts';
import { rss } from '../../../packages/server/test/support/resources.ts';
import { cpuOfThreadsMs } from '../support/cpu-time.ts';
import { emailOf, isActive } from './growth-data.ts';
import { filledDatabase, startGrownService } from './grown-service.ts';
import { type IssuedTokens, PASSWORD } from '../support/keyward.ts';
import { percentile } from '../support/load.ts';
import type { Options, Value } from '../support/measurement.ts';

const SMALL = 10_000;
/** Requests of a route in a round, for each second of a load. */
const PER_SECOND = 100;
/** The mailbox keeps this number of mails, and each code is read from a mail. */
const CODES = 50;
/** Pages start in the middle of the smaller list; a few more pages follow. */
const PAGES = 400;
/** The limit for each route, as a multiple of its cost with few accounts. */
const LARGE = { below: 1.3 };

const SETTINGS = {
  KEYWARD_LIMIT_SIGNUPS: '1000000/1h',
  KEYWARD_LIMIT_MAILS: '1000000/1h',
  KEYWARD_LIMIT_MAILBOX: '1000000/1h',
};

/** The cost of a route's requests: the time of each, and the processor time of all. */
interface Cost {
  latencies: number[];
  cpuMs: number;
}

/** The same requests to a service with few accounts and to one with many, in turns. */
export async function prepareGrowth(stack: AsyncDisposableStack, options: Options, kind: DatabaseKind) {
  const small = await startGrown(stack, kind, SMALL, options);
  const large = await startGrown(stack, kind, options.accounts, options);

  return async (seconds: number): Promise<Value[]> => {
    const requests = Math.round(seconds * PER_SECOND);
    const values: Value[] = [];
    const many = large.routes(requests);
    // Route by route: the load of the machine changes within a round.
    for await (const { route, cost: before } of small.routes(requests)) {
      const { value: same } = await many.next();
      if (same?.route !== route) throw new Error(`${route} was not measured`);
      const { cost } = same;
      const cpu = (one: Cost) => one.cpuMs / one.latencies.length;
      const p50 = ({ latencies }: Cost) =>
        percentile(
          latencies.toSorted((a, b) => a - b),
          0.5,
        );
      values.push(
        { label: `${route}, processor time`, value: cpu(cost), unit: 'ms' },
        {
          label: `  of that with ${SMALL.toLocaleString('en')}`,
          value: cpu(cost) / cpu(before),
          unit: '',
          target: LARGE,
        },
        { label: '  p50', value: p50(cost), unit: 'ms' },
        {
          label: `  of that with ${SMALL.toLocaleString('en')}`,
          value: p50(cost) / p50(before),
          unit: '',
          target: LARGE,
        },
      );
    }
    for (const { count, memory, disk } of [small, large]) {
      const name = `${count.toLocaleString('en')} accounts`;
      values.push(
        { label: `${name}: memory of the service (RSS)`, value: memory(), unit: 'MiB' },
        { label: '  disk for a million', value: (disk / count) * 1e6, unit: 'MiB' },
      );
    }
    return values;
  };
}

/** A service on a database with this number of accounts and twice as many sessions. */
async function startGrown(stack: AsyncDisposableStack, kind: DatabaseKind, count: number, options: Options) {
  const database = await filledDatabase(stack, kind, count, options);
  const { url, pid } = await startGrownService(stack, database, SETTINGS);
  let at = Date.now() % count;
  // A mailbox gets one code a minute, so each account is used once.
  const next = () => 1 + (at = (at + 7_919) % count);
  const service = { url, pid, count, database, next };
  return {
    count,
    memory: () => (rss(pid) ?? Number.NaN) / 2 ** 20,
    disk: await sizeOf(database),
    routes: (requests: number) => measureRoutes(service, requests),
  };
}

/** MiB. */
async function sizeOf(database: TestDatabase): Promise<number> {
  const statement = {
    sqlite: 'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()',
    postgres: 'select pg_database_size(current_database()) as bytes',
  }[database.kind];
  const [row] = await database.query(statement);
  return Number(row?.['bytes']) / 2 ** 20;
}

interface Service {
  url: string;
  pid: number;
  count: number;
  database: TestDatabase;
  /** Returns the id of an account from anywhere in the database, a different one each time. */
  next: () => number;
}

async function signUpSuperadmin({ url, database }: Service): Promise<string> {
  const email = `root${Date.now()}@example.org`;
  const body = { name: 'Root', email, password: PASSWORD };
  const { access_token: token }: IssuedTokens = JSON.parse(
    await ask(url, 'POST', '/auth/signup/password', { body }),
  );
  await database.query(`update accounts set role = 'superadmin' where email_key = $1`, [email]);
  return token;
}

interface Measured<Result> {
  route: string;
  cost: Cost;
  results: Result[];
}

/** Measures one route after the other. */
async function* measureRoutes(
  service: Service,
  requests: number,
): AsyncGenerator<Measured<unknown>, undefined> {
  const { url, pid, count } = service;
  // For each round: while millions of accounts are filled in, a token expires.
  const root = await signUpSuperadmin(service);
  const people = Array.from({ length: requests }, service.next).filter(isActive);
  const some = people.slice(0, CODES);

  /** Sends one request after the other. */
  async function measured<T, Result>(
    route: string,
    inputs: readonly T[],
    send: (input: T) => Promise<Result>,
  ): Promise<Measured<Result>> {
    const cost: Cost = { latencies: [], cpuMs: 0 };
    const results: Result[] = [];
    const cpu = cpuOfThreadsMs(pid);
    for (const input of inputs) {
      const start = performance.now();
      results.push(await send(input));
      cost.latencies.push(performance.now() - start);
    }
    cost.cpuMs = cpuOfThreadsMs(pid) - cpu;
    return { route, cost, results };
  }
  const get = (path: string, token = root) => ask(url, 'GET', path, { token });
  const post = (path: string, body: object, token?: string) => ask(url, 'POST', path, { body, token });

  const logins = await measured('POST /login/password', people, (id) =>
    post('/auth/login/password', { identifier: emailOf(id), password: PASSWORD }),
  );
  yield logins;
  const tokens = logins.results.map((body): IssuedTokens => JSON.parse(body));
  yield measured('GET /me', tokens, ({ access_token: token }) => get('/auth/me', token));
  yield measured('GET /me/sessions', tokens, ({ access_token: token }) => get('/auth/me/sessions', token));
  yield measured('POST /token/refresh', tokens, ({ refresh_token }) =>
    post('/auth/token/refresh', { refresh_token }),
  );
  yield measured('POST /logout', tokens, ({ access_token: token }) => post('/auth/logout', {}, token));

  yield measured('POST /send/email/otp/login', some, (id) =>
    post('/auth/send/email/otp/login', { email: emailOf(id) }),
  );
  const codes = await codesOf(get, some.map(emailOf));
  yield measured('POST /login/otp', codes, (code) => post('/auth/login/otp', code));

  yield measured('GET /account/{id}', people, (id) => get(`/auth/account/${id}`));
  yield measured('GET /account/query?field=email', people, (id) =>
    get(`/auth/account/query?field=email&value=${emailOf(id)}`),
  );
  yield measured('GET /account/', people, () => get('/auth/account/'));
  yield measured('GET /account/?q=, a part of an email', people, (id) =>
    get(`/auth/account/?q=${emailOf(id).slice(1, 8)}`),
  );
  let cursor = await cursorAt(get, count);
  yield measured('GET /account/?after=, from the middle', people.slice(0, PAGES), async () => {
    cursor = cursorIn(await get(`/auth/account/?sort=email&after=${cursor}`));
  });
  yield measured('GET /session/', people, () => get('/auth/session/'));
  yield measured('GET /session/?account_id=', people, (id) => get(`/auth/session/?account_id=${id}`));
}

/** A cursor in the middle of the accounts by email. */
async function cursorAt(get: (path: string) => Promise<string>, count: number): Promise<string> {
  return cursorIn(await get(`/auth/account/?sort=email&page=${Math.floor(count / 20)}`));
}

function cursorIn(body: string): string {
  const { cursor }: { cursor: string | null } = JSON.parse(body);
  if (cursor === null) throw new Error('The list ended');
  return cursor;
}

/** The codes in the caught mails to some emails, as soon as all have come. */
async function codesOf(get: (path: string) => Promise<string>, emails: readonly string[]) {
  for (let tries = 0; tries < 100; tries += 1) {
    const { mails }: { mails: { to: string; code: string | null }[] } = JSON.parse(
      await get('/mailbox/mails'),
    );
    const codes = emails.flatMap((email) => {
      const otp = mails.find(({ to }) => to.includes(email))?.code ?? null;
      return otp === null ? [] : [{ email, otp }];
    });
    if (codes.length === emails.length) return codes;
    await sleep(100);
  }
  throw new Error('A code was not mailed');
}

async function ask(
  url: string,
  method: string,
  path: string,
  { token, body }: { token?: string | undefined; body?: object },
): Promise<string> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return text;
}
