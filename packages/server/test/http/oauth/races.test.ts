import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DATABASES } from '../../support/databases.ts';
import { type Answer, startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { FULL } from '../../support/usual-size.ts';
import { asText, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import {
  addApplication,
  approve,
  authorizePath,
  Browser,
  exchange,
  pkce,
  post,
  signInWith,
  type TestApplication,
} from './flows.ts';

const ROUNDS = FULL ? 20 : 2;
const AT_ONCE = 100;

for (const kind of DATABASES) {
  describe(`what works once, on two instances, ${kind}`, () => {
    let second: TestKeyward;
    let application: TestApplication;
    // Registered before the hook that drops the database.
    after(() => second[Symbol.asyncDispose]());
    const keyward = suiteKeyward(kind);
    before(async () => {
      const { database, clock } = keyward;
      second = await startKeyward(kind, { database, clock });
      application = await addApplication(keyward);
      await second.app.services.runtimeSettings.catchUp();
    });

    const race = (use: (instance: TestKeyward) => Promise<Answer>) =>
      Promise.all(Array.from({ length: AT_ONCE }, (_, index) => use(index % 2 === 0 ? keyward : second)));
    const tally = (answers: readonly Answer[]) =>
      [...Map.groupBy(answers, ({ status, body }) => `${status} ${String(body['error'])}`)]
        .map(([name, all]) => `${name}: ${all.length}`)
        .join(', ');
    const won = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200);

    it('OA-1: a code is exchanged once', async () => {
      const { token } = await addPerson(keyward);
      for (let round = 0; round < ROUNDS; round += 1) {
        const { verifier, challenge } = pkce();
        const path = authorizePath(application, { code_challenge: challenge, code_challenge_method: 'S256' });
        const back = await approve(new Browser(keyward), path, token);
        const code = back.searchParams.get('code') ?? '';
        const answers = await race((instance) => exchange(instance, application, code, verifier));
        assert.equal(won(answers).length, 1, tally(answers));
      }
    });

    it('a refresh token has one successor, and works once after its grace', async () => {
      const { token } = await addPerson(keyward);
      for (let round = 0; round < ROUNDS; round += 1) {
        const first = await signInWith(keyward, application, token);
        const use = (instance: TestKeyward) =>
          post(instance, 'token', application, {
            grant_type: 'refresh_token',
            refresh_token: first['refresh_token'] ?? '',
          });
        const answers = await race(use);
        assert.equal(new Set(answers.map(({ body }) => body['refresh_token'])).size, 1);
        assert.equal(won(answers).length, AT_ONCE);
        keyward.clock.advance(30_001);
        assert.equal(won(await race(use)).length, 0);
      }
    });

    it('a device is let in once', async () => {
      const { token } = await addPerson(keyward);
      const tv = await addApplication(keyward, { type: 'native', redirect_uris: [] });
      for (let round = 0; round < ROUNDS; round += 1) {
        const { body } = await post(keyward, 'device', tv, { scope: 'openid' });
        const path = `/oauth/device/${asText(body['user_code'])}`;
        await keyward.call('GET', path, { token });
        await second.call('POST', path, { token, body: { allow: true } });
        const answers = await race((instance) =>
          post(instance, 'token', tv, {
            grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
            device_code: asText(body['device_code']),
          }),
        );
        assert.equal(won(answers).length, 1);
      }
    });

    it('a request is answered once, and a pushed one opened once', async () => {
      const { token } = await addPerson(keyward);
      const browser = new Browser(keyward);
      const { challenge } = pkce();
      const parameters = { code_challenge: challenge, code_challenge_method: 'S256' };
      const page = await browser.call('GET', authorizePath(application, parameters));
      const id = new URL(page.headers.get('location') ?? '').searchParams.get('request') ?? '';
      const answers = await race((instance) =>
        instance.call('POST', `/oauth/request/${id}`, {
          token,
          body: { allow: true },
          headers: browser.headers,
        }),
      );
      assert.equal(won(answers).length, 1);
      const query = new URL(authorizePath(application, parameters), keyward.url).searchParams;
      const pushed = await post(keyward, 'par', application, Object.fromEntries(query));
      const uri = encodeURIComponent(asText(pushed.body['request_uri']));
      const opened = await race((instance) =>
        instance.call('GET', `/oauth/authorize?client_id=${application.id}&request_uri=${uri}`),
      );
      assert.equal(opened.filter(({ status }) => status === 303).length, 1);
    });
  });
}
