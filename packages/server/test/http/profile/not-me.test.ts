import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Answer, assertError, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { startOidcProvider } from '../../support/oidc-provider.ts';
import { addSuperadmin } from '../admin/admin.ts';
import {
  addMember,
  assertSession,
  mailsDelivered,
  openLink,
  send,
  suiteMailed,
  waitForNextMail,
} from '../codes/support/mailed.ts';
import { accountRow } from '../people.ts';
import { FRONTEND, oidcSlot, signInWith } from '../providers/harness.ts';
import { databasesFor } from '../../support/usual-size.ts';

const DAY = 86_400_000;
const NEW_PASSWORD = 'kT7vouzg-2';
const SIGN_INS = ['login', 'link', 'reset', 'provider', 'invitation'] as const;
type Proof = 'verify' | (typeof SIGN_INS)[number];

let serial = 0;
const newEmail = (who: string) => `${who}${(serial += 1)}@example.net`;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the first proof of a mailbox to which somebody moved an account, on ${kind}`, async () => {
    const provider = await startOidcProvider();
    after(() => provider[Symbol.asyncDispose]());
    const keyward = suiteMailed(kind, {
      settings: {
        ...oidcSlot('IDP1', provider.issuer),
        KEYWARD_LIMIT_MAILBOX: '1000/1h',
        KEYWARD_ALLOWED_FRONTENDS: FRONTEND,
      },
    });

    async function succeed(answer: Promise<Answer>): Promise<Answer> {
      const done = await answer;
      assert.ok(done.status < 300, done.text);
      return done;
    }

    const move = (token: string, email: string) =>
      succeed(keyward.call('PATCH', '/me', { token, body: { email } }));
    const undo = (token: string | undefined) => keyward.call('POST', '/email/undo', { body: { token } });

    async function textsTo(email: string): Promise<string[]> {
      await mailsDelivered(keyward);
      return keyward.mail.mailsTo(email).map(({ parsed }) => parsed.text ?? '');
    }

    /** The newest link that undoes a change, but not a new provider. */
    async function linkTo(email: string): Promise<string> {
      const found = (await textsTo(email)).flatMap(
        (text) => /email-undo\?token=([\w.-]+)(?!\S*provider)/.exec(text)?.[1] ?? [],
      );
      return found.at(-1) ?? assert.fail(`no link to ${email}`);
    }

    async function otpTo(email: string, purpose: string): Promise<string> {
      waitForNextMail(keyward);
      await succeed(send(keyward, purpose, email));
      const texts = await textsTo(email);
      return texts.flatMap((text) => /^[ \t]*(\d{6})[ \t]*$/m.exec(text)?.[1] ?? []).at(-1) ?? assert.fail();
    }

    async function prove(email: string, by: Proof): Promise<void> {
      if (by === 'provider') {
        provider.register([`${keyward.url}/auth/idp1/callback`]);
        provider.user = { sub: email, email, email_verified: true };
        assert.equal((await signInWith(keyward, 'idp1')).get('error'), null);
      } else if (by === 'invitation') {
        const { token } = await addSuperadmin(keyward);
        await succeed(keyward.call('POST', '/invitation', { token, body: { email } }));
        const [invited] = (await textsTo(email)).flatMap(
          (text) => /invitation\?token=([\w.-]+)/.exec(text)?.[1] ?? [],
        );
        const body = { token: invited, name: 'Vi', password: NEW_PASSWORD };
        await succeed(keyward.call('POST', '/signup/invitation', { body }));
      } else if (by === 'link') {
        const otp = await otpTo(email, 'login');
        const { query } = await openLink(keyward, 'login', { email, otp, frontend_url: FRONTEND });
        assert.equal(query['error'], undefined);
      } else {
        const otp = await otpTo(email, by);
        const path = { verify: '/link/verify', login: '/login/otp', reset: '/forgot/password' }[by];
        const body = { email, otp, ...(by === 'reset' && { password: NEW_PASSWORD }) };
        await succeed(keyward.call('POST', path, { body }));
      }
    }

    /** Somebody has moved an account to a mailbox whose owner proves it. */
    async function planted(by: Proof, { verified = true } = {}) {
      const planter = await addMember(keyward, { verified });
      const victim = newEmail('victim');
      await move(planter.token, victim);
      await prove(victim, by);
      return { planter, victim };
    }

    async function assertAt({ id }: SignedUp, email: string, verified = 1): Promise<void> {
      const row = await accountRow(keyward, id);
      assert.deepEqual([row['email'], Number(row['email_verified'])], [email, verified]);
    }

    const assertReturned = (answer: Answer, returned: boolean) => {
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.body['returned'], returned ? true : undefined);
    };

    it('by verify: its owner gets a mail whose link gives the account back, and frees the mailbox', async () => {
      const { planter, victim } = await planted('verify');
      const proven = (await textsTo(victim)).filter((text) => text.includes('had another mailbox before'));
      assert.equal(proven.length, 1);
      assert.match(proven[0] ?? '', /goes back to the mailbox that it had before/);
      const link = await linkTo(victim);
      assertReturned(await undo(link), true);
      await assertAt(planter, planter.email);
      await assertSession(keyward, planter.token, 'ended');
      const [session] = await keyward.database.query('select id from sessions where account_id = $1', [
        planter.id,
      ]);
      assert.equal(session, undefined);
      assert.equal((await accountRow(keyward, planter.id))['password_hash'], null);
      assert.match(
        (await textsTo(victim)).at(-1) ?? '',
        /Yours is free: you can open an account of your own/,
      );
      const told = await textsTo(planter.email);
      assert.ok(told.some((text) => text.includes('said that the account is not theirs')));
      assert.ok(told.some((text) => text.includes('choose a new password')));
      // Nothing of the account is in a new one, and nobody can take that away.
      const own = await keyward.signUp({ email: victim });
      assert.notEqual(own.id, planter.id);
      assertReturned(await undo(link), true);
      await assertAt(own, victim, 0);
      await assertSession(keyward, own.token, 'alive');
    });

    for (const by of SIGN_INS)
      it(`by ${by}, which signs in: no earlier mailbox takes the account from its owner`, async () => {
        const { planter, victim } = await planted(by);
        assertError(await undo(await linkTo(planter.email)), 400, 'EmailUndoInvalidError');
        await assertAt(planter, victim);
        await assertSession(keyward, planter.token, 'ended');
        assert.ok(!(await textsTo(victim)).some((text) => text.includes('had another mailbox before')));
      });

    for (const by of ['login', 'link', 'reset', 'provider'] as const)
      it(`by verify, and a sign-in by ${by} after it: no earlier mailbox takes the account either`, async () => {
        const { planter, victim } = await planted('verify');
        const link = await linkTo(planter.email);
        await prove(victim, by);
        assertError(await undo(link), 400, 'EmailUndoInvalidError');
        await assertAt(planter, victim);
      });

    it('the earlier mailbox takes the account back first: the link then says that', async () => {
      for (const by of ['undo', 'move'] as const) {
        const { planter, victim } = await planted('verify');
        const link = await linkTo(victim);
        if (by === 'undo') assertReturned(await undo(await linkTo(planter.email)), false);
        else await move(planter.token, planter.email);
        assertReturned(await undo(link), true);
        await assertAt(planter, planter.email, by === 'undo' ? 1 : 0);
      }
    });

    it('a thief who proves by verify cannot end the link of the owner, and can only give the account back', async () => {
      for (const clicks of ['owner', 'thief'] as const) {
        const { planter: owner, victim: thief } = await planted('verify');
        await textsTo(owner.email);
        const link = await linkTo(clicks === 'owner' ? owner.email : thief);
        assertReturned(await undo(link), clicks === 'thief');
        await assertAt(owner, owner.email);
      }
    });

    it('without an earlier proven mailbox, its owner keeps the account, and nothing takes it away', async () => {
      const { planter, victim } = await planted('verify', { verified: false });
      assert.ok(!(await textsTo(planter.email)).some((text) => text.includes('email-undo')));
      const link = await linkTo(victim);
      await move(planter.token, planter.email);
      assertReturned(await undo(link), false);
      await assertAt(planter, victim);
      await assertSession(keyward, planter.token, 'ended');
      assertError(await undo(link), 400, 'EmailUndoInvalidError');
    });

    it('the mailbox before it was moved on without a proof: the account goes to the one that was proven', async () => {
      const planter = await addMember(keyward);
      const victim = newEmail('victim');
      await move(planter.token, newEmail('between'));
      await move(planter.token, victim);
      await prove(victim, 'verify');
      assertReturned(await undo(await linkTo(victim)), true);
      await assertAt(planter, planter.email);
    });

    it('the link of the earlier mailbox has ended: the owner of the later one keeps the account', async () => {
      const planter = await addMember(keyward);
      const victim = newEmail('victim');
      await move(planter.token, victim);
      keyward.clock.advance(6 * DAY);
      await prove(victim, 'verify');
      const link = await linkTo(victim);
      keyward.clock.advance(2 * DAY);
      assertReturned(await undo(link), false);
      await assertAt(planter, victim);
    });

    it('a superadmin has given the earlier email to another account: the owner of the later one keeps this one', async () => {
      const { planter, victim } = await planted('verify');
      const { token } = await addSuperadmin(keyward);
      const body = { name: 'Other', email: planter.email, password: PASSWORD };
      await succeed(keyward.call('POST', '/account/', { token, body }));
      assertReturned(await undo(await linkTo(victim)), false);
      await assertAt(planter, victim);
    });

    it('a first proof beside a session of the account mails nothing', async () => {
      const owner = await addMember(keyward);
      const next = newEmail('next');
      await move(owner.token, next);
      const otp = await otpTo(next, 'verify');
      await succeed(keyward.call('POST', '/link/verify', { token: owner.token, body: { email: next, otp } }));
      assert.ok(!(await textsTo(next)).some((text) => text.includes('had another mailbox before')));
      assertReturned(await undo(await linkTo(owner.email)), false);
      await assertAt(owner, owner.email);
    });
  });
}
