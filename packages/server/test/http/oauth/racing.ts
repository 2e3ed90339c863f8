import assert from 'node:assert/strict';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Answer, TestKeyward } from '../../support/keyward.ts';
import { asText } from '../expectations.ts';
import {
  authorizePath,
  type Browser,
  exchange,
  locationOf,
  pkce,
  post,
  type TestApplication,
} from './flows.ts';

/** Many who use one thing at the same time, on two instances of one database. */
export interface Race {
  first: TestKeyward;
  second: TestKeyward;
  atOnce: number;
}

function all({ first, second, atOnce }: Race, use: (instance: TestKeyward) => Promise<Answer>) {
  return Promise.all(Array.from({ length: atOnce }, (_, index) => use(index % 2 === 0 ? first : second)));
}

const won = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200);

const tally = (answers: readonly Answer[]) =>
  [...Map.groupBy(answers, ({ status, body }) => `${status} ${String(body['error'])}`)]
    .map(([name, same]) => `${name}: ${same.length}`)
    .join(', ');

/** A code of a browser that has agreed before. */
async function codeOf(browser: Browser, application: TestApplication) {
  const { verifier, challenge } = pkce();
  const path = authorizePath(application, { code_challenge: challenge, code_challenge_method: 'S256' });
  const back = locationOf(await browser.call('GET', path));
  return { verifier, code: back.searchParams.get('code') ?? '' };
}

/** A code is exchanged once. @param browser that has agreed before */
export async function raceCode(race: Race, browser: Browser, application: TestApplication): Promise<void> {
  const { verifier, code } = await codeOf(browser, application);
  const answers = await all(race, (instance) => exchange(instance, application, code, verifier));
  assert.equal(won(answers).length, 1, tally(answers));
}

/** A proof of possession for the token endpoint of the first instance. */
async function proofFor({ url, clock }: TestKeyward): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const iat = Math.floor(clock.now() / 1000);
  return new SignJWT({ htm: 'POST', htu: `${url}/auth/oauth/token`, iat, jti: 'one' })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
    .sign(privateKey);
}

/** One request with a proof, sent many times: one gets tokens, and the others do not end its grant. */
export async function raceProof(race: Race, browser: Browser, application: TestApplication): Promise<void> {
  const { verifier, code } = await codeOf(browser, application);
  const dpop = await proofFor(race.first);
  const answers = await all(race, (instance) =>
    exchange(instance, application, code, verifier, {}, { dpop }),
  );
  const refused = answers.filter(({ body }) => body['error'] === 'invalid_dpop_proof');
  assert.deepEqual([won(answers).length, refused.length], [1, race.atOnce - 1], tally(answers));
  const token = asText(won(answers)[0]?.body['refresh_token']);
  const { body } = await post(race.second, 'introspect', application, { token });
  assert.equal(body['active'], true);
}

/** A refresh token has one successor, and after its grace it counts no more. @param browser that has agreed before */
export async function raceRefresh(race: Race, browser: Browser, application: TestApplication): Promise<void> {
  const { verifier, code } = await codeOf(browser, application);
  const { body } = await exchange(race.first, application, code, verifier);
  const use = (instance: TestKeyward) =>
    post(instance, 'token', application, {
      grant_type: 'refresh_token',
      refresh_token: asText(body['refresh_token']),
    });
  const answers = await all(race, use);
  assert.equal(won(answers).length, race.atOnce, tally(answers));
  assert.equal(new Set(answers.map((answer) => answer.body['refresh_token'])).size, 1);
  race.first.clock.advance(30_001);
  assert.equal(won(await all(race, use)).length, 0);
}

/** @param token of the person who lets the device in @returns its poll */
async function allowedDevice({ first, second }: Race, token: string, device: TestApplication) {
  const { body } = await post(first, 'device', device, { scope: 'openid' });
  const path = `/oauth/device/${asText(body['user_code'])}`;
  await first.call('GET', path, { token });
  await second.call('POST', path, { token, body: { allow: true } });
  return (instance: TestKeyward) =>
    post(instance, 'token', device, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: asText(body['device_code']),
    });
}

/** A device is let in once. @param token of the person who lets it in */
export async function raceDevice(race: Race, token: string, device: TestApplication): Promise<void> {
  const answers = await all(race, await allowedDevice(race, token, device));
  assert.equal(won(answers).length, 1, tally(answers));
}

/** Devices are let in while an act ends all codes of their account. @param end the act */
export async function raceDevices(
  race: Race,
  token: string,
  device: TestApplication,
  end: () => Promise<Answer>,
): Promise<void> {
  const polls = [];
  for (let count = 0; count < race.atOnce; count += 1) polls.push(await allowedDevice(race, token, device));
  const [ended, ...answers] = await Promise.all([end(), ...polls.map((poll) => poll(race.second))]);
  assert.equal(ended.status, 200, ended.text);
  assert.ok(
    answers.every(({ status }) => status === 200 || status === 400),
    tally(answers),
  );
}
