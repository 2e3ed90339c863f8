import assert from 'node:assert/strict';
import type {
  Assertion,
  Authenticator,
  CreationOptions,
  Lies,
  Registration,
  RequestOptions,
} from '../../support/authenticator.ts';
import type { Answer, TestKeyward } from '../../support/keyward.ts';
import { proveMailbox } from '../people.ts';

/** Begins an enrolment. */
export async function beginEnrolment(
  keyward: TestKeyward,
  token: string,
): Promise<{ challenge: string; options: CreationOptions }> {
  await proveMailbox(keyward, token);
  const answer = await keyward.call('POST', '/account/passkeys/options', { token });
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

/** Finishes an enrolment. */
export function finishEnrolment(
  keyward: TestKeyward,
  token: string,
  body: { challenge: string; credential: Registration; name?: string },
  headers: Record<string, string> = {},
): Promise<Answer> {
  return keyward.call('POST', '/account/passkeys', { token, body, headers });
}

/** Enrols a passkey. @returns the answer */
export async function enrol(
  keyward: TestKeyward,
  token: string,
  authenticator: Authenticator,
  { name, ...lies }: Lies & { name?: string } = {},
): Promise<Answer> {
  const { challenge, options } = await beginEnrolment(keyward, token);
  const credential = authenticator.create(options, keyward.url, lies);
  return finishEnrolment(keyward, token, { challenge, credential, ...(name !== undefined && { name }) });
}

/** Begins a sign-in. */
export async function beginSignIn(
  keyward: TestKeyward,
): Promise<{ challenge: string; options: RequestOptions }> {
  const answer = await keyward.call('POST', '/login/passkey/options');
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

/** Finishes a sign-in. */
export function finishSignIn(
  keyward: TestKeyward,
  body: { challenge: string; credential: Assertion },
): Promise<Answer> {
  return keyward.call('POST', '/login/passkey', { body });
}

/** Signs in with the newest passkey. @returns the answer */
export async function signIn(
  keyward: TestKeyward,
  authenticator: Authenticator,
  lies: Lies = {},
): Promise<Answer> {
  const { challenge, options } = await beginSignIn(keyward);
  return finishSignIn(keyward, { challenge, credential: authenticator.get(options, keyward.url, lies) });
}

const text = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64url');
const attested = (hex: string) => ({ attestationObject: text(Buffer.from(hex, 'hex')) });

/** Responses of an authenticator, or parts of them, that are only base64url. */
export const MEANINGLESS: readonly object[] = [
  { clientDataJSON: text('not json') },
  { clientDataJSON: text('null') },
  { clientDataJSON: text('[]') },
  { clientDataJSON: text('{"origin":{}}') },
  { clientDataJSON: text(Buffer.from([0xff, 0xfe])) },
  attested('00'),
  attested('a0'),
  attested('f6'),
  attested('bf'),
  attested('5b7fffffffffffffff'),
  attested('9b7fffffffffffffff'),
  attested('81'.repeat(20_000)),
  attested('a363666d74646e6f6e656761747453746d74a068617574684461746140'),
  attested(`a16861757468446174615825${'0'.repeat(74)}`),
];
