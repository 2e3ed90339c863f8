import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Answer, startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { FULL, databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { asText, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import {
  addApplication,
  approve,
  authorizePath,
  Browser,
  locationOf,
  pkce,
  post,
  type TestApplication,
} from './flows.ts';
import { raceCode, raceDevice, raceDevices, raceProof, raceRefresh } from './racing.ts';

const ROUNDS = FULL ? 20 : 2;
const AT_ONCE = 100;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`single use, on two instances, ${kind}`, () => {
    let second: TestKeyward;
    let application: TestApplication;
    // Registered before the hook that drops the database.
    after(() => second[Symbol.asyncDispose]());
    const keyward = suiteKeyward(kind);
    before(async () => {
      const { database, clock } = keyward;
      second = await startKeyward(kind, {
        database,
        clock,
        settings: { KEYWARD_PUBLIC_URL: keyward.url },
      });
      application = await addApplication(keyward);
      await second.app.services.runtimeSettings.catchUp();
    });

    const racers = () => ({ first: keyward, second, atOnce: AT_ONCE });
    /** The browser of somebody who has agreed, and their access token. */
    async function agreed(): Promise<{ browser: Browser; token: string }> {
      const { token } = await addPerson(keyward);
      const browser = new Browser(keyward);
      const { challenge } = pkce();
      const path = authorizePath(application, { code_challenge: challenge, code_challenge_method: 'S256' });
      await approve(browser, path, token);
      return { browser, token };
    }

    it('OA-1: a code is exchanged once', async () => {
      const { browser } = await agreed();
      for (let round = 0; round < ROUNDS; round += 1) await raceCode(racers(), browser, application);
    });

    it('a replayed proof does not end the grant of the first', async () => {
      const { browser } = await agreed();
      for (let round = 0; round < ROUNDS; round += 1)
        await raceProof({ ...racers(), atOnce: 16 }, browser, application);
    });

    it('a refresh token has one successor, and works once after its grace', async () => {
      const { browser } = await agreed();
      for (let round = 0; round < ROUNDS; round += 1) await raceRefresh(racers(), browser, application);
    });

    it('a device is let in once', async () => {
      const { token } = await addPerson(keyward);
      const tv = await addApplication(keyward, { type: 'native', redirect_uris: [] });
      for (let round = 0; round < ROUNDS; round += 1) await raceDevice(racers(), token, tv);
    });

    it('devices are let in, or not, while an act ends the codes of their account', async () => {
      const tv = await addApplication(keyward, { type: 'native', redirect_uris: [] });
      for (let round = 0; round < 2 * ROUNDS; round += 1) {
        const [person, root] = await Promise.all([addPerson(keyward), addSuperadmin(keyward)]);
        const body = { account_id: person.id, status: 'inactive' };
        await raceDevices({ ...racers(), atOnce: 8 }, person.token, tv, () =>
          keyward.call('PATCH', '/account/', { token: root.token, body }),
        );
      }
    });

    it('a code for a session is made, or not, while it ends', async () => {
      for (let round = 0; round < 8 * ROUNDS; round += 1) {
        const { token } = await addPerson(keyward);
        const body = { code_challenge: pkce().challenge, return_to: 'http://localhost:5173/' };
        const [answer, ended] = await Promise.all([
          keyward.call('POST', '/token/code', { token, body }),
          second.call('POST', '/logout', { token }),
        ]);
        assert.equal(ended.status, 200, ended.text);
        assert.ok([200, 401, 503].includes(answer.status), answer.text);
      }
    });

    it('a request is answered, or not, while its session ends', async () => {
      for (let round = 0; round < 4 * ROUNDS; round += 1) {
        const [{ token }, browser] = [await addPerson(keyward), new Browser(keyward)];
        const path = authorizePath(application, {
          code_challenge: pkce().challenge,
          code_challenge_method: 'S256',
        });
        const id = locationOf(await browser.call('GET', path)).searchParams.get('request') ?? '';
        const answering = { token, body: { allow: true }, headers: browser.headers };
        const [answer] = await Promise.all([
          keyward.call('POST', `/oauth/request/${id}`, answering),
          second.call('POST', '/logout', { token }),
        ]);
        assert.ok([200, 401].includes(answer.status), answer.text);
      }
    });

    it('a request is answered once, and a pushed one opened once', async () => {
      const { token } = await addPerson(keyward);
      const browser = new Browser(keyward);
      const { challenge } = pkce();
      const parameters = { code_challenge: challenge, code_challenge_method: 'S256' };
      const page = await browser.call('GET', authorizePath(application, parameters));
      const id = new URL(page.headers.get('location') ?? '').searchParams.get('request') ?? '';
      const both = (use: (instance: TestKeyward) => Promise<Answer>) =>
        Promise.all(Array.from({ length: AT_ONCE }, (_, index) => use(index % 2 === 0 ? keyward : second)));
      const answers = await both((instance) =>
        instance.call('POST', `/oauth/request/${id}`, {
          token,
          body: { allow: true },
          headers: browser.headers,
        }),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      const query = new URL(authorizePath(application, parameters), keyward.url).searchParams;
      const pushed = await post(keyward, 'par', application, Object.fromEntries(query));
      const uri = encodeURIComponent(asText(pushed.body['request_uri']));
      const opened = await both((instance) =>
        instance.call('GET', `/oauth/authorize?client_id=${application.id}&request_uri=${uri}`),
      );
      assert.equal(opened.filter(({ status }) => status === 303).length, 1);
    });
  });
}
