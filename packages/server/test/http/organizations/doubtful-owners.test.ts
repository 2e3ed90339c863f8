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
import { addMember, addOrganization, ON, outcome } from './help.ts';

const LINK = { provider: 'https://idp.example', created_at: 0 };

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
      const person = await keyward.signUp();
      await verify(person);
      // What the account keeps from before.
      await keyward.mail.nextMail(person.email);
      const { path } = await addOrganization(keyward, await addSuperadmin(keyward), person);
      return { person, path };
    }
    const setPassword = async (token: string, password: string) =>
      outcome(await keyward.call('PUT', '/update/password', { token, body: { password } }));
    const logIn = async ({ email }: SignedUp, password?: string) =>
      password === undefined
        ? keyward.call('POST', '/login/otp', { body: { email, otp: await codeFor(keyward, 'login', email) } })
        : keyward.call('POST', '/login/password', { body: { identifier: email, password } });
    const invite = async (path: string, token: string) => {
      const body = { emails: [`${(serial += 1)}@friend.example`] };
      return outcome(await keyward.call('POST', `${path}/invitation`, { token, body }));
    };
    const meOf = async (token: string) => outcome(await keyward.call('GET', '/me', { token }));
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

    it('lose what others may have left if another session shows it', async () => {
      const { person, path } = await addDoubtful();
      const token = asText((await logIn(person)).body['access_token']);
      assert.equal(await invite(path, token), '403 EmailProofRequiredError');
      await verify(person, token);
      assert.equal(await invite(path, token), 'ok');
      assert.equal(await meOf(person.token), '401 SessionDestroyedError');
      assert.equal((await accountRow(keyward, person.id))['password_hash'], null);
      const { parsed } = await keyward.mail.nextMail(person.email);
      assert.match(asText(parsed.subject), /Earlier ways to sign in/);
    });

    it('keep a later password that they know, but no link and session of others', async () => {
      const { person, path } = await addDoubtful();
      assert.equal(await setPassword(person.token, 'Another-horse-1'), 'ok');
      assert.equal(await markOf(person), 2);
      await keyward.mail.nextMail(person.email);
      const other = asText((await logIn(person, 'Another-horse-1')).body['access_token']);
      const { providerLinks } = keyward.app.services.store;
      await providerLinks.insert({ ...LINK, subject: String(person.id), account_id: person.id });
      await verify(person, person.token);
      assert.equal(await invite(path, person.token), 'ok');
      assert.deepEqual(await providerLinks.ofAccount(person.id), []);
      assert.equal(await meOf(other), '401 SessionDestroyedError');
      assert.equal(outcome(await logIn(person, 'Another-horse-1')), 'ok');
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

    it('take no undo link from the mailbox that a confirmed change has left', async () => {
      const { person } = await addDoubtful();
      const email = `${(serial += 1)}@evil.example`;
      const changed = await keyward.call('PATCH', '/me', { token: person.token, body: { email } });
      assert.equal(outcome(changed), 'ok', changed.text);
      const confirmation = { email, otp: codeIn(await keyward.mail.nextMail(email)) };
      const sent = { token: person.token, body: confirmation };
      assert.equal(outcome(await keyward.call('POST', '/link/verify', sent)), 'ok');
      const thief = { ...person, email };
      await verify(thief, asText((await logIn(thief)).body['access_token']));
      // Of the request and of the change.
      const mails = [await keyward.mail.nextMail(person.email), await keyward.mail.nextMail(person.email)];
      const token = new URL(linkIn(mails[1] ?? assert.fail())).searchParams.get('token');
      assert.equal(outcome(await keyward.call('POST', '/email/undo', { body: { token } })), 'ok');
      assert.equal((await accountRow(keyward, person.id))['email'], person.email);
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
