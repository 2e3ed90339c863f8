import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestKeyward } from '../support/keyward.ts';
import { assertRefusal } from './expectations.ts';

type Json = Record<string, unknown>;

/** A JWS in compact form, made by hand, because a library would refuse to make a wrong one. */
export function compactJws(header: Json, claims: Json, sign: (input: string) => Buffer): string {
  const part = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = `${part(header)}.${part(claims)}`;
  return `${input}.${sign(input).toString('base64url')}`;
}

/** Signs with HMAC. @param header added to `alg` and `typ`, or in place of them */
export function hmacJws(secret: string | Buffer, claims: Json, header: Json & { alg?: string } = {}): string {
  const whole = { alg: 'HS256', typ: 'JWT', ...header };
  const hash = whole.alg.replace('HS', 'sha');
  return compactJws(whole, claims, (input) => createHmac(hash, secret).update(input).digest());
}

/** The generated secret that this app signs with. */
export function signingSecret(keyward: TestKeyward): string {
  return readFileSync(join(keyward.database.dataDir, 'jwt-secret'), 'utf8').trim();
}

/** The answer to the first bad token of this process. */
let sentence: unknown;

/** Asserts that every route refuses a token, with the same answer as for any bad token. */
export async function assertNowhereAccepted(keyward: TestKeyward, token: string): Promise<void> {
  const answers = [
    await keyward.call('GET', '/me', { token }),
    await keyward.call('GET', '/config/counts', { token }),
    await keyward.call('POST', '/logout-all', { token }),
    await keyward.call('POST', '/token/refresh', { body: { refresh_token: token } }),
  ];
  for (const answer of answers) {
    assertRefusal(answer, 401, 'InvalidTokenError');
    sentence ??= answer.body['message'];
    assert.equal(answer.body['message'], sentence);
  }
}
