import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { suiteKeyward } from '../expectations.ts';
import { addAcme, addCast } from '../organizations/help.ts';
import { addPerson } from '../people.ts';
import { assertSignedIn } from '../providers/harness.ts';
import { connect, CONNECTIONS_ON, signInBy, verifyDomain } from './help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`many sign-ins by a connection on ${kind}`, () => {
    const settings = { ...CONNECTIONS_ON, KEYWARD_SESSIONS_PER_ACCOUNT: '3', KEYWARD_LIMIT_CHANGES: '15/1h' };
    const keyward = suiteKeyward(kind, { settings });

    it('end each other, no session that the person began, and none of what the person may do', async () => {
      await using provider = await startOidcProvider();
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      await verifyDomain(keyward, acme, 'cap.example');
      const email = 'ada@cap.example';
      const ada = await addPerson(keyward, { email, verified: true });
      const connection = await connect(keyward, cast.owner, acme, provider);
      const enter = async () =>
        (
          await assertSignedIn(
            keyward,
            await signInBy(keyward, connection, provider, { sub: 'ada', email, name: 'Ada' }),
          )
        ).token;
      const statuses = async (tokens: string[]) => {
        const all = [];
        for (const token of tokens) all.push((await keyward.call('GET', '/me', { token })).status);
        return all;
      };
      const own = [ada.token, (await keyward.logIn(email)).token];
      const begun = [await enter(), await enter(), await enter()];
      assert.deepEqual(await statuses([...own, ...begun]), [200, 200, 401, 401, 200]);
      own.push((await keyward.logIn(email)).token);
      assert.deepEqual(await statuses([...own, ...begun]), [200, 200, 200, 401, 401, 401]);
      begun.push(await enter(), await enter());
      assert.deepEqual(await statuses([...own, ...begun.slice(3)]), [200, 200, 200, 401, 200]);
      own.push((await keyward.logIn(email)).token);
      assert.deepEqual(await statuses([...own, ...begun.slice(3)]), [401, 200, 200, 200, 401, 401]);
      // O15-3: they use up none of the limits of its owner.
      const token = await enter();
      const rename = (by: string) => keyward.call('PATCH', '/me', { token: by, body: { metadata: {} } });
      const read = (by: string) => keyward.call('GET', '/me/export', { token: by });
      for (const act of [rename, read]) {
        const answers = [];
        for (let index = 0; index < 16; index += 1) answers.push((await act(token)).status);
        assert.equal(answers.at(-1), 429);
        assert.equal((await act(own.at(-1) ?? '')).status, 200);
      }
    });
  });
}
