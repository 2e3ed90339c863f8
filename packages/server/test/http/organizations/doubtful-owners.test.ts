import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holdOrganization } from '../../support/hold-account.ts';
import { PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { codeIn, linkIn } from '../../support/mail-server.ts';
import { codeFor, suiteMailed } from '../codes/support/mailed.ts';
import { asText } from '../expectations.ts';
import { accountRow, addPerson } from '../people.ts';
import { addInvitation, addMember, addOrganization, ON, outcome } from './help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`owners of whom nobody knows whether they read their mailbox, on ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: { ...ON, KEYWARD_LIMIT_MAILBOX: '1000/1h' } });
    let serial = 0;

    const verify = async ({ email }: SignedUp, token?: string) => {
      keyward.clock.advance(60_000);
      const body = { email, otp: await codeFor(keyward, 'verify', email) };
      const sent = { ...(token !== undefined && { token }), body };
      assert.equal(outcome(await keyward.call('POST', '/link/verify', sent)), 'ok');
    };
    /** An account with an organization, whose mailbox somebody has proven without a session. */
    async function addDoubtful() {
      const person = await proveAlone();
      const { path } = await addOrganization(keyward, await addSuperadmin(keyward), person);
      return { person, path };
    }
    async function confirmChanges(confirm_email_change: boolean) {
      const sent = { token: (await addSuperadmin(keyward)).token, body: { confirm_email_change } };
      assert.equal(outcome(await keyward.call('PATCH', '/config/signup', sent)), 'ok');
    }
    async function proveAlone() {
      const person = await keyward.signUp();
      await verify(person);
      // What the account keeps from before.
      await keyward.mail.nextMail(person.email);
      return person;
    }
    const setPassword = async (token: string, password: string) =>
      outcome(await keyward.call('PUT', '/update/password', { token, body: { password } }));
    const logIn = async ({ email }: SignedUp, password?: string) => {
      keyward.clock.advance(1_000);
      return password === undefined
        ? keyward.call('POST', '/login/otp', { body: { email, otp: await codeFor(keyward, 'login', email) } })
        : keyward.call('POST', '/login/password', { body: { identifier: email, password } });
    };
    const invite = async (path: string, token: string) => {
      const body = { emails: [`${(serial += 1)}@friend.example`] };
      return outcome(await keyward.call('POST', `${path}/invitation`, { token, body }));
    };
    const markOf = async ({ id }: SignedUp) =>
      Number((await accountRow(keyward, id))['password_after_proof']);

    it('let others in once a mailed code comes in a session by the first password, which stays', async () => {
      const { person, path } = await addDoubtful();
      assert.equal(await invite(path, person.token), '403 EmailProofRequiredError');
      // The reader of the mailbox says nothing about another person's session.
      await verify(person);
      assert.equal(await invite(path, person.token), '403 EmailProofRequiredError');
      await verify(person, person.token);
      assert.equal(await invite(path, person.token), 'ok');
      assert.equal(outcome(await logIn(person, PASSWORD)), 'ok');
    });

    it('let others in at once in a session by a mailed code, and lose nothing', async () => {
      const { person, path } = await addDoubtful();
      const token = asText((await logIn(person)).body['access_token']);
      assert.equal(await invite(path, token), 'ok');
      assert.equal(await invite(path, person.token), '403 EmailProofRequiredError');
      assert.equal(outcome(await logIn(person, PASSWORD)), 'ok');
    });

    it('O20-4: let others in only in the session with the code by a later password, and lose nothing', async () => {
      const { person, path } = await addDoubtful();
      assert.equal(await setPassword(person.token, 'Another-horse-1'), 'ok');
      assert.equal(await markOf(person), 2);
      await keyward.mail.nextMail(person.email);
      const other = asText((await logIn(person, 'Another-horse-1')).body['access_token']);
      await verify(person, person.token);
      assert.equal(await invite(path, person.token), 'ok');
      assert.equal(await invite(path, other), '403 EmailProofRequiredError');
      assert.equal(await markOf(person), 2);
    });

    it('O20-4: show nothing by a link, which anybody can have mailed to them', async () => {
      const { person, path } = await addDoubtful();
      keyward.clock.advance(60_000);
      const sent = { body: { email: person.email, frontend_url: keyward.url } };
      assert.equal(outcome(await keyward.call('POST', '/send/email/link/verify', sent)), 'ok');
      const query = new URL(linkIn(await keyward.mail.nextMail(person.email))).searchParams;
      const body = { email: person.email, otp: query.get('otp'), key: query.get('key') };
      assert.equal(outcome(await keyward.call('POST', '/link/verify', { token: person.token, body })), 'ok');
      assert.equal(await invite(path, person.token), '403 EmailProofRequiredError');
    });

    if (kind === 'postgres')
      it('O20-1: let nobody in if the email has moved since the request began', async () => {
        const { person, path } = await addDoubtful();
        await verify(person, person.token);
        await using held = await holdOrganization(keyward.database.url, path.replace('/organization/', ''));
        const inviting = invite(path, person.token);
        await held.waiters(1);
        await keyward.app.services.store.accounts.update(person.id, { email_verified: 0 });
        await held.release();
        assert.equal(await inviting, '403 EmailProofRequiredError');
      });

    it('O20-2: do not move away, and end the doubt from there', async () => {
      const { person } = await addDoubtful();
      const body = { email: `${(serial += 1)}@evil.example` };
      const changed = await keyward.call('PATCH', '/me', { token: person.token, body });
      assert.equal(outcome(changed), '403 EmailProofRequiredError');
    });

    it('O21-1: are not taken back by an earlier mailbox once others have made them members', async () => {
      const stranger = await addPerson(keyward, { verified: true });
      const body = { email: `${(serial += 1)}@victim.example` };
      assert.equal(outcome(await keyward.call('PATCH', '/me', { token: stranger.token, body })), 'ok');
      const undo = new URL(linkIn(await keyward.mail.nextMail(stranger.email))).searchParams.get('token');
      const victim = { ...stranger, ...body };
      await verify(victim);
      await addOrganization(keyward, await addSuperadmin(keyward), victim);
      const undone = await keyward.call('POST', '/email/undo', { body: { token: undo } });
      assert.equal(outcome(undone), '400 EmailUndoInvalidError');
    });

    it('take no undo link from the mailbox that a confirmed change has left', async () => {
      const person = await proveAlone();
      await confirmChanges(true);
      const email = `${(serial += 1)}@evil.example`;
      const changed = await keyward.call('PATCH', '/me', { token: person.token, body: { email } });
      assert.equal(outcome(changed), 'ok', changed.text);
      const confirmation = { email, otp: codeIn(await keyward.mail.nextMail(email)) };
      const sent = { token: person.token, body: confirmation };
      assert.equal(outcome(await keyward.call('POST', '/link/verify', sent)), 'ok');
      const reader = asText((await logIn({ ...person, email })).body['access_token']);
      const acme = await addOrganization(
        keyward,
        await addSuperadmin(keyward),
        await addPerson(keyward, { verified: true }),
      );
      await addInvitation(keyward, await addSuperadmin(keyward), acme, email);
      const invited = new URL(linkIn(await keyward.mail.nextMail(email))).searchParams.get('token');
      const accepted = await keyward.call('POST', '/invitation/accept', {
        token: reader,
        body: { token: invited },
      });
      assert.equal(outcome(accepted), 'ok', accepted.text);
      // Of the request and of the change.
      const mails = [await keyward.mail.nextMail(person.email), await keyward.mail.nextMail(person.email)];
      const token = new URL(linkIn(mails[1] ?? assert.fail())).searchParams.get('token');
      assert.equal(outcome(await keyward.call('POST', '/email/undo', { body: { token } })), 'ok');
      assert.equal((await accountRow(keyward, person.id))['email'], person.email);
      await confirmChanges(false);
    });

    it('O19-1, P17-1: do not end the doubt by a password of a session for an earlier mailbox', async () => {
      const stranger = await addPerson(keyward, { verified: true });
      const token = asText((await logIn(stranger)).body['access_token']);
      const email = `${(serial += 1)}@victim.example`;
      assert.equal(outcome(await keyward.call('PATCH', '/me', { token, body: { email } })), 'ok');
      keyward.clock.advance(1_000);
      const victim = { ...stranger, email };
      await verify(victim);
      keyward.clock.advance(1_000);
      assert.equal(await setPassword(token, 'Another-horse-1'), 'ok');
      assert.equal(await markOf(victim), 2);
      const acme = await addOrganization(
        keyward,
        await addSuperadmin(keyward),
        await addPerson(keyward, { verified: true }),
      );
      await addMember(keyward, await addSuperadmin(keyward), acme, victim, 'admin');
      assert.equal(await invite(acme.path, token), '403 EmailProofRequiredError');
    });
  });
}
