import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { domainOf } from '../../../src/lib/email.ts';
import { holdConnection } from '../../support/hold-account.ts';
import type { SignedUp } from '../../support/keyward.ts';
import { codeIn, linkIn } from '../../support/mail-server.ts';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { codeFor, suiteMailed } from '../codes/support/mailed.ts';
import { connect, type Connected, CONNECTIONS_ON, signInBy, verifyDomain } from '../connections/help.ts';
import { asObject, asText } from '../expectations.ts';
import { codeOf, enrolTotp } from '../factors/enrol.ts';
import { accountRow, addPerson, moveUnproven, newSession } from '../people.ts';
import { assertSignedIn } from '../providers/harness.ts';
import { type Acme, addInvitation, addMember, addOrganization, outcome, suiteCast } from './help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`what an account made before the owner of its mailbox came, on ${kind}`, () => {
    const provider = suiteOidcProvider();
    const keyward = suiteMailed(kind, { settings: { ...CONNECTIONS_ON, KEYWARD_LIMIT_MAILBOX: '1000/1h' } });
    const cast = suiteCast(keyward);
    let serial = 0;

    const proveAlone = async ({ email }: SignedUp) => {
      const otp = await codeFor(keyward, 'verify', email);
      assert.equal(outcome(await keyward.call('POST', '/link/verify', { body: { email, otp } })), 'ok');
    };
    const accept = async ({ token }: SignedUp, id: string) =>
      outcome(await keyward.call('POST', '/invitation/accept', { token, body: { id } }));

    const portalOf = async ({ token }: SignedUp, { path }: Acme) => {
      const body = { sections: ['connections'] };
      const made = await keyward.call('POST', `${path}/portal`, { token, body });
      return new URL(asText(made.body['url'])).hash.slice(1);
    };

    const statusOf = async (portal: string) =>
      outcome(await keyward.call('GET', '/portal', { token: portal }));
    const trustOf = async ({ path }: Connected) =>
      (await keyward.call('GET', path, { token: cast.root.token })).body['signs_in_owners'];
    /** Somebody who may be a stranger has an organization with a connection. */
    async function planted() {
      const stranger = await addPerson(keyward, { verified: true });
      await keyward.app.services.store.accounts.update(stranger.id, {
        password_after_proof: 0,
        proven_at: 0,
      });
      const acme = await addOrganization(keyward, cast.root, stranger);
      return { stranger, acme, connection: await connect(keyward, stranger, acme, provider) };
    }
    /** A mailed code, behind the notices that wait. */
    async function newCode(purpose: 'login' | 'reset', email: string): Promise<string> {
      await keyward.call('POST', `/send/email/otp/${purpose}`, { body: { email } });
      for (;;) {
        const { text = '' } = (await keyward.mail.nextMail(email)).parsed;
        const [, code] = /^[ \t]*(\d{6})[ \t]*$/m.exec(text) ?? [];
        if (code !== undefined) return code;
      }
    }
    async function takeOver({ email }: SignedUp) {
      const body = { email, otp: await newCode('reset', email), password: 'Another-horse-1' };
      assert.equal(outcome(await keyward.call('POST', '/forgot/password', { body })), 'ok');
    }

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

    it('O16-3, O17-1: counts no more once the owner has set a password by a mailed code', async () => {
      const { stranger, acme, connection } = await planted();
      const admin = await addPerson(keyward, { verified: true });
      const invitation = await addInvitation(keyward, stranger, acme, admin.email, 'admin');
      const portal = await portalOf(stranger, acme);
      assert.equal(await trustOf(connection), true);
      await takeOver(stranger);
      assert.equal(await accept(admin, invitation), '400 InvitationInvalidError');
      assert.equal(await statusOf(portal), '400 PortalInvalidError');
      assert.equal(await trustOf(connection), false);
      const lost = await keyward.call('GET', '/event?type=connection.trust_lost', { token: cast.root.token });
      assert.ok(lost.text.includes(connection.id), 'O17-4');
      const sent = { token: (await newSession(keyward, stranger.id)).token, body: {} };
      assert.equal(outcome(await keyward.call('PATCH', connection.path, sent)), 'ok');
      assert.equal(await trustOf(connection), true);
    });

    it('O18-4, O18-5: stays after a new email that was corrected, and of superadmins', async () => {
      const { stranger: owner, connection } = await planted();
      await moveUnproven(keyward, cast.root, owner, `corrected.${owner.email}`);
      await proveAlone({ ...owner, email: `corrected.${owner.email}` });
      assert.equal(await trustOf(connection), true);
      const root = await addSuperadmin(keyward, { verified: true });
      const acme = await addOrganization(keyward, cast.root, cast.owner);
      const made = await connect(keyward, root, acme, provider);
      await keyward.app.services.store.accounts.update(root.id, { password_after_proof: 0 });
      await takeOver(root);
      assert.equal(await trustOf(made), true);
    });

    it('O18-8: counts no more if the stranger has left an identity, or the owner has signed in by a code', async () => {
      for (const how of ['a reset', 'a session by a code']) {
        const { stranger, connection } = await planted();
        const link = {
          provider: 'https://evil.example',
          subject: how,
          created_at: 0,
          account_id: stranger.id,
        };
        await keyward.app.services.store.providerLinks.insert(link);
        if (how === 'a reset') await takeOver(stranger);
        else {
          const { email } = stranger;
          const body = { email, otp: await codeFor(keyward, 'login', email) };
          const session = await keyward.call('POST', '/login/otp', { body });
          const set = { token: asText(session.body['access_token']), body: { password: 'Another-horse-1' } };
          assert.equal(outcome(await keyward.call('PUT', '/update/password', set)), 'ok');
        }
        assert.equal(await trustOf(connection), false, how);
      }
    });

    it('O19-1, P17-1: not by the password of a stranger whose session a code for an earlier mailbox began', async () => {
      const stranger = await addPerson(keyward, { verified: true });
      const code = { email: stranger.email, otp: await codeFor(keyward, 'login', stranger.email) };
      const { body: session } = await keyward.call('POST', '/login/otp', { body: code });
      const token = asText(session['access_token']);
      const email = `${(serial += 1)}@victim.example`;
      assert.equal(outcome(await keyward.call('PATCH', '/me', { token, body: { email } })), 'ok');
      keyward.clock.advance(1_000);
      await proveAlone({ ...stranger, email });
      keyward.clock.advance(1_000);
      const set = { token, body: { password: 'Another-horse-1' } };
      assert.equal(outcome(await keyward.call('PUT', '/update/password', set)), 'ok');
      assert.equal(Number((await accountRow(keyward, stranger.id))['password_after_proof']), 2);
    });

    it('P17-2: stays after the first new password of an owner who answers a factor', async () => {
      const { stranger: owner, connection } = await planted();
      const { secret } = await enrolTotp(keyward, owner);
      for (const trust of [false, true]) {
        keyward.clock.advance(60_000);
        const { email } = owner;
        const code = { email, otp: await newCode('login', email) };
        const { details } = (await keyward.call('POST', '/login/otp', { body: code })).body;
        const answer = {
          challenge: asObject(details)['challenge'],
          method: 'totp',
          code: codeOf(keyward, secret),
        };
        const { body: session } = await keyward.call('POST', '/login/challenge', { body: answer });
        const token = asText(session['access_token']);
        const set = { token, body: { password: trust ? 'Another-horse-2' : 'Another-horse-1' } };
        assert.equal(outcome(await keyward.call('PUT', '/update/password', set)), 'ok');
        assert.equal(await trustOf(connection), trust);
        assert.equal(outcome(await keyward.call('PATCH', connection.path, { token, body: {} })), 'ok');
      }
    });

    it('O19-5: counts no more once a superadmin has promoted the account', async () => {
      const { stranger, connection } = await planted();
      const promotion = { token: cast.root.token, body: { account_id: stranger.id, role: 'superadmin' } };
      assert.equal(outcome(await keyward.call('PATCH', '/account', promotion)), 'ok');
      assert.equal(await trustOf(connection), false);
    });

    it('O19-6: counts again once the owner has answered for it, although an identity is left', async () => {
      const { stranger: owner, connection } = await planted();
      const link = { provider: 'https://own.example', subject: 'own', created_at: 0, account_id: owner.id };
      await keyward.app.services.store.providerLinks.insert(link);
      await takeOver(owner);
      const { token } = await newSession(keyward, owner.id);
      assert.equal(outcome(await keyward.call('PATCH', connection.path, { token, body: {} })), 'ok');
      keyward.clock.advance(60_000);
      await takeOver(owner);
      assert.equal(await trustOf(connection), true);
    });

    it('R20-1: counts no more if the stranger had taken the own account over before it moved', async () => {
      const { stranger, acme, connection } = await planted();
      const { accounts, providerLinks } = keyward.app.services.store;
      await accounts.update(stranger.id, { vouches_since: 1, proven_at: 2 });
      const { token } = await newSession(keyward, stranger.id);
      assert.equal(outcome(await keyward.call('PATCH', connection.path, { token, body: {} })), 'ok');
      assert.equal(await trustOf(connection), true);
      const link = {
        provider: 'https://evil.example',
        subject: acme.id,
        created_at: 0,
        account_id: stranger.id,
      };
      await providerLinks.insert(link);
      await takeOver(stranger);
      assert.equal(await trustOf(connection), false);
    });

    for (const how of ['corrects the email', 'takes back its proof'])
      it(`R20-3: counts no more after a superadmin ${how}, which keeps the doubt`, async () => {
        const { stranger, connection } = await planted();
        const email = how === 'corrects the email' ? `corrected.${stranger.email}` : stranger.email;
        const fields = how === 'corrects the email' ? { email } : { email_verified: false };
        const sent = { token: cast.root.token, body: { account_id: stranger.id, ...fields } };
        assert.equal(outcome(await keyward.call('PATCH', '/account', sent)), 'ok');
        const body = { email, otp: await newCode('login', email) };
        assert.equal(outcome(await keyward.call('POST', '/login/otp', { body })), 'ok');
        assert.equal(await trustOf(connection), false);
      });

    it('O19-7: counts no more once the owner has undone a change of the email', async () => {
      const { stranger, connection } = await planted();
      const { email, token } = stranger;
      const away = `${(serial += 1)}@evil.example`;
      assert.equal(outcome(await keyward.call('PATCH', '/me', { token, body: { email: away } })), 'ok');
      const body = { email: away, otp: codeIn(await keyward.mail.nextMail(away)) };
      assert.equal(outcome(await keyward.call('POST', '/link/verify', { token, body })), 'ok');
      const undo = new URL(linkIn(await keyward.mail.nextMail(email))).searchParams.get('token');
      keyward.clock.advance(1_000);
      const [saved] = await keyward.database.query('select vouched_at from connections where uid = $1', [
        connection.id,
      ]);
      const longAgo = Number(saved?.['vouched_at']) - 30 * 86_400_000;
      await keyward.database.query(
        'update connections set vouched_at = $1, provider_changed_at = $1 where uid = $2',
        [longAgo, connection.id],
      );
      assert.equal(outcome(await keyward.call('POST', '/email/undo', { body: { token: undo } })), 'ok');
      assert.equal(await trustOf(connection), false);
    });

    it('O19-2: not by a connection that the stranger has made', async () => {
      const { stranger, acme, connection } = await planted();
      const { email } = stranger;
      await verifyDomain(keyward, acme, domainOf(email));
      const query = await signInBy(keyward, connection, provider, { sub: email, email, name: 'Vi' });
      await assertSignedIn(keyward, query);
      assert.equal(Number((await accountRow(keyward, stranger.id))['password_after_proof']), 0);
      await takeOver(stranger);
      assert.equal(await trustOf(connection), false);
      await keyward.database.query('delete from organization_domains');
    });

    for (const way of ['an invitation', 'the connection of another organization'])
      it(`O18-3: counts no more once the owner comes by ${way}`, async () => {
        const domain = `${(serial += 1)}.taken-over.example`;
        const email = `victim@${domain}`;
        const stranger = await keyward.signUp({ email });
        await proveAlone(stranger);
        await keyward.mail.nextMail(email);
        const acme = await addOrganization(keyward, cast.root, stranger);
        const portal = await portalOf(stranger, acme);
        assert.equal(await statusOf(portal), 'ok');
        const other = await addOrganization(keyward, cast.root, cast.owner);
        if (way === 'an invitation') {
          const body = { email, otp: await codeFor(keyward, 'login', email) };
          const { body: session } = await keyward.call('POST', '/login/otp', { body });
          await addInvitation(keyward, cast.root, other, email);
          const mail = await keyward.mail.nextMail(email);
          const token = new URL(linkIn(mail)).searchParams.get('token');
          const sent = { token: asText(session['access_token']), body: { token } };
          assert.equal(outcome(await keyward.call('POST', '/invitation/accept', sent)), 'ok');
        } else {
          await verifyDomain(keyward, other, domain);
          const connection = await connect(keyward, cast.root, other, provider);
          const query = await signInBy(keyward, connection, provider, { sub: email, email, name: 'Vi' });
          await assertSignedIn(keyward, query);
        }
        assert.equal(
          outcome(await keyward.call('GET', '/me', { token: stranger.token })),
          '401 SessionDestroyedError',
        );
        assert.equal(await statusOf(portal), '400 PortalInvalidError');
      });

    if (kind === 'postgres')
      it('O17-9: counts no more if a link of the stranger is used in the same moment', async () => {
        const { stranger, acme, connection } = await planted();
        const portal = await portalOf(stranger, acme);
        await using held = await holdConnection(keyward.database.url, connection.id);
        const body = { name: 'Saved' };
        const saving = keyward.call('PATCH', `/portal/connection/${connection.id}`, { token: portal, body });
        await held.waiters(1);
        const taking = takeOver(stranger);
        await held.waiters(2);
        await held.release();
        assert.equal(outcome(await saving), 'ok');
        await taking;
        assert.equal(await trustOf(connection), false);
      });
  });
}
