import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { DatabaseKind } from '../../support/databases.ts';
import {
  type KeywardOptions,
  PASSWORD,
  type SignedUp,
  startKeyward,
  type TestKeyward,
} from '../../support/keyward.ts';
import { type Answer, requestFrom } from '../../support/raw-http.ts';
import { untilAnswered } from '../../support/until.ts';

export const WRONG = 'Wrong-horse-1';

/** Starts an app for all tests of the suite that calls it (an async `describe`); it is closed after them. */
export async function suiteKeyward(kind: DatabaseKind, options?: KeywardOptions): Promise<TestKeyward> {
  const keyward = await startKeyward(kind, options);
  after(() => keyward[Symbol.asyncDispose]());
  return keyward;
}

/** A signed-in superadmin. */
export async function signUpSuperadmin(keyward: TestKeyward): Promise<SignedUp> {
  const person = await keyward.signUp();
  await keyward.database.query("update accounts set role = 'superadmin' where id = $1", [person.id]);
  return person;
}

export interface Login {
  identifier: string;
  password?: string;
  /** The loopback address to come from. */
  from?: string;
  path?: string;
  headers?: Record<string, string>;
}

/** Logs in on a connection of its own; fails on an answer that no login should give. */
export async function logIn({ port }: TestKeyward, login: Login): Promise<Answer> {
  const {
    identifier,
    password = PASSWORD,
    from = '127.0.0.1',
    path = '/login/password',
    headers = {},
  } = login;
  const answer = await untilAnswered(() =>
    requestFrom({
      port,
      localAddress: from,
      method: 'POST',
      path: `/auth${path}`,
      headers,
      body: { identifier, password },
    }),
  );
  assert.ok([200, 401, 404, 429].includes(answer.status), answer.body);
  return answer;
}

export async function status(keyward: TestKeyward, login: Login): Promise<number> {
  return (await logIn(keyward, login)).status;
}

/** The number of answers by status. */
export async function statuses(logins: readonly Promise<number>[]): Promise<Record<string, number>> {
  const all = await Promise.all(logins);
  return Object.fromEntries([...Map.groupBy(all, String)].map(([code, { length }]) => [code, length]));
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
