import assert from 'node:assert/strict';
import { after } from 'node:test';
import { gitHub } from '../../../src/features/sign-in/provider/oauth-presets.ts';
import { type Browser, createBrowser } from '../../support/browser.ts';
import type { DatabaseKind } from '../../support/databases.ts';
import { type KeywardOptions, startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { CLIENT, startOidcProvider, type TestOidcProvider } from '../../support/oidc-provider.ts';

export const FRONTEND = 'http://localhost:3000';
export const OTHER_FRONTEND = 'http://localhost:4000/app';

/** The settings of a slot for a trusted OpenID provider. */
export function oidcSlot(slot: 'IDP1' | 'IDP2' | 'IDP3', issuer: string): Record<string, string> {
  return {
    [`KEYWARD_${slot}_PRESET`]: 'oidc',
    [`KEYWARD_${slot}_ISSUER`]: issuer,
    [`KEYWARD_${slot}_CLIENT_ID`]: CLIENT.id,
    [`KEYWARD_${slot}_CLIENT_SECRET`]: CLIENT.secret,
    [`KEYWARD_${slot}_TRUSTS_EMAIL`]: 'on',
  };
}

export interface Setup {
  keyward: TestKeyward;
  /** `idp1` and `idp2`. */
  providers: [TestOidcProvider, TestOidcProvider];
}

/** The app with two certified OpenID providers, for the suite that calls it. */
export async function suiteSetup(kind: DatabaseKind, options: KeywardOptions = {}): Promise<Setup> {
  // Registered before the start, so that a failed start leaves nothing running.
  const started = new AsyncDisposableStack();
  after(() => started.disposeAsync());
  const providers: Setup['providers'] = [
    started.use(await startOidcProvider()),
    started.use(await startOidcProvider()),
  ];
  const app = await startKeyward(kind, {
    ...options,
    settings: {
      KEYWARD_ALLOWED_FRONTENDS: `${FRONTEND},${new URL(OTHER_FRONTEND).origin}`,
      ...oidcSlot('IDP1', providers[0].issuer),
      ...oidcSlot('IDP2', providers[1].issuer),
      ...options.settings,
    },
  });
  const keyward = started.use(app);
  for (const [index, provider] of providers.entries())
    provider.register([`${keyward.url}/auth/idp${index + 1}/callback`]);
  return { keyward, providers };
}

export function loginUrl(keyward: Pick<TestKeyward, 'url'>, provider: string, frontend = FRONTEND): string {
  return `${keyward.url}/auth/${provider}/login?${new URLSearchParams({ frontend_url: frontend }).toString()}`;
}

/** Completes a sign-in at the provider. @returns the query with which the browser comes to the frontend */
export async function signInWith(
  keyward: TestKeyward,
  provider: string,
  browser: Browser = createBrowser(),
): Promise<URLSearchParams> {
  const end = await browser.followTo(loginUrl(keyward, provider), FRONTEND);
  assert.equal(end.pathname, '/oauth/callback');
  return end.searchParams;
}

/** Completes the visit to the provider, but does not open the callback. @returns its address */
export function walkToCallback(
  keyward: Pick<TestKeyward, 'url'>,
  provider: string,
  browser: Browser,
): Promise<URL> {
  return browser.followTo(loginUrl(keyward, provider), `${keyward.url}/auth/${provider}/callback`);
}

/** Opens a callback. @returns the query at the frontend */
export async function openCallback(
  browser: Browser,
  callback: URL | string,
  frontend = FRONTEND,
): Promise<URLSearchParams> {
  const response = await browser.get(String(callback));
  assert.equal(response.status, 307, await response.text());
  const location = response.headers.get('location') ?? '';
  assert.ok(location.startsWith(`${frontend}/oauth/callback?`), location);
  return new URL(location).searchParams;
}

/** Asserts an error at the frontend, without tokens. */
export function assertFailed(query: URLSearchParams, code: string): void {
  assert.deepEqual([...query.keys()].sort(), ['error', 'error_code'], query.toString());
  assert.equal(query.get('error_code'), code, query.get('error') ?? '');
  assert.match(query.get('error') ?? '', /^[A-Z].*\.$/);
}

/** Asserts a session at the frontend. @returns the account that its token is for */
export async function assertSignedIn(
  keyward: TestKeyward,
  query: URLSearchParams,
): Promise<{ token: string; account: Record<string, unknown>; sessionId: unknown }> {
  const token = query.get('access_token') ?? assert.fail(query.toString());
  const answer = await keyward.call('GET', '/me', { token });
  assert.equal(answer.status, 200, answer.text);
  const me: { account: Record<string, unknown>; session: { id: number } } = JSON.parse(answer.text);
  return { token, account: me.account, sessionId: me.session.id };
}

export async function count(keyward: TestKeyward, table: string): Promise<unknown> {
  const [row] = await keyward.database.query(`select count(*) as rows from ${table}`);
  return row?.['rows'];
}

/** Begins to link. @returns the provider's address; the browser has the cookie */
export async function beginLink(
  keyward: TestKeyward,
  provider: string,
  token: string,
  browser: Browser,
): Promise<string> {
  const path = `/auth/account/oauth/link/${provider}?frontend_url=${encodeURIComponent(FRONTEND)}`;
  const cookie = browser.cookie(keyward.url + path, 'keyward_browser');
  const response = await fetch(keyward.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(cookie !== undefined && { cookie: `keyward_browser=${cookie}` }),
    },
  });
  assert.equal(response.status, 200);
  browser.takeUp(keyward.url, response);
  const { url }: { url: string } = JSON.parse(await response.text());
  return url;
}

/** Another instance over the same database and data directory. */
export function restartWith(keyward: TestKeyward, settings: Record<string, string>): Promise<TestKeyward> {
  return startKeyward(keyward.database.kind, { database: keyward.database, clock: keyward.clock, settings });
}

/** The app with GitHub, in slot idp2, at another place. */
export function startWithGitHubAt(kind: DatabaseKind, url: string): Promise<TestKeyward> {
  return startKeyward(kind, {
    parts: { presets: { github: gitHub({ web: url, api: `${url}/api` }) } },
    settings: { KEYWARD_IDP2_CLIENT_ID: CLIENT.id, KEYWARD_IDP2_CLIENT_SECRET: CLIENT.secret },
  });
}
