import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { PASSWORD } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { asText, assertRefusal, suiteKeyward } from '../expectations.ts';
import { codeOf, enrolTotp } from '../factors/enrol.ts';
import { addPerson, newSession } from '../people.ts';
import {
  addApplication,
  approve,
  authorizePath,
  Browser,
  locationOf,
  pkce,
  type TestApplication,
} from './flows.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`sign-ins of applications before the second factor on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    let application: TestApplication;
    before(async () => {
      application = await addApplication(keyward);
    });

    const path = () => {
      const { challenge } = pkce();
      return authorizePath(application, { code_challenge: challenge, code_challenge_method: 'S256' });
    };
    /** A request that waits for a person in a browser. */
    async function waiting(browser = new Browser(keyward)) {
      const page = locationOf(await browser.call('GET', path()));
      assert.match(page.pathname, /\/consent$/, 'no code without a page');
      return { browser, request: `/oauth/request/${page.searchParams.get('request') ?? ''}` };
    }
    const grants = async (accountId: number) =>
      (await keyward.database.query('select id from oauth_grants where account_id = $1', [accountId])).length;

    it('OA-5: the password alone gives no code and no consent, and the factor gives both', async () => {
      const person = await addPerson(keyward);
      const { secret } = await enrolTotp(keyward, person);
      keyward.clock.advance(60_000);
      const { browser, request } = await waiting();
      const body = { identifier: person.email, password: PASSWORD };
      const half = await browser.call('POST', '/login/password', { body });
      assertRefusal(half, 401, 'SecondFactorRequiredError');
      const challenge = asText(Object(half.body.details).challenge);
      for (const token of [undefined, challenge]) {
        const options = { ...(token !== undefined && { token }) };
        assert.equal((await browser.call('GET', request, options)).status, 401);
        const answer = await browser.call('POST', request, { ...options, body: { allow: true } });
        assert.equal(answer.status, 401, answer.text);
      }
      await waiting(browser);
      assert.equal(await grants(person.id), 0);
      const whole = await browser.call('POST', '/login/challenge', {
        body: { challenge, method: 'totp', code: codeOf(keyward, secret) },
      });
      const token = asText(whole.body['access_token']);
      const answer = await browser.call('POST', request, { token, body: { allow: true } });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(await grants(person.id), 1);
    });

    it('OA-5: an account that must add a factor first gives none, and neither does a browser that remembers it', async () => {
      const person = await addPerson(keyward, { verified: true });
      const remembered = new Browser(keyward);
      await approve(remembered, path(), person.token);
      const silent = locationOf(await remembered.call('GET', path()));
      assert.ok(silent.searchParams.has('code'), 'the browser remembers the session');
      const { token: superadmin } = await addSuperadmin(keyward);
      const changed = await keyward.call('PATCH', '/config/factors', {
        token: superadmin,
        body: { policy: 'everyone' },
      });
      assert.equal(changed.status, 200, changed.text);
      const given = await grants(person.id);
      await waiting(remembered);
      const { browser, request } = await waiting();
      const { token } = await newSession(keyward, person.id);
      for (const method of ['GET', 'POST']) {
        const body = method === 'POST' ? { body: { allow: true } } : {};
        assertRefusal(
          await browser.call(method, request, { token, ...body }),
          403,
          'SecondFactorEnrolmentRequiredError',
        );
      }
      assert.equal(await grants(person.id), given);
    });
  });
}
