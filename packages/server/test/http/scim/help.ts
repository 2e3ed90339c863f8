import assert from 'node:assert/strict';
import type { Answer, TestKeyward } from '../../support/keyward.ts';
import { asText } from '../expectations.ts';
import { verifyDomain } from '../connections/help.ts';
import { type Acme, addAcme, addCast, addOrganization, type Cast } from '../organizations/help.ts';

const OIDC = { issuer: 'https://idp.example.com', client_id: 'keyward', client_secret: 'secret' };

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

let serial = 0;

/** An identity provider that provisions. */
export interface TestProvider {
  /** Of the connection. */
  id: string;
  /** The path of the connection's administration. */
  path: string;
  token: string;
  domain: string;
  acme: Acme;
  /** Sends a request below the routes of the connection. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Provisions somebody. @returns the resource */
  add(fields?: Record<string, unknown>): Promise<Resource>;
}

export type Resource = Record<string, unknown> & { id: string };

/** Sends requests as the provider of a connection, with one of its tokens. */
export function scimSender(keyward: TestKeyward, connectionId: string, token: unknown): TestProvider['send'] {
  return (method, below, sent, headers = {}) =>
    keyward.call(method, `/scim/v2/${connectionId}${below}`, {
      token: asText(token),
      ...(sent !== undefined && { body: sent }),
      headers: { ...(sent !== undefined && { 'content-type': 'application/scim+json' }), ...headers },
    });
}

/** A connection of an organization, with a verified domain and a token. */
export async function addProvider(
  keyward: TestKeyward,
  root: { token: string },
  acme: Acme,
  fields: object = {},
): Promise<TestProvider> {
  serial += 1;
  const domain = `acme${serial}.example`;
  await verifyDomain(keyward, acme, domain);
  const made = await keyward.call('POST', `${acme.path}/connection`, {
    token: root.token,
    body: { name: 'Acme Entra', status: 'active', oidc: OIDC, ...fields },
  });
  assert.equal(made.status, 201, made.text);
  const id = asText(made.body['id']);
  const path = `${acme.path}/connection/${id}`;
  const { body, text } = await keyward.call('POST', `${path}/scim_token`, { token: root.token });
  assert.ok(body['token'], text);
  const token = asText(body['token']);
  const send = scimSender(keyward, id, token);
  return {
    id,
    path,
    token,
    domain,
    acme,
    send,
    async add(more = {}) {
      serial += 1;
      const person = { schemas: [USER], userName: `person${serial}@${domain}`, ...more };
      return resourceIn(await send('POST', '/Users', person), 201);
    },
  };
}

export interface Stage {
  cast: Cast;
  acme: Acme;
  provider: TestProvider;
}

/** An organization with members, and a provider of it. */
export async function addStage(keyward: TestKeyward, fields: object = {}): Promise<Stage> {
  const cast = await addCast(keyward);
  const acme = await addAcme(keyward, cast);
  return { cast, acme, provider: await addProvider(keyward, cast.root, acme, fields) };
}

/** Another organization of the same cast, with a provider of its own. */
export async function addOther(keyward: TestKeyward, { cast }: Stage): Promise<TestProvider> {
  const other = await addOrganization(keyward, cast.root, cast.stranger);
  return addProvider(keyward, cast.root, other);
}

/** The resource of an answer. */
export function resourceIn(answer: Answer, status = 200): Resource {
  assert.equal(answer.status, status, answer.text);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/scim\+json/);
  return JSON.parse(answer.text);
}

export interface List {
  totalResults: number;
  itemsPerPage: number;
  startIndex?: number;
  nextCursor?: string;
  Resources: Resource[];
}

export function listIn(answer: Answer): List {
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

/** The status of a refusal, with its `scimType`. */
export function refusal({ status, body, text }: Answer): string {
  if (status < 400) return `${status}`;
  assert.deepEqual(body['schemas'], ['urn:ietf:params:scim:api:messages:2.0:Error'], text);
  assert.equal(body['status'], String(status), text);
  assert.equal(typeof body['detail'], 'string', text);
  return `${status} ${body['scimType'] === undefined ? '' : asText(body['scimType'])}`.trim();
}

/** A PATCH with these operations. */
export function patch(...operations: object[]): object {
  return { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations };
}

export const onUser = ({ id }: Resource) => `/Users/${id}`;
export const filtered = (text: string, more = '') => `?filter=${encodeURIComponent(text)}${more}`;
