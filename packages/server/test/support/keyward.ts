import assert from 'node:assert/strict';
import { copyFileSync, existsSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { createApp, type App, type AppParts } from '../../src/app.ts';
import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load.ts';
import { loadSecrets } from '../../src/config/secrets.ts';
import { createTaskQueue } from '../../src/lib/task-queue.ts';
import {
  type Argon2Parameters,
  DEFAULT_ARGON2,
} from '../../src/features/identity/passwords/password-hasher.ts';
import { tempFolder } from './at-exit.ts';
import { CHEAP_ARGON2 } from './cheap-argon2.ts';
import { createAppInWorkers } from './in-workers.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createTestDatabase, type DatabaseKind, type TestDatabase } from './databases.ts';
import { requestFrom } from './raw-http.ts';

export const PASSWORD = 'Correct-horse-1';

/** An answer: `body` is the parsed JSON, `text` the raw body. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: Record<string, unknown> & { details?: { fields?: { path: string; message: string }[] } };
}

export interface RequestOptions {
  body?: unknown;
  token?: string | undefined;
  headers?: Record<string, string>;
}

/** A signed-up account and its tokens. */
export interface SignedUp {
  id: number;
  email: string;
  handle: string;
  token: string;
  /** In dual-token mode. */
  refreshToken: string;
}

/** The real app, listening on a free loopback port, over a database of its own. Only the clock is fake. */
export interface TestKeyward extends AsyncDisposable {
  app: App;
  /** The configuration, with the ports found. */
  ready: Config;
  /** Address without the prefix. */
  url: string;
  port: number;
  database: TestDatabase;
  /** That of the database, unless another app of the test uses it. */
  dataDir: string;
  clock: FakeClock;
  /** The cost of its password hashes. */
  argon2: Argon2Parameters;
  /** Errors that were reported as unexpected; closing fails if any are left. */
  unexpected: unknown[];
  /** Sends a request below the prefix. */
  call(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Sends a request below the root. */
  callRoot(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Signs a new account up by `/signup/password`; fields left out are made up. */
  signUp(fields?: { name?: string; email?: string; password?: string; handle?: string }): Promise<SignedUp>;
  /** Logs in by `/login/password` with {@link PASSWORD}. */
  logIn(identifier: string, password?: string): Promise<SignedUp>;
}

export interface KeywardOptions {
  /** `KEYWARD_…` variables. */
  settings?: Record<string, string>;
  parts?: Omit<AppParts, 'clock' | 'report' | 'argon2'>;
  /** Hashes passwords at their full cost, for tests of that cost. Default: at a fraction of it. */
  fullHashing?: true;
  clock?: FakeClock;
  /** One process, even if tests run on several: for a test that inspects the process that answers. */
  inOneProcess?: true;
  /** A database to share with another app of the same test. The test must drop it. */
  database?: TestDatabase;
}

/** Processes that answer in turn, if tests run on several: see `createAppInWorkers`. */
const WORKERS = Number(process.env['KEYWARD_TEST_WORKERS'] ?? '1');

let serial = 0;
let requests = 0;

/**
 * Suites of one process start together. If all of them assembled their apps at once, none would notice for seconds
 * that its connection to PostgreSQL is ready, and each would time out.
 */
const inTurn = createTaskQueue();

/** Data directories of running apps. Each app has its own. */
const used = new Set<string>();

/** Starts the app on `kind`. Use with `await using`, so that it is closed and its database dropped. */
export async function startKeyward(kind: DatabaseKind, options: KeywardOptions = {}): Promise<TestKeyward> {
  const database = options.database ?? (await createTestDatabase(kind, 'tables'));
  const clock = options.clock ?? createFakeClock();
  const argon2 = options.fullHashing === true ? DEFAULT_ARGON2 : CHEAP_ARGON2;
  const workers = options.inOneProcess === true ? 1 : WORKERS;
  const unexpected: unknown[] = [];
  const undeclared = new Set<string>();
  const folder = used.has(database.dataDir) ? anotherInstance(database.dataDir) : null;
  const dataDir = folder?.path ?? database.dataDir;
  used.add(dataDir);
  const config = loadConfig({
    env: {
      KEYWARD_DATABASE_URL: database.url,
      KEYWARD_DATA_DIR: dataDir,
      KEYWARD_PORT: '0',
      ...options.settings,
    },
    cwd: database.dataDir,
    dotenv: false,
  });
  const parts: AppParts = {
    ...options.parts,
    argon2,
    clock,
    report: (error) => unexpected.push(error),
    onUndeclared: (route, error) => undeclared.add(`${route}: ${error}`),
  };
  const { app, ports } = await inTurn(async () =>
    workers === 1
      ? { app: await createApp(config, () => loadSecrets(config), parts), ports: null }
      : createAppInWorkers(workers, config, () => loadSecrets(config), parts, options.database !== undefined),
  );
  const ready = await app.listen().catch(async (error: unknown) => {
    await app.close();
    if (options.database === undefined) await database.drop();
    throw error;
  });
  const { port } = ready.listen;
  const url = `http://127.0.0.1:${port}`;
  const agent = new Agent({ keepAlive: true });

  async function callRoot(method: string, path: string, request: RequestOptions = {}): Promise<Answer> {
    const headers: Record<string, string> = { ...request.headers };
    if (request.token !== undefined) headers['authorization'] = `Bearer ${request.token}`;
    let sent: string | undefined;
    if (request.body !== undefined) {
      headers['content-type'] ??= 'application/json';
      sent = typeof request.body === 'string' ? request.body : JSON.stringify(request.body);
      headers['content-length'] = String(Buffer.byteLength(sent));
    }
    const one = ports === null ? port : ports().at((requests += 1) % workers);
    const answer = await requestFrom({ port: one ?? port, method, path, headers, body: sent, agent });
    const text = answer.body;
    const isJson = /\bjson\b/.test(answer.headers['content-type'] ?? '');
    const body: Answer['body'] = isJson && text !== '' ? JSON.parse(text) : {};
    return { status: answer.status, headers: headersOf(answer.headers), text, body };
  }

  const call = (method: string, path: string, request?: RequestOptions) =>
    callRoot(method, config.prefix + path, request);

  async function issued(answer: Answer): Promise<SignedUp> {
    assert.equal(answer.status, 200, answer.text);
    const body: {
      access_token: string;
      refresh_token?: string;
      account: { id: number; email: string; handle: string };
    } = JSON.parse(answer.text);
    const { id, email, handle } = body.account;
    return { id, email, handle, token: body.access_token, refreshToken: body.refresh_token ?? '' };
  }

  return {
    app,
    ready,
    url,
    port,
    database,
    dataDir,
    clock,
    argon2,
    unexpected,
    call,
    callRoot,
    async signUp(fields = {}) {
      serial += 1;
      const made = { name: `Person ${serial}`, email: `person${serial}@example.org`, password: PASSWORD };
      return issued(await call('POST', '/signup/password', { body: { ...made, ...fields } }));
    },
    async logIn(identifier, password = PASSWORD) {
      return issued(await call('POST', '/login/password', { body: { identifier, password } }));
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      used.delete(dataDir);
      folder?.remove();
      agent.destroy();
      if (options.database === undefined) await database.drop();
      assert.deepEqual(unexpected, [], 'unexpected errors were reported');
      assert.deepEqual([...undeclared], [], 'errors were answered that their routes do not declare');
    },
  };
}

/** A data directory for a second instance on a database, with the secrets of the first. */
function anotherInstance(first: string): ReturnType<typeof tempFolder> {
  const folder = tempFolder();
  for (const secret of ['jwt-secret', 'master-key'])
    if (existsSync(join(first, secret))) copyFileSync(join(first, secret), join(folder.path, secret));
  return folder;
}

function headersOf(headers: IncomingHttpHeaders): Headers {
  return new Headers(
    Object.entries(headers).flatMap(([name, value = '']) =>
      (typeof value === 'string' ? [value] : value).map((one): [string, string] => [name, one]),
    ),
  );
}

/** Asserts an error answer: its status, its kind and the shape that all errors share. */
export function assertError(answer: Answer, status: number, kind: string): void {
  assert.equal(answer.body['error'], kind, answer.text);
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.body['success'], false);
  assert.equal(typeof answer.body['message'], 'string');
  assert.equal(answer.body['request_id'], answer.headers.get('x-request-id'));
  if (status === 401) assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/);
}
