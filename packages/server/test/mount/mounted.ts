import assert from 'node:assert/strict';
import { createKeyward, type Keyward, type KeywardOptions } from '../../src/index.ts';
import { createTestDatabase, type DatabaseKind, type TestDatabase } from '../support/databases.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';

/** A mounted service over a database of its own. Closing fails on unexpected errors. */
export interface Mounted extends AsyncDisposable {
  keyward: Keyward;
  database: TestDatabase;
  clock: FakeClock;
  /** The reported errors; a test removes the expected ones. */
  reported: unknown[];
  warned: string[];
}

export async function mounted(
  options: KeywardOptions = {},
  kind: DatabaseKind = 'sqlite',
  clock = createFakeClock(),
): Promise<Mounted> {
  const database = await createTestDatabase(kind, 'tables');
  const reported: unknown[] = [];
  const warned: string[] = [];
  const keyward = await createKeyward({
    database: database.url,
    dataDir: database.dataDir,
    clock,
    report: (error) => reported.push(error),
    warn: (line) => warned.push(line),
    ...options,
  });
  return {
    keyward,
    database,
    clock,
    reported,
    warned,
    async [Symbol.asyncDispose]() {
      await keyward.close();
      await database.drop();
      assert.deepEqual(reported, [], 'unexpected errors were reported');
    },
  };
}

/** Where requests go: `fetch`, or a handler in its style. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

export function over(url: string): Send {
  return (path, init) => fetch(url + path, { redirect: 'manual', ...init });
}

/** By `keyward.fetch`, without a host. */
export function direct(keyward: Keyward): Send {
  return (path, init) => keyward.fetch(new Request(`http://127.0.0.1${path}`, init));
}

export function json(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

export function bearer(token: string): { headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${token}` } };
}

/** The body of an answer. */
export async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json();
  assert.ok(typeof body === 'object' && body !== null);
  return Object.fromEntries(Object.entries(body));
}

export const ADA = { name: 'Ada', email: 'ada@example.org', password: 'Analytical-1' };

/** Signs Ada up. @returns her tokens */
export async function signUp(send: Send, fields: Partial<typeof ADA> = {}) {
  const response = await send('/auth/signup/password', json({ ...ADA, ...fields }));
  const body = await bodyOf(response);
  assert.equal(response.status, 200, JSON.stringify(body));
  return { access: String(body['access_token']), refresh: String(body['refresh_token']) };
}
