import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { Answer, TestKeyward } from '../../support/keyward.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { asText } from '../expectations.ts';

export const CALLBACK = 'https://app.example.com/callback';

/** The parts of a service that a flow needs. */
type Called = Pick<TestKeyward, 'call'>;

export interface TestApplication {
  id: string;
  /** Empty for a public one. */
  secret: string;
}

export async function addApplication(
  keyward: TestKeyward,
  fields: Record<string, unknown> = {},
): Promise<TestApplication> {
  const { token } = await addSuperadmin(keyward);
  const body = { name: 'Orders', redirect_uris: [CALLBACK], ...fields };
  const made = await keyward.call('POST', '/application', { token, body });
  assert.equal(made.status, 201, made.text);
  const secret = made.body['client_secret'];
  return { id: asText(made.body['client_id']), secret: secret === undefined ? '' : asText(secret) };
}

/** Enables every route of the authorization server: applications can register themselves. */
export async function turnOAuthOn(keyward: TestKeyward, token: string): Promise<void> {
  const body = { enabled: true, registration: 'open', mcp: true };
  const answer = await keyward.call('PATCH', '/config/oauth', { token, body });
  assert.equal(answer.status, 200, answer.text);
}

export async function configure(keyward: TestKeyward, body: object): Promise<void> {
  const { token } = await addSuperadmin(keyward);
  const answer = await keyward.call('PATCH', '/config/oauth', { token, body });
  assert.equal(answer.status, 200, answer.text);
}

/** A verifier and its challenge (RFC 7636). */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** A browser: keeps the cookies of the protocol. */
export class Browser {
  readonly #keyward: Called;
  readonly #cookies = new Map<string, string>();
  constructor(keyward: Called) {
    this.#keyward = keyward;
  }

  get headers(): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return cookie === '' ? {} : { cookie };
  }

  async call(
    method: string,
    path: string,
    options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const headers = { ...options.headers, ...this.headers };
    const answer = await this.#keyward.call(method, path, { ...options, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }
}

export function authorizePath(
  application: TestApplication,
  more: Record<string, string | string[]> = {},
): string {
  const query = new URLSearchParams({
    client_id: application.id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid profile email',
    state: 'a state',
  });
  for (const [name, value] of Object.entries(more)) {
    query.delete(name);
    for (const one of [value].flat()) query.append(name, one);
  }
  return `/oauth/authorize?${query.toString()}`;
}

export function locationOf(answer: Answer): URL {
  assert.equal(answer.status, 303, answer.text);
  return new URL(answer.headers.get('location') ?? '');
}

/** Signs in through the page: authorize, consent, and back to the application. */
export async function approve(
  browser: Browser,
  path: string,
  token: string,
  answer: object = { allow: true },
): Promise<URL> {
  const page = locationOf(await browser.call('GET', path));
  assert.match(page.pathname, /\/consent$/);
  const id = page.searchParams.get('request') ?? '';
  const shown = await browser.call('GET', `/oauth/request/${id}`, { token });
  assert.equal(shown.status, 200, shown.text);
  const answered = await browser.call('POST', `/oauth/request/${id}`, { token, body: answer });
  assert.equal(answered.status, 200, answered.text);
  return new URL(asText(answered.body['redirect_to']));
}

/** Posts a form to an endpoint of the protocol, with the secret of the application if it has one. */
export function post(
  keyward: Called,
  endpoint: string,
  application: TestApplication,
  fields: Record<string, string | string[]>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, one);
  if (application.secret === '') form.set('client_id', application.id);
  const basic = `Basic ${Buffer.from(`${application.id}:${application.secret}`).toString('base64')}`;
  return keyward.call('POST', `/oauth/${endpoint}`, {
    body: form.toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(application.secret !== '' && { authorization: basic }),
      ...headers,
    },
  });
}

export const exchange = (
  keyward: Called,
  application: TestApplication,
  code: string,
  verifier: string,
  more: Record<string, string | string[]> = {},
  headers: Record<string, string> = {},
) =>
  post(
    keyward,
    'token',
    application,
    {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
      ...more,
    },
    headers,
  );

/** A whole sign-in. @returns the answer of the token endpoint */
export async function signInWith(
  keyward: Called,
  application: TestApplication,
  token: string,
  more: Record<string, string | string[]> = {},
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const { verifier, challenge } = pkce();
  const path = authorizePath(application, {
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  });
  const back = await approve(new Browser(keyward), path, token);
  const code = back.searchParams.get('code') ?? '';
  const answer = await exchange(keyward, application, code, verifier, {}, headers);
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

export function userinfo(keyward: Called, accessToken: string): Promise<Answer> {
  return keyward.call('GET', '/oauth/userinfo', { token: accessToken });
}

export function assertOAuthError(answer: Answer, status: number, error: string): void {
  assert.deepEqual([answer.status, answer.body['error']], [status, error], answer.text);
}
