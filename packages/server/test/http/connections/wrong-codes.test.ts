import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBrowser } from '../../support/browser.ts';
import { startOidcProvider } from '../../support/oidc-provider.ts';
import { PASSWORD } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { asObject, asText, suiteKeyward } from '../expectations.ts';
import { codeOf, enrolTotp, wrongCodeOf } from '../factors/enrol.ts';
import { addAcme, addCast } from '../organizations/help.ts';
import { addPerson } from '../people.ts';
import { connect, CONNECTIONS_ON, signInBy, verifyDomain } from './help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`wrong codes after the word of a connection, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });

    it('end for its organization after ten in a day, and lock nobody out elsewhere', async () => {
      await using provider = await startOidcProvider();
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      await verifyDomain(keyward, acme, 'codes.example');
      const ada = await addPerson(keyward, { email: 'ada@codes.example', verified: true });
      const { secret } = await enrolTotp(keyward, ada);
      const answer = async (challenge: string, code: string, cookie?: string) =>
        keyward.call('POST', '/login/challenge', {
          body: { challenge, method: 'totp', code },
          ...(cookie !== undefined && { headers: { cookie } }),
        });
      /** Answers a sign-in by another connection of the organization with wrong codes. */
      async function guess(): Promise<number[]> {
        const connection = await connect(keyward, cast.owner, acme, provider);
        const browser = createBrowser();
        const user = { sub: 'ada', email: ada.email, name: 'Ada' };
        const challenge = (await signInBy(keyward, connection, provider, user, browser)).get('challenge');
        assert.ok(challenge !== null);
        const address = `${keyward.url}/auth/login/challenge`;
        const cookie = `keyward_challenge=${browser.cookie(address, 'keyward_challenge')}`;
        const statuses = [];
        for (let count = 0; count < 5; count += 1)
          statuses.push((await answer(challenge, wrongCodeOf(keyward, secret), cookie)).status);
        return statuses;
      }
      const wrong = [401, 401, 401, 401, 401];
      assert.deepEqual([await guess(), await guess()], [wrong, wrong]);
      assert.deepEqual(await guess(), [429, 429, 429, 429, 429]);

      const body = { identifier: ada.email, password: PASSWORD };
      const first = await keyward.call('POST', '/login', { body });
      const challenge = asText(asObject(first.body['details'])['challenge']);
      keyward.clock.advance(30_000);
      const entered = await answer(challenge, codeOf(keyward, secret));
      assert.equal(entered.status, 200, entered.text);
    });

    it('and wrong passwords have no limits of their own at a browser of the provider', async () => {
      await using provider = await startOidcProvider();
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      await verifyDomain(keyward, acme, 'guesses.example');
      const { email } = await addPerson(keyward, { email: 'ada@guesses.example', verified: true });
      const connection = await connect(keyward, cast.owner, acme, provider);
      const statuses: number[] = [];
      for (let browsers = 0; browsers < 2; browsers += 1) {
        const browser = createBrowser();
        await signInBy(keyward, connection, provider, { sub: 'ada', email, name: 'Ada' }, browser);
        const device = browser.cookie(`${keyward.url}/auth/login`, 'keyward_device');
        const headers = device === undefined ? {} : { cookie: `keyward_device=${device}` };
        for (let count = 0; count < 9; count += 1) {
          const body = { identifier: email, password: `Wrong ${count} ${browsers} x` };
          statuses.push((await keyward.call('POST', '/login', { body, headers })).status);
        }
      }
      assert.deepEqual([statuses.indexOf(429), statuses.lastIndexOf(401)], [10, 9]);
    });
  });
}
