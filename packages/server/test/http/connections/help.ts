import assert from 'node:assert/strict';
import { beforeEach } from 'node:test';
import { type Browser, createBrowser } from '../../support/browser.ts';
import type { Answer, SignedUp, TestKeyward } from '../../support/keyward.ts';
import { CLIENT, type OidcUser, type TestOidcProvider } from '../../support/oidc-provider.ts';
import { asText } from '../expectations.ts';
import { type Acme, addMember, addOrganization, type Cast } from '../organizations/help.ts';
import { addPerson } from '../people.ts';
import { FRONTEND } from '../providers/harness.ts';

/** Turns organizations on, and lets connections reach this machine. */
export const CONNECTIONS_ON = {
  KEYWARD_ORGANIZATIONS_ENABLED: 'on',
  KEYWARD_ORGANIZATIONS_MAX_PER_ACCOUNT: '100000',
  KEYWARD_CONNECTION_NETWORKS: '127.0.0.0/8',
  KEYWARD_ALLOWED_FRONTENDS: FRONTEND,
  KEYWARD_LIMIT_SIGNUPS: '100000/1h',
};

export interface Connected {
  id: string;
  /** Of the administration. */
  path: string;
}

/** Marks a domain as verified. */
export async function verifyDomain(keyward: TestKeyward, { id }: Acme, domain: string): Promise<void> {
  const { store, clock } = keyward.app.services;
  const organizationId = await store.organizations.idOf(id, clock.now());
  assert.ok(organizationId !== null);
  const now = clock.now();
  await store.organizationDomains.insert({
    organization_id: organizationId,
    domain,
    status: 'verified',
    joining: 'none',
    token: 'token',
    failures: 0,
    created_at: now,
    verified_at: now,
    checked_at: now,
    due_at: null,
  });
}

/** An organization with a verified domain. */
export interface Home extends Acme {
  domain: string;
  /** An email there that nobody has yet. */
  newEmail: () => string;
  /** Adds a member with an email there. */
  member: (...roles: string[]) => Promise<SignedUp>;
  /** Sends a request below the organization, whose answer has the status. */
  act: (
    by: { token: string },
    method: string,
    path: string,
    body?: object,
    status?: number,
  ) => Promise<Answer>;
}

let serial = 0;

/** A new one for each test of the suite (`describe`) that calls this. The owner is that of the cast. */
export function eachHome(keyward: TestKeyward, cast: Cast): Home {
  const home: Home = {
    id: '',
    path: '',
    domain: '',
    newEmail: () => `person${(serial += 1)}@${home.domain}`,
    async member(...roles) {
      const account = await addPerson(keyward, { email: home.newEmail(), verified: true });
      await addMember(keyward, cast.root, home, account, ...roles);
      return account;
    },
    async act({ token }, method, path, body, status = 200) {
      const answer = await keyward.call(method, home.path + path, { token, ...(body && { body }) });
      assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`);
      return answer;
    },
  };
  beforeEach(async () => {
    Object.assign(home, await addOrganization(keyward, cast.root, cast.owner));
    home.domain = `home${(serial += 1)}.example`;
    await verifyDomain(keyward, home, home.domain);
  });
  return home;
}

const callbacks = new WeakMap<object, string[]>();

/** An active connection to a provider. */
export async function connect(
  keyward: TestKeyward,
  { token }: Pick<SignedUp, 'token'>,
  { path }: Acme,
  provider: { issuer: string; register?: TestOidcProvider['register'] },
  fields: object = {},
): Promise<Connected> {
  const oidc = { issuer: provider.issuer, client_id: CLIENT.id, client_secret: CLIENT.secret };
  const body = { name: 'Acme', status: 'active', oidc, ...fields };
  const made = await keyward.call('POST', `${path}/connection`, { token, body });
  assert.equal(made.status, 201, made.text);
  const id = asText(made.body['id']);
  const known = [...(callbacks.get(provider) ?? []), `${keyward.url}/auth/connection/${id}/callback`];
  callbacks.set(provider, known);
  provider.register?.(known);
  return { id, path: `${path}/connection/${id}` };
}

export function loginUrl(keyward: Pick<TestKeyward, 'url'>, { id }: Connected): string {
  return `${keyward.url}/auth/connection/${id}/login?frontend_url=${encodeURIComponent(FRONTEND)}`;
}

/** Completes a sign-in at the provider. @returns the query with which the browser comes to the frontend */
export async function signInBy(
  keyward: TestKeyward,
  connection: Connected,
  provider: TestOidcProvider,
  user: OidcUser,
  browser: Browser = createBrowser(),
): Promise<URLSearchParams> {
  provider.user = user;
  const end = await browser.followTo(loginUrl(keyward, connection), FRONTEND);
  assert.equal(end.pathname, '/oauth/callback');
  return end.searchParams;
}
