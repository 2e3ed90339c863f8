import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holdAccount } from '../../support/hold-account.ts';
import type { SignedUp } from '../../support/keyward.ts';
import { codeIn, linkIn } from '../../support/mail-server.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { codeFor, mailsDelivered, suiteMailed } from '../codes/support/mailed.ts';
import { accountRow, addPerson } from '../people.ts';
import { addMember, addOrganization, membersOf, ON, outcome, suiteCast } from './help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the email of a member, on ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: { ...ON, KEYWARD_LIMIT_MAILBOX: '1000/1h' } });
    const cast = suiteCast(keyward);
    let serial = 0;

    const newEmail = () => `moved${(serial += 1)}@own-email.example`;
    const change = ({ token }: SignedUp, email: string) =>
      keyward.call('PATCH', '/me', { token, body: { email } });
    const emailOf = async ({ id }: SignedUp) => (await accountRow(keyward, id))['email'];
    async function member(verified: boolean) {
      const person = await addPerson(keyward, { verified });
      const acme = await addOrganization(keyward, cast.root, cast.owner);
      await addMember(keyward, cast.root, acme, person, 'member');
      return { person, acme };
    }

    for (const verified of [true, false])
      it(`O17-5, O19-8: changes only once its new mailbox confirms, the present one ${verified ? 'proven' : 'unproven'}`, async () => {
        const { person } = await member(verified);
        const email = newEmail();
        const asked = await change(person, email);
        assert.deepEqual(
          [asked.body['email'], asked.body['pending_email']],
          [person.email, email],
          asked.text,
        );
        assert.equal(await emailOf(person), person.email);
        const body = { email, otp: codeIn(await keyward.mail.nextMail(email)) };
        assert.equal(
          outcome(await keyward.call('POST', '/link/verify', { token: person.token, body })),
          'ok',
        );
        assert.equal(await emailOf(person), email);
      });

    it('O18-6: the same once they have left', async () => {
      const { person, acme } = await member(true);
      assert.equal(outcome(await keyward.call('POST', `${acme.path}/leave`, { token: person.token })), 'ok');
      const asked = await change(person, newEmail());
      assert.deepEqual(asked.body['email'], person.email, asked.text);
    });

    it('R20-2: goes back to no mailbox that nobody has proven', async () => {
      const { person } = await member(false);
      const email = newEmail();
      await change(person, email);
      const body = { email, otp: codeIn(await keyward.mail.nextMail(email)) };
      assert.equal(outcome(await keyward.call('POST', '/link/verify', { token: person.token, body })), 'ok');
      await mailsDelivered(keyward);
      const mails = keyward.mail.mailsTo(person.email).map(({ parsed }) => parsed.text ?? '');
      assert.equal(mails.length, 1);
      assert.doesNotMatch(mails.join(), /email-undo/);
    });

    it('changes at once for people whom no organization knows', async () => {
      const email = newEmail();
      assert.equal((await change(await addPerson(keyward, { verified: true }), email)).body['email'], email);
    });

    it('is not in the organizations of a stranger any more once its owner says that this was somebody else', async () => {
      const email = newEmail();
      const stranger = await keyward.signUp({ email });
      const otp = await codeFor(keyward, 'verify', email);
      assert.equal(outcome(await keyward.call('POST', '/link/verify', { body: { email, otp } })), 'ok');
      const acme = await addOrganization(keyward, cast.root, cast.owner);
      await addMember(keyward, cast.root, acme, stranger, 'member');
      let mail = await keyward.mail.nextMail(email);
      while (!mail.parsed.text?.includes('/email-undo?')) mail = await keyward.mail.nextMail(email);
      const body = { token: new URL(linkIn(mail)).searchParams.get('token') };
      assert.equal(outcome(await keyward.call('POST', '/email/undo', { body })), 'ok');
      assert.equal((await membersOf(keyward, cast.root, acme))[stranger.id], undefined);
    });

    if (kind === 'postgres')
      it('changes in no request that began before they joined', async () => {
        const person = await addPerson(keyward, { verified: true });
        const acme = await addOrganization(keyward, cast.root, cast.owner);
        await using held = await holdAccount(keyward.database.url, person.id);
        const joining = addMember(keyward, cast.root, acme, person, 'member');
        await held.waiters(1);
        const moving = change(person, newEmail());
        await held.waiters(2);
        await held.release();
        await joining;
        assert.equal(outcome(await moving), '503 ServiceUnavailableError');
        assert.equal(await emailOf(person), person.email);
      });
  });
}
