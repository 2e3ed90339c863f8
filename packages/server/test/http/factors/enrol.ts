import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import { type SignedUp, type TestKeyward } from '../../support/keyward.ts';
import { asObject, asText } from '../expectations.ts';
import { proveMailbox } from '../people.ts';

export interface EnrolledTotp {
  secret: string;
  /** The recovery codes that came with it. */
  codes: string[];
}

/** The code that an app with this secret shows now, or some steps later or earlier. */
export function codeOf(keyward: TestKeyward, secret: string, steps = 0): string {
  return TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: keyward.clock.now() + steps * 30_000,
  });
}

/** A code that the app shows minutes later, and that differs from the present one. */
export function wrongCodeOf(keyward: TestKeyward, secret: string): string {
  const right = new Set([-1, 0, 1].map((steps) => codeOf(keyward, secret, steps)));
  const wrong = [7, 8, 9, 10].map((steps) => codeOf(keyward, secret, steps));
  return wrong.find((code) => !right.has(code)) ?? '';
}

/** A secret that waits for its confirmation. */
export async function beginTotp(keyward: TestKeyward, token: string): Promise<string> {
  await proveMailbox(keyward, token);
  const begun = await keyward.call('POST', '/account/totp', { token });
  assert.equal(begun.status, 200, begun.text);
  return asText(begun.body['secret']);
}

/** Adds an authenticator app to an account without factors. */
export async function enrolTotp(
  keyward: TestKeyward,
  { token }: Pick<SignedUp, 'token'>,
): Promise<EnrolledTotp> {
  const secret = await beginTotp(keyward, token);
  const body = { code: codeOf(keyward, secret) };
  const confirmed = await keyward.call('POST', '/account/totp/confirm', { token, body });
  assert.equal(confirmed.status, 200, confirmed.text);
  return { secret, codes: textsOf(confirmed.body['recovery_codes']) };
}

export function textsOf(value: unknown): string[] {
  assert.ok(Array.isArray(value), 'not a list');
  return value.map(asText);
}

/** The answer of `GET account/factors`. */
export async function factorsOf(keyward: TestKeyward, token: string): Promise<Record<string, unknown>> {
  const answer = await keyward.call('GET', '/account/factors', { token });
  assert.equal(answer.status, 200, answer.text);
  return asObject(answer.body);
}
