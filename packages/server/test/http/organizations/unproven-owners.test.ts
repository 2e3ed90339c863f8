import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD } from '../../support/keyward.ts';
import { until } from '../../support/until.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { suiteMailed } from '../codes/support/mailed.ts';
import { asText } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { addMember, ON, outcome } from './help.ts';

const NAME = 'You have won: https://evil.example/prize';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`owners whose mailbox nobody has proven, on ${kind}`, () => {
    const settings = { ...ON, KEYWARD_ORGANIZATIONS_CREATION: 'anyone' };
    const keyward = suiteMailed(kind, { settings });

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
