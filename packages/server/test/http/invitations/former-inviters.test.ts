import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOST_ACTOR } from '../../../src/features/audit/actors/actor.ts';
import { holdAccount } from '../../support/hold-account.ts';
import { PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { linkIn } from '../../support/mail-server.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { addMember, suiteMailed } from '../codes/support/mailed.ts';
import { asObject, assertRefusal } from '../expectations.ts';

const ENDS: Record<string, readonly [method: string, fields: Record<string, unknown>]> = {
  demoted: ['PATCH', { role: 'user' }],
  suspended: ['PATCH', { status: 'suspended' }],
  deleted: ['DELETE', {}],
};

let serial = 0;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`invitations of former superadmins on ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: { KEYWARD_LIMIT_MAILBOX: '1000/1h' } });

    async function tokenFor(email: string): Promise<string> {
      return new URL(linkIn(await keyward.mail.nextMail(email))).searchParams.get('token') ?? '';
    }

    async function invite(
      { token }: SignedUp,
      role: string,
      email = `invited${(serial += 1)}@example.org`,
    ): Promise<{ id: number; email: string; token: string }> {
      const body = { email, name: 'Ada', role };
      const answer = await keyward.call('POST', '/invitation/', { token, body });
      assert.equal(answer.status, 201, answer.text);
      return { id: Number(answer.body['id']), email, token: await tokenFor(email) };
    }

    const check = (token: string) => keyward.call('POST', '/invitation/check', { body: { token } });
    const accept = (token: string) =>
      keyward.call('POST', '/signup/invitation', { body: { token, password: PASSWORD } });

    const end = ({ token }: SignedUp, { id }: SignedUp, [method, fields]: (typeof ENDS)[string]) =>
      keyward.call(method, '/account/', { token, body: { account_id: id, ...fields } });

    for (const [how, way] of Object.entries(ENDS))
      it(`make no superadmin once the inviter is ${how}, until another superadmin sends them again`, async () => {
        const [root, inviter] = [await addSuperadmin(keyward), await addSuperadmin(keyward)];
        const invited = await invite(inviter, 'superadmin');
        const { email } = await addMember(keyward, { verified: false });
        const toUnproven = await invite(inviter, 'superadmin', email);
        const plain = await invite(inviter, 'editor');
        assert.equal((await end(root, inviter, way)).status, 200);
        for (const { token } of [invited, toUnproven])
          for (const refused of [await check(token), await accept(token)])
            assertRefusal(refused, 400, 'InvitationInvalidError');
        const [other] = await keyward.database.query('select role from accounts where email = $1', [email]);
        assert.equal(other?.['role'], 'user');
        assert.equal((await accept(plain.token)).status, 200);

        const again = await keyward.call('POST', `/invitation/${invited.id}/resend`, { token: root.token });
        assert.equal(again.body['created_by'], root.id, again.text);
        const accepted = await accept(await tokenFor(invited.email));
        assert.equal(asObject(accepted.body['account'])['role'], 'superadmin', accepted.text);
      });

    it('are good while the inviter is a superadmin, and if the host sent them', async () => {
      const inviter = await addSuperadmin(keyward);
      assert.equal((await accept((await invite(inviter, 'superadmin')).token)).status, 200);
      const email = 'of.the.host@example.org';
      const fields = { email, name: 'Ada', role: 'superadmin', frontend: null };
      await keyward.app.services.invitations.create(HOST_ACTOR, fields);
      assert.equal((await accept(await tokenFor(email))).status, 200);
    });

    if (kind === 'postgres')
      it('wait for the demotion of the inviter that has begun', async () => {
        const [root, inviter] = [await addSuperadmin(keyward), await addSuperadmin(keyward)];
        const { token } = await invite(inviter, 'superadmin');
        await using held = await holdAccount(keyward.database.url, inviter.id);
        const demotion = end(root, inviter, ['PATCH', { role: 'user' }]);
        await held.waiters(1);
        const acceptance = accept(token);
        await held.waiters(2);
        await held.release();
        assert.equal((await demotion).status, 200);
        assertRefusal(await acceptance, 400, 'InvitationInvalidError');
      });
  });
}
