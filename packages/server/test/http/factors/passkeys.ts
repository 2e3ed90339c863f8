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

/** Begins an enrolment. */
export async function beginEnrolment(
  keyward: TestKeyward,
  token: string,
): Promise<{ challenge: string; options: CreationOptions }> {
  const answer = await keyward.call('POST', '/account/passkeys/options', { token });
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

/** Finishes an enrolment. */
export function finishEnrolment(
  keyward: TestKeyward,
  token: string,
  body: { challenge: string; credential: Registration; name?: string },
): Promise<Answer> {
  return keyward.call('POST', '/account/passkeys', { token, body });
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
