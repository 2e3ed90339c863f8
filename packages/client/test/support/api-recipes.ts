import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { addApplication, configure, signInWith } from '../../../server/test/http/oauth/flows.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { claimsOf } from '../../../server/test/http/expectations.ts';
import type { TestKeyward } from '../../../server/test/support/keyward.ts';

const PAGE = new URL('../../../server/docs/protect-api.md', import.meta.url);
const ISSUER = 'https://id.example.com';
const API = 'https://api.example.com';

/** The service that the recipe of an API uses, and the resource that it protects. */
export interface Protected {
  issuer: string;
  /** The origin of the API. */
  api: string;
}

/** The code of a recipe from the documentation, for a service and an API of the test. */
export function recipeOf(heading: string, { issuer, api }: Protected): string {
  const [, section = ''] = readFileSync(PAGE, 'utf8').split(`\n## ${heading}\n`);
  const blocks = [...(section.split('\n## ')[0] ?? '').matchAll(/^```\w+\n([^]*?)^```$/gm)];
  assert.ok(blocks.length > 0, `no recipe for ${heading}`);
  for (const [, code = ''] of blocks) assert.ok(code.split('\n').length <= 26, `${heading} is long`);
  const code = blocks.map(([, block]) => block).join('\n');
  return code.replaceAll(ISSUER, issuer).replaceAll(API, api).replaceAll(new URL(API).host, api);
}

/** Tokens of one account: valid and invalid ones for the API. */
export interface Tokens {
  subject: string;
  good: string;
  /** For this API, without its scope. */
  unscoped: string;
  /** For userinfo alone. */
  foreign: string;
  /** An ID token. */
  identity: string;
  /** Bound to a key. */
  bound: string;
}

/** Configures the API at a service, and signs a person in for it. */
export async function tokensFor(keyward: TestKeyward, { api }: Pick<Protected, 'api'>): Promise<Tokens> {
  const resource = `${api}/orders`;
  await configure(keyward, {
    scopes: { 'orders:read': { description: 'See your orders' } },
    resources: { [resource]: { scopes: ['orders:read'] } },
  });
  const { token } = await addPerson(keyward);
  const application = await addApplication(keyward);
  const native = await addApplication(keyward, { type: 'native', dpop_bound: true });
  const scope = 'openid orders:read';
  const given = await signInWith(keyward, application, token, { scope, resource });
  const unscoped = await signInWith(keyward, application, token, { scope: 'openid', resource });
  const foreign = await signInWith(keyward, application, token, { scope });
  const bound = await signInWith(
    keyward,
    native,
    token,
    { scope, resource },
    { dpop: await proofFor(keyward) },
  );
  return {
    subject: String(claimsOf(given['access_token'])['sub']),
    good: given['access_token'] ?? '',
    unscoped: unscoped['access_token'] ?? '',
    foreign: foreign['access_token'] ?? '',
    identity: given['id_token'] ?? '',
    bound: bound['access_token'] ?? '',
  };
}

async function proofFor(keyward: TestKeyward): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  return new SignJWT({ htm: 'POST', htu: `${keyward.url}/auth/oauth/token`, jti: randomUUID() })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
    .setIssuedAt(Math.floor(keyward.clock.now() / 1000))
    .sign(privateKey);
}

/** Sends every token to a protected API. @returns the number of answers */
export async function walkThroughApi(
  send: (path: string, init?: RequestInit) => Promise<Response>,
  { issuer, api }: Protected,
  tokens: Tokens,
): Promise<number> {
  const at = '/.well-known/oauth-protected-resource/orders';
  const ask = (token?: string, scheme = 'Bearer') =>
    send('/orders', token === undefined ? {} : { headers: { authorization: `${scheme} ${token}` } });
  const letIn = await ask(tokens.good);
  assert.equal(letIn.status, 200);
  assert.deepEqual(await letIn.json(), { of: tokens.subject });
  const [head, body, signature = ''] = tokens.good.split('.');
  const forged = [head, body, signature.split('').toReversed().join('')].join('.');
  const { foreign, identity, bound } = tokens;
  for (const token of [undefined, 'x', forged, foreign, identity, bound]) {
    const refused = await ask(token);
    assert.equal(refused.status, 401, token);
    const challenge = refused.headers.get('www-authenticate') ?? '';
    assert.ok(challenge.includes(`resource_metadata="${api}${at}"`), challenge);
  }
  assert.equal((await ask(tokens.good, 'Basic')).status, 401);
  const unscoped = await ask(tokens.unscoped);
  assert.equal(unscoped.status, 403);
  assert.match(unscoped.headers.get('www-authenticate') ?? '', /scope="orders:read"/);
  const metadata: Record<string, unknown> = { ...Object(await (await send(at)).json()) };
  assert.equal(metadata['resource'], `${api}/orders`);
  assert.deepEqual(metadata['authorization_servers'], [issuer]);
  return 10;
}
