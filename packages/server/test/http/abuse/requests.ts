import assert from 'node:assert/strict';
import type { Answer, TestKeyward } from '../../support/keyward.ts';
import { PASSWORD } from '../../support/keyward.ts';
import { declaredRoutes, type DeclaredRoute } from '../../support/routes.ts';

/** A route that takes a body, with the fields of its schema. */
export interface Taker extends DeclaredRoute {
  /** Method and path, for messages. */
  name: string;
  fields: string[];
  /** The fields that take a string (perhaps null as well). */
  texts: string[];
  /** A valid body. Unique values are new in each. */
  body(): Record<string, unknown>;
}

/** Whether a route refuses in the form of the RFCs of OAuth. */
export const isProtocol = ({ route }: DeclaredRoute) => route.endpoint.oauthErrors !== undefined;

export function assertTooLarge(route: DeclaredRoute, answer: Answer): void {
  const error = isProtocol(route) ? 'invalid_request' : 'BodyTooLargeError';
  assert.deepEqual([answer.status, answer.body['error']], [413, error], answer.text);
  const limit = Math.floor((route.route.endpoint.mostBytes ?? 65_536) / 1024);
  assert.match(answer.text, new RegExp(`larger than ${limit} KiB`));
}

let serial = 0;

/** A value that fits a field, by the field's name. */
function sample(field: string): unknown {
  serial += 1;
  switch (field) {
    case 'email':
      return `sample${serial}@example.org`;
    case 'handle':
    case 'identifier':
      return `sample.${serial}`;
    case 'phone':
      return `+4930${String(serial).padStart(7, '0')}`;
    case 'password':
    case 'current_password':
      return PASSWORD;
    case 'otp':
      return '123456';
    case 'account_id':
      // Nobody's.
      return 2 ** 40;
    case 'credential': {
      // Passes the schemas of a new passkey and of a signature, but is neither.
      const bytes = {
        clientDataJSON: 'e30',
        attestationObject: 'oA',
        authenticatorData: 'AA',
        signature: 'AA',
      };
      return { id: 'AA', rawId: 'AA', type: 'public-key', response: bytes };
    }
    case 'metadata':
    case 'app_metadata':
      return { sample: serial };
    case 'avatar_url':
    case 'frontend_url':
      return 'http://127.0.0.1/';
    default:
      return `Sample ${serial}`;
  }
}

/** Every route of the service that takes a body. */
export async function bodyTakers(): Promise<Taker[]> {
  const takers: Taker[] = [];
  for (const declared of await declaredRoutes('/auth')) {
    const { method, endpoint, access } = declared.route;
    // Those of the portal are endpoints of organizations, behind a token of another kind. The body of a provider is read
    // after its token: see `scim/odd-requests.test.ts`.
    if (endpoint.body === undefined || access === 'portal' || access === 'connection') continue;
    const { properties, required }: { properties: Record<string, unknown>; required: string[] } = JSON.parse(
      JSON.stringify({ properties: {}, required: [], ...endpoint.body }),
    );
    // A valid body must not change the settings of the service for other tests.
    const dryRun = JSON.stringify(endpoint.query ?? {}).includes('"dry_run"') ? '?dry_run=true' : '';
    const path = declared.path.replace(':provider', 'idp1').replaceAll(/:\w+/g, 'login') + dryRun;
    takers.push({
      ...declared,
      path,
      name: `${method} ${path}`,
      fields: Object.keys(properties),
      texts: Object.keys(properties).filter((field) =>
        JSON.stringify(properties[field]).includes('"string"'),
      ),
      body: () => Object.fromEntries(required.map((field) => [field, sample(field)])),
    });
  }
  return takers;
}

/** Sends a body, given or as raw JSON, to a route. */
export function send(
  keyward: TestKeyward,
  { route, path }: DeclaredRoute,
  body: unknown,
  options: { token?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return keyward.callRoot(route.method, path, { body, ...options });
}

/** The compared parts of an answer. */
export type Brief = Pick<Answer, 'status' | 'text' | 'body'>;

/** Like {@link send}, but without a connection, which would take three quarters of the time. */
export async function inject(
  { app }: TestKeyward,
  { route, path }: DeclaredRoute,
  body: unknown,
  token: string,
): Promise<Brief> {
  const { statusCode, payload, headers } = await app.server.inject({
    method: route.method,
    url: path,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const isJson = String(headers['content-type']).startsWith('application/json');
  return { status: statusCode, text: payload, body: isJson ? JSON.parse(payload) : {} };
}

/** Runs one task for each item, a few at a time. */
export async function eachOf<T>(
  items: readonly T[],
  task: (item: T) => Promise<void>,
  atOnce = 8,
): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of queue) await task(item);
    }),
  );
}
