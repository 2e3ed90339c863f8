import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CLIENT, suiteOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { connect, CONNECTIONS_ON, signInBy } from '../connections/help.ts';
import { suiteKeyward } from '../expectations.ts';
import { membersOf } from '../organizations/help.ts';
import { addPerson } from '../people.ts';
import { assertFailed, assertSignedIn } from '../providers/harness.ts';
import { addStage, GROUP, onUser, patch } from './help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`sign-ins of provisioned people on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });
    const idp = suiteOidcProvider();

    it('lead to the provisioned account, with the roles of its groups, while it is active', async () => {
      const { cast, acme, provider } = await addStage(keyward, {
        mapping: { engineers: ['admin'] },
        keep_roles: true,
        oidc: { issuer: idp.issuer, client_id: CLIENT.id, client_secret: CLIENT.secret },
      });
      idp.register([`${keyward.url}/auth/connection/${provider.id}/callback`]);
      const ada = await provider.add();
      await provider.send('POST', '/Groups', {
        schemas: [GROUP],
        displayName: 'engineers',
        members: [{ value: ada.id }],
      });
      const user = { sub: 'ada', email: String(ada['userName']), email_verified: true, name: 'Ada' };
      const enter = () => signInBy(keyward, { id: provider.id, path: provider.path }, idp, user);
      const { account } = await assertSignedIn(keyward, await enter());
      assert.equal(account['uid'], ada.id);
      assert.deepEqual((await membersOf(keyward, cast.root, acme))[Number(account['id'])], ['admin']);
      const set = (active: boolean) =>
        provider.send('PATCH', onUser(ada), patch({ op: 'replace', path: 'active', value: active }));
      await set(false);
      assertFailed(await enter(), 'account_inactive');
      const second = await connect(keyward, cast.root, acme, { issuer: idp.issuer });
      idp.register([provider, second].map(({ id }) => `${keyward.url}/auth/connection/${id}/callback`));
      const bySecond = () => signInBy(keyward, second, idp, user);
      assertFailed(await bySecond(), 'account_inactive');
      assert.equal((await membersOf(keyward, cast.root, acme))[Number(account['id'])], undefined);
      // The word of a connection that is turned off does not count, because its provider could not take it back.
      const turn = (status: string) =>
        keyward.call('PATCH', provider.path, { token: cast.root.token, body: { status } });
      await turn('disabled');
      await assertSignedIn(keyward, await bySecond());
      await turn('active');
      assertFailed(await bySecond(), 'account_inactive');
      await set(true);
      await assertSignedIn(keyward, await enter());
      await assertSignedIn(keyward, await bySecond());
      const email = `adopted@${provider.domain}`;
      await addPerson(keyward, { email, verified: true });
      const adopted = await provider.add({ userName: email });
      assert.equal((await provider.send('DELETE', onUser(adopted))).status, 204);
      const again = { sub: 'adopted', email, email_verified: true, name: 'Grace' };
      assertFailed(
        await signInBy(keyward, { id: provider.id, path: provider.path }, idp, again),
        'account_inactive',
      );
    });
  });
}
