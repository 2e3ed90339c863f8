import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holdAccount } from '../../support/hold-account.ts';
import { assertError } from '../../support/keyward.ts';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { connect, CONNECTIONS_ON, signInBy } from '../connections/help.ts';
import { suiteKeyward } from '../expectations.ts';
import { addMember } from '../organizations/help.ts';
import { accountRow, addPerson, newSession } from '../people.ts';
import { assertFailed, assertSignedIn } from '../providers/harness.ts';
import { addProvider, addStage, onUser, refusal, USER } from './help.ts';

const GRACE_DAYS = 7;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`deletions that the owners of accounts have requested, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: { ...CONNECTIONS_ON, KEYWARD_SIGNUP_DELETION_GRACE_DAYS: String(GRACE_DAYS) },
    });
    const identity = suiteOidcProvider();
    let serial = 0;

    const deletionOf = async (id: number) => (await accountRow(keyward, id))['deletion_at'];
    const requestDeletion = async (id: number, token: string) => {
      const asked = await keyward.call('DELETE', '/me', { token });
      assert.equal(asked.status, 200, asked.text);
      return deletionOf(id);
    };

    it('O7-1: are neither moved nor cancelled by provisioning', async () => {
      const { provider } = await addStage(keyward);
      const made = await provider.add();
      const [row] = await keyward.database.query('select id from accounts where uid = $1', [made.id]);
      const id = Number(row?.['id']);
      const asked = await requestDeletion(id, (await newSession(keyward, id)).token);
      keyward.clock.advance(60_000);
      assert.equal((await provider.send('DELETE', onUser(made))).status, 204);
      assert.equal(await deletionOf(id), asked);
      const again = { schemas: [USER], userName: made['userName'] };
      assert.equal(refusal(await provider.send('POST', '/Users', again)), '409 uniqueness');
      assert.equal(await deletionOf(id), asked);
    });

    it(
      'O15-7: are not cancelled by provisioning that has begun before',
      { skip: kind === 'sqlite' && 'its writers wait for no row' },
      async () => {
        const { provider } = await addStage(keyward);
        const email = `late@${provider.domain}`;
        const { id, token } = await addPerson(keyward, { email, verified: true });
        await using account = await holdAccount(keyward.database.url, id);
        const leaving = keyward.call('DELETE', '/me', { token });
        await account.waiters(1);
        const provisioned = provider.send('POST', '/Users', { schemas: [USER], userName: email });
        await account.waiters(2);
        await account.release();
        assert.equal((await leaving).status, 200);
        assert.equal(refusal(await provisioned), '409 uniqueness');
        assert.notEqual(await deletionOf(id), null);
      },
    );

    it('O15-5: are not those of a connection, which count until another speaks for the organization', async () => {
      const { cast, acme, provider } = await addStage(keyward);
      const gone = async () => {
        const made = await provider.add();
        assert.equal((await provider.send('DELETE', onUser(made))).status, 204);
        const columns = 'select id, email, deletion_at from accounts where uid = $1';
        const [row = {}] = await keyward.database.query(columns, [made.id]);
        assert.notEqual(row['deletion_at'], null);
        return { id: Number(row['id']), email: String(row['email']) };
      };
      const [ada, grace] = [await gone(), await gone()];
      const connection = await connect(keyward, cast.owner, acme, identity);
      const enter = () =>
        signInBy(keyward, connection, identity, { sub: ada.email, email: ada.email, name: 'Ada' });
      assertFailed(await enter(), 'account_inactive');
      const off = { token: cast.root.token, body: { status: 'disabled' } };
      assert.equal((await keyward.call('PATCH', provider.path, off)).status, 200);
      await assertSignedIn(keyward, await enter());
      const next = await addProvider(keyward, cast.root, acme);
      await next.add({ userName: grace.email });
      assert.deepEqual([await deletionOf(ada.id), await deletionOf(grace.id)], [null, null]);
    });

    for (const joining of ['none', 'require'])
      it(`O7-1: are cancelled by their owner alone, with a connection that has taken over the account (${joining})`, async () => {
        const { cast, acme, provider: scim } = await addStage(keyward);
        const connection = await connect(keyward, cast.owner, acme, identity);
        const ada = await addPerson(keyward, {
          email: `ada${(serial += 1)}@${scim.domain}`,
          verified: true,
        });
        await addMember(keyward, cast.root, acme, ada, 'member');
        const enter = () =>
          signInBy(keyward, connection, identity, { sub: ada.email, email: ada.email, name: 'Ada' });
        await assertSignedIn(keyward, await enter());
        const asked = await requestDeletion(ada.id, ada.token);
        const domain = { token: cast.owner.token, body: { joining } };
        const set = await keyward.call('PATCH', `${acme.path}/domain/${scim.domain}`, domain);
        assert.equal(set.status, 200, set.text);
        assertFailed(await enter(), 'account_elsewhere');
        assert.equal(await deletionOf(ada.id), asked);
        const { token } = await keyward.logIn(ada.email);
        assert.equal(await deletionOf(ada.id), null);
        if (joining === 'require') {
          const body = { organization: acme.id };
          const entered = await keyward.call('POST', '/token/organization', { token, body });
          assertError(entered, 403, 'ConnectionRequiredError');
        }
        await assertSignedIn(keyward, await enter());
      });
  });
}
