import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Answer, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { startOidcProvider } from '../../support/oidc-provider.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { addMember, mailsDelivered, send, suiteMailed, waitForNextMail } from '../codes/support/mailed.ts';
import { assertRefusal } from '../expectations.ts';
import { accountRow, newSession } from '../people.ts';
import { assertSignedIn, oidcSlot, signInWith } from '../providers/harness.ts';
import { databasesFor } from '../../support/usual-size.ts';

const NEW_PASSWORD = 'kT7vouzg-2';
const DAY = 86_400_000;
/** How somebody proves a mailbox. Without a session, only `verify` leaves the session of the other person alone. */
const PROOFS = ['nothing', 'verify beside the session', 'reset beside the session', 'verify'] as const;
type Proof = (typeof PROOFS)[number];

let serial = 0;
const newEmail = (who: string) => `${who}${(serial += 1)}@example.net`;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`links that undo a change, and former holders of the account, on ${kind}`, async () => {
    const provider = await startOidcProvider();
    after(() => provider[Symbol.asyncDispose]());
    const keyward = suiteMailed(kind, {
      settings: { ...oidcSlot('IDP1', provider.issuer), KEYWARD_LIMIT_MAILBOX: '1000/1h' },
    });

    async function succeed(answer: Promise<Answer>): Promise<void> {
      const { status, text } = await answer;
      assert.equal(status, 200, text);
    }

    async function askConfirmation(confirm: boolean): Promise<void> {
      const { token } = await addSuperadmin(keyward);
      await succeed(
        keyward.call('POST', '/config/signup', { token, body: { confirm_email_change: confirm } }),
      );
    }

    const move = (token: string, email: string) =>
      succeed(keyward.call('PATCH', '/me', { token, body: { email } }));
    const setPassword = (token: string) =>
      succeed(keyward.call('PUT', '/update/password', { token, body: { password: NEW_PASSWORD } }));
    const undo = (token: string | undefined) => keyward.call('POST', '/email/undo', { body: { token } });

    /** The newest code to a mailbox, which gets other mails too. */
    async function codeTo(purpose: 'reset' | 'verify', email: string): Promise<string> {
      waitForNextMail(keyward);
      await succeed(send(keyward, purpose, email));
      await mailsDelivered(keyward);
      const texts = keyward.mail.mailsTo(email).map(({ parsed }) => parsed.text ?? '');
      return texts.flatMap((text) => /^[ \t]*(\d{6})[ \t]*$/m.exec(text)?.[1] ?? []).at(-1) ?? assert.fail();
    }

    async function prove(email: string, by: Proof, token: string): Promise<void> {
      if (by === 'nothing') return;
      const isReset = by.startsWith('reset');
      const otp = await codeTo(isReset ? 'reset' : 'verify', email);
      const body = { email, otp, ...(isReset && { password: NEW_PASSWORD }) };
      const beside = by === 'verify' ? {} : { token };
      await succeed(keyward.call('POST', isReset ? '/forgot/password' : '/link/verify', { ...beside, body }));
    }

    async function linksTo(email: string): Promise<string[]> {
      await mailsDelivered(keyward);
      const texts = keyward.mail.mailsTo(email).map(({ parsed }) => parsed.text ?? '');
      return texts.flatMap((text) => /email-undo\?token=([\w.-]+)/.exec(text)?.[1] ?? []);
    }

    async function signInByProvider(email: string): Promise<string> {
      provider.register([`${keyward.url}/auth/idp1/callback`]);
      provider.user = { sub: email, email, email_verified: true };
      return (await assertSignedIn(keyward, await signInWith(keyward, 'idp1'))).token;
    }

    const emailOf = async ({ id }: SignedUp) => (await accountRow(keyward, id))['email'];

    /** A thief has moved the owner's account to their mailbox, which got links. */
    async function stolen(by: Proof): Promise<{ owner: SignedUp; thief: string; links: string[] }> {
      const owner = await addMember(keyward);
      const { token } = await newSession(keyward, owner.id);
      const thief = newEmail('thief');
      await move(token, thief);
      await prove(thief, by, token);
      // A sign-in would be the first proof, and end the owner's session.
      if (by !== 'nothing') await signInByProvider(thief);
      // The owner's own act while the mailbox is the thief's.
      await setPassword(owner.token);
      const links = await linksTo(thief);
      assert.ok(links.length >= 1);
      return { owner, thief, links };
    }

    async function assertHeld(owner: SignedUp, links: readonly string[], email: string): Promise<void> {
      for (const link of links) {
        const answer = await undo(link);
        // The link of a first proof answers what happened, and does nothing.
        if (answer.body['returned'] !== true) assertRefusal(answer, 400, 'EmailUndoInvalidError');
      }
      assert.equal(await emailOf(owner), email);
      assert.equal((await keyward.call('GET', '/me', { token: owner.token })).status, 200);
    }

    for (const proof of PROOFS.slice(0, 2))
      for (const by of PROOFS)
        it(`a thief, having proven with ${proof}, takes nothing back from an owner who proves with ${by}`, async () => {
          await askConfirmation(false);
          const { owner, links } = await stolen(proof);
          await move(owner.token, owner.email);
          await prove(owner.email, by, owner.token);
          await assertHeld(owner, links, owner.email);
        });

    it('a thief whose proof came without a session takes nothing back either', async () => {
      await askConfirmation(false);
      const owner = await addMember(keyward);
      const { token } = await newSession(keyward, owner.id);
      const thief = newEmail('thief');
      await move(token, thief);
      await prove(thief, 'verify', token);
      const links = await linksTo(thief);
      assert.equal(links.length, 1);
      await move(owner.token, owner.email);
      await assertHeld(owner, links, owner.email);
    });

    for (const by of PROOFS.slice(1, 3))
      it(`an owner who moves to a third mailbox ends the thief's links with ${by}`, async () => {
        await askConfirmation(false);
        const { owner, links } = await stolen('verify beside the session');
        const third = newEmail('third');
        await move(owner.token, third);
        await prove(third, by, owner.token);
        await assertHeld(owner, links, third);
      });

    it('a confirmed change back to an earlier mailbox cannot be undone; its own link stays', async () => {
      await askConfirmation(true);
      const owner = await addMember(keyward);
      const { token } = await newSession(keyward, owner.id);
      const thief = newEmail('thief');
      const confirmed = async (by: string, email: string) => {
        await move(by, email);
        await mailsDelivered(keyward);
        const texts = keyward.mail.mailsTo(email).map(({ parsed }) => parsed.text ?? '');
        const otp = texts.flatMap((text) => /otp=(\d{6})/.exec(text)?.[1] ?? []).at(-1);
        await succeed(keyward.call('POST', '/link/verify', { token: by, body: { email, otp } }));
      };
      await confirmed(token, thief);
      await setPassword(owner.token);
      const [own] = await linksTo(owner.email);
      waitForNextMail(keyward);
      await confirmed(owner.token, owner.email);
      const links = await linksTo(thief);
      assert.ok(links.length >= 2, 'of the password, and of the change that was asked for');
      await assertHeld(owner, links, owner.email);
      const last = keyward.mail.mailsTo(thief).at(-1);
      assert.match(last?.parsed.subject ?? '', /was changed/);
      assert.equal((await undo(own)).status, 200);
      await askConfirmation(false);
    });

    it('a mailbox that was never proven takes nothing from one that is', async () => {
      await askConfirmation(false);
      const person = await addMember(keyward, { verified: false });
      await setPassword(person.token);
      const links = await linksTo(person.email);
      assert.equal(links.length, 1);
      const right = newEmail('right');
      await move(person.token, right);
      await prove(right, 'verify beside the session', person.token);
      await assertHeld(person, links, right);
    });

    it('the links of the earlier mailbox stay, whatever a session moves to and proves', async () => {
      await askConfirmation(false);
      const owner = await addMember(keyward);
      await setPassword(owner.token);
      const [link] = await linksTo(owner.email);
      for (const thief of [newEmail('thief'), newEmail('thief')]) {
        await move(owner.token, thief);
        await prove(thief, 'verify beside the session', owner.token);
      }
      assert.equal((await undo(link)).status, 200);
      assert.equal(await emailOf(owner), owner.email);
    });

    it('a mailbox that the owner has moved to can undo what a thief does from there', async () => {
      await askConfirmation(false);
      const owner = await addMember(keyward);
      const next = newEmail('next');
      await move(owner.token, next);
      await prove(next, 'verify beside the session', owner.token);
      await setPassword(owner.token);
      const [link] = await linksTo(next);
      await move(owner.token, newEmail('thief'));
      assert.equal((await undo(link)).status, 200);
      assert.equal(await emailOf(owner), next);
    });

    it('the link of a suspended account takes the change back, and the account stays suspended', async () => {
      await askConfirmation(false);
      const owner = await addMember(keyward);
      await setPassword(owner.token);
      const [link] = await linksTo(owner.email);
      await move(owner.token, newEmail('thief'));
      const { token } = await addSuperadmin(keyward);
      const body = { account_id: owner.id, status: 'suspended' };
      await succeed(keyward.call('PATCH', '/account/', { token, body }));
      const { status, text } = await undo(link);
      assert.equal(status, 200, text);
      assert.equal(await emailOf(owner), owner.email);
      assert.equal((await accountRow(keyward, owner.id))['status'], 'suspended');
      assert.equal((await keyward.call('GET', '/me', { token: owner.token })).status, 403);
    });

    for (const verified of [false, true])
      it(`an email that was ${verified ? '' : 'not '}proven and left is ${verified ? 'reserved' : 'free'}, and forgotten after seven days`, async () => {
        await askConfirmation(false);
        const owner = await addMember(keyward, { verified });
        await move(owner.token, newEmail('next'));
        const body = { name: 'Ada', email: owner.email, password: PASSWORD };
        const taken = await keyward.call('POST', '/signup/password', { body });
        if (verified) assertRefusal(taken, 409, 'EmailAlreadyExistsError');
        else assert.equal(taken.status, 200, taken.text);
        keyward.clock.advance(7 * DAY);
        await keyward.app.services.sweep();
        assert.deepEqual(await keyward.database.query('select id from email_changes'), []);
      });
  });
}
