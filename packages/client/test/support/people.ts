import assert from 'node:assert/strict';
import { addPerson, type PersonFields } from '../../../server/test/http/people.ts';
import { PASSWORD, type TestKeyward } from '../../../server/test/support/keyward.ts';
import {
  type ClientOptions,
  createClient,
  type ErrorKind,
  type KeywardClient,
  type KeywardError,
  memoryStorage,
  type Result,
} from '../../src/index.ts';

/** The data of an answer that must not be an error. */
export function dataOf<Data>({ data, error }: Result<Data>): Data {
  assert.ok(!error, error?.stack);
  return data;
}

/** The error of an answer that must be one of this kind. */
export function errorOf({ data, error }: Result<unknown>, kind: ErrorKind): KeywardError {
  assert.equal(error?.kind, kind, JSON.stringify(data ?? error));
  return error;
}

/** The path of a request. */
export function pathOf(input: string | URL | Request): string {
  return new URL(input instanceof Request ? input.url : input).pathname;
}

/** A client that counts its requests, by method and path. */
export interface CountingClient {
  client: KeywardClient;
  /** In their order, such as `GET /auth/me`. */
  requests: string[];
}

export function countingClient(url: string, options: Partial<ClientOptions> = {}): CountingClient {
  const requests: string[] = [];
  const send = options.fetch ?? fetch;
  const client = createClient({
    url,
    storage: memoryStorage(),
    ...options,
    fetch: (input, init) => {
      requests.push(`${init?.method} ${pathOf(input)}`);
      return send(input, init);
    },
  });
  return { client, requests };
}

/** A client that somebody is signed in with. */
export async function signedIn(
  keyward: TestKeyward,
  fields: PersonFields = {},
  options: Partial<ClientOptions> = {},
): Promise<CountingClient> {
  const { email } = await addPerson(keyward, fields);
  const counting = countingClient(keyward.url, options);
  dataOf(await counting.client.login({ identifier: email, password: PASSWORD }));
  counting.requests.length = 0;
  return counting;
}
