import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD } from '../../support/keyward.ts';
import { linkIn } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { suiteMailed } from '../codes/support/mailed.ts';
import { asObject, asText, assertRefusal } from '../expectations.ts';
import { newSession } from '../people.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`invitations to the unproven mailbox of a superadmin on ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: { KEYWARD_LIMIT_MAILBOX: '1000/1h' } });

    it('P7-7: take neither the role nor the fields of the account, also of the last one', async () => {
      const root = await addSuperadmin(keyward);
      const email = 'moved@example.org';
      const moved = await keyward.call('PATCH', '/me', {
        token: root.token,
        body: { email, name: 'Root', metadata: { own: 1 }, current_password: PASSWORD },
      });
      assert.equal(moved.status, 200, moved.text);
      const { token } = await newSession(keyward, root.id);
      const scopes = ['invitations:write', 'accounts:write'];
      const made = await keyward.call('POST', '/apikey/', { token, body: { name: 'inviter', scopes } });
      const key = asText(made.body['key']);
      const change = { account_id: root.id, role: 'editor' };
      const control = await keyward.call('PATCH', '/account/', { token: key, body: change });
      assertRefusal(control, 403, 'ScopeMissingError');

      const fields = { role: 'editor', name: 'Eve', metadata: { by: 'key' }, app_metadata: { by: 'key' } };
      const invited = await keyward.call('POST', '/invitation/', { token: key, body: { email, ...fields } });
      assert.equal(invited.status, 201, invited.text);
      const mails = () =>
        keyward.mail.mailsTo(email).filter(({ parsed }) => parsed.text?.includes('invitation?'));
      await until(() => mails().length === 1, 'the invitation');
      const [mail] = mails();
      assert.ok(mail);
      const link = new URL(linkIn(mail));
      const accepted = await keyward.call('POST', '/signup/invitation', {
        body: { token: link.searchParams.get('token') ?? '', password: `${PASSWORD}-2` },
      });
      assert.equal(accepted.status, 200, accepted.text);
      const account = asObject(accepted.body['account']);
      assert.deepEqual(
        ['id', 'role', 'name', 'metadata', 'app_metadata', 'email_verified'].map((field) => account[field]),
        [root.id, 'superadmin', 'Root', { own: 1 }, {}, true],
      );
      const old = await keyward.call('GET', '/me', { token: root.token });
      assertRefusal(old, 401, 'SessionDestroyedError');
    });
  });
}
