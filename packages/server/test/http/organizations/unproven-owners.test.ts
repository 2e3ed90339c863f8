import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD } from '../../support/keyward.ts';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { until } from '../../support/until.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { suiteMailed } from '../codes/support/mailed.ts';
import { asText } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { connect, CONNECTIONS_ON, signInBy } from '../connections/help.ts';
import { assertSignedIn } from '../providers/harness.ts';
import { addMember, addOrganization, membersOf, outcome } from './help.ts';

const NAME = 'You have won: https://evil.example/prize';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`owners whose mailbox nobody has proven, on ${kind}`, () => {
    const provider = suiteOidcProvider();
    const settings = { ...CONNECTIONS_ON, KEYWARD_ORGANIZATIONS_CREATION: 'anyone' };
    const keyward = suiteMailed(kind, { settings });

    /** A member of an organization by its connection, with an email outside of its domains. */
    async function addByConnection(role: string) {
      const [root, owner] = [await addSuperadmin(keyward), await addPerson(keyward, { verified: true })];
      const acme = await addOrganization(keyward, root, owner);
      const connection = await connect(keyward, owner, acme, provider, { mapping: { staff: [role] } });
      const email = `${role}@elsewhere.example`;
      const user = { sub: email, email, name: 'Em', groups: ['staff'] };
      const member = await assertSignedIn(keyward, await signInBy(keyward, connection, provider, user));
      return { root, owner, acme, token: member.token, id: Number(member.account['id']) };
    }

    it('O20-3: are not made by members, nor by a mapping', async () => {
      const { root, owner, acme, id: heir } = await addByConnection('owner');
      assert.deepEqual((await membersOf(keyward, root, acme))[heir], ['member']);
      const give = (token: string) => [
        keyward.call('PATCH', `${acme.path}/member/${heir}`, { token, body: { roles: ['owner'] } }),
        keyward.call('POST', `${acme.path}/transfer`, { token, body: { account_id: heir } }),
      ];
      for (const answer of await Promise.all(give(owner.token)))
        assert.equal(outcome(answer), '422 ValidationError', answer.text);
      for (const answer of await Promise.all(give(root.token))) assert.equal(outcome(answer), 'ok');
    });

    it('O21-2: are not led to a proof of their email that ends a membership by a connection', async () => {
      const { acme, token } = await addByConnection('admin');
      const body = { emails: ['friend@elsewhere.example'] };
      const refused = await keyward.call('POST', `${acme.path}/invitation`, { token, body });
      assert.equal(outcome(refused), '403 PermissionMissingError', refused.text);
      assert.match(asText(refused.body['message']), /invite you/);
    });

    it('O7-9: cannot mail the name of their organization to a stranger', async () => {
      const eve = await addPerson(keyward);
      const [root, owner] = [await addSuperadmin(keyward), await addPerson(keyward, { verified: true })];
      const made = await keyward.call('POST', '/organization/', { token: eve.token, body: { name: NAME } });
      assert.equal(outcome(made), 'ok', made.text);
      const id = asText(made.body['id']);
      const path = `/organization/${id}`;
      await addMember(keyward, root, { id, path }, owner, 'owner');
      const deleted = await keyward.call('DELETE', path, { token: eve.token });
      assert.equal(outcome(deleted), 'ok', deleted.text);
      const body = { current_password: PASSWORD, password: `${PASSWORD}-2` };
      const changed = await keyward.call('PUT', '/update/password', { token: eve.token, body });
      assert.equal(outcome(changed), 'ok', changed.text);
      const subjects = (email: string) =>
        keyward.mail.mailsTo(email).map(({ parsed }) => parsed.subject ?? '');
      await until(() => subjects(owner.email).length === 1, 'the mail to the proven owner');
      await until(() => subjects(eve.email).some((one) => one.includes('password')), 'the later mail');
      assert.match(subjects(owner.email)[0] ?? '', /You have won/);
      assert.deepEqual(
        subjects(eve.email).filter((one) => /won|deleted/.test(one)),
        [],
      );
    });
  });
}
