import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holdConnection } from '../../support/hold-account.ts';
import type { SignedUp } from '../../support/keyward.ts';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { codeFor, suiteMailed } from '../codes/support/mailed.ts';
import { connect, CONNECTIONS_ON } from '../connections/help.ts';
import { asText } from '../expectations.ts';
import { addPerson, newSession } from '../people.ts';
import { addInvitation, addMember, addOrganization, outcome, suiteCast } from './help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`what an account made before the owner of its mailbox came, on ${kind}`, () => {
    const provider = suiteOidcProvider();
    const keyward = suiteMailed(kind, { settings: { ...CONNECTIONS_ON, KEYWARD_LIMIT_MAILBOX: '1000/1h' } });
    const cast = suiteCast(keyward);

    const proveAlone = async ({ email }: SignedUp) => {
      const otp = await codeFor(keyward, 'verify', email);
      assert.equal(outcome(await keyward.call('POST', '/link/verify', { body: { email, otp } })), 'ok');
    };
    const accept = async ({ token }: SignedUp, id: string) =>
      outcome(await keyward.call('POST', '/invitation/accept', { token, body: { id } }));

    it('O18-1: leaves out what the owner makes in the same moment', async () => {
      const owner = await addPerson(keyward);
      const acme = await addOrganization(keyward, cast.root, owner);
      const admin = await addPerson(keyward, { verified: true });
      await proveAlone(owner);
      assert.equal(
        await accept(admin, await addInvitation(keyward, owner, acme, admin.email, 'admin')),
        'ok',
      );
    });

    it('O18-2: leaves out an invitation that they have sent again', async () => {
      const acme = await addOrganization(keyward, cast.root, cast.owner);
      const [admin, invited] = [await addPerson(keyward), await addPerson(keyward, { verified: true })];
      await addMember(keyward, cast.root, acme, admin, 'admin');
      const id = await addInvitation(keyward, cast.owner, acme, invited.email, 'admin');
      keyward.clock.advance(1_000);
      await proveAlone(admin);
      const again = { token: admin.token, body: {} };
      const resent = await keyward.call('POST', `${acme.path}/invitation/${id}/resend`, again);
      assert.equal(outcome(resent), 'ok', resent.text);
      assert.equal(await accept(invited, id), 'ok');
    });

    it('counts no more, also if it is made again afterwards', async () => {
      const acme = await addOrganization(keyward, cast.root, cast.owner);
      const stranger = await addPerson(keyward);
      await addMember(keyward, cast.root, acme, stranger, 'admin');
      await keyward.database.query('update accounts set email_verified = 1 where id = $1', [stranger.id]);
      const admin = await addPerson(keyward, { verified: true });
      const id = await addInvitation(keyward, stranger, acme, admin.email, 'admin');
      await keyward.database.query('update accounts set email_verified = 0 where id = $1', [stranger.id]);
      await proveAlone(stranger);
      assert.equal(await accept(admin, id), '400 InvitationInvalidError');
    });

    if (kind === 'postgres')
      it('O17-9: counts no more if a link of the stranger is used in the same moment', async () => {
        const stranger = await addPerson(keyward, { verified: true });
        const acme = await addOrganization(keyward, cast.root, stranger);
        const connection = await connect(keyward, stranger, acme, provider);
        const made = await keyward.call('POST', `${acme.path}/portal`, {
          token: stranger.token,
          body: { sections: ['connections'] },
        });
        const portal = new URL(asText(made.body['url'])).hash.slice(1);
        await keyward.database.query('update accounts set email_verified = 0 where id = $1', [stranger.id]);
        const root = { ...cast.root, ...(await newSession(keyward, cast.root.id)) };
        const proven = { account_id: stranger.id, email_verified: true };
        await using held = await holdConnection(keyward.database.url, connection.id);
        const saving = keyward.call('PATCH', `/portal/connection/${connection.id}`, {
          token: portal,
          body: { name: 'Saved' },
        });
        await held.waiters(1);
        const taking = keyward.call('PATCH', '/account', { token: root.token, body: proven });
        await held.waiters(2);
        await held.release();
        assert.deepEqual([outcome(await saving), outcome(await taking)], ['ok', 'ok']);
        const after = await keyward.call('GET', connection.path, { token: root.token });
        assert.equal(after.body['signs_in_owners'], false, after.text);
      });
  });
}
