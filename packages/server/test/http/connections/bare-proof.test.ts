import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertError, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { linkIn } from '../../support/mail-server.ts';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addMember, mailsDelivered, send, suiteMailed } from '../codes/support/mailed.ts';
import { enrolTotp } from '../factors/enrol.ts';
import { addInvitation, addOrganization, membersOf, suiteCast } from '../organizations/help.ts';
import { accountRow, addPerson } from '../people.ts';
import { assertFailed, assertSignedIn } from '../providers/harness.ts';
import { addProvider, type TestProvider } from '../scim/help.ts';
import { connect, CONNECTIONS_ON, signInBy } from './help.ts';

const REMOVED = 'Earlier ways to sign in to Example were removed';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`an organization that takes over an account, on ${kind}`, () => {
    const keyward = suiteMailed(kind, {
      settings: { ...CONNECTIONS_ON, KEYWARD_LIMIT_MAILBOX: '1000/1h' },
    });
    const provider = suiteOidcProvider();
    const cast = suiteCast(keyward);
    let serial = 0;

    type Entrance = (scim: TestProvider, email: string) => Promise<unknown>;
    const ENTRANCES: Record<string, Entrance> = {
      'a sign-in': async ({ acme }, email) => {
        const connection = await connect(keyward, cast.owner, acme, provider);
        const entered = await signInBy(keyward, connection, provider, { sub: email, email, name: 'Ada' });
        await assertSignedIn(keyward, entered);
      },
      provisioning: (scim, email) => scim.add({ userName: email }),
    };

    const post = (path: string, body: object, token?: string) =>
      keyward.call('POST', path, { body, ...(token !== undefined && { token }) });
    async function codeFor(purpose: string, email: string): Promise<string> {
      assert.equal((await send(keyward, purpose, email)).status, 200);
      await mailsDelivered(keyward);
      const texts = keyward.mail.mailsTo(email).map(({ parsed }) => parsed.text ?? '');
      return texts.flatMap((text) => /^[ \t]*(\d{6})[ \t]*$/m.exec(text)?.[1] ?? []).at(-1) ?? assert.fail();
    }
    async function prove(email: string, token?: string): Promise<void> {
      const done = await post('/link/verify', { email, otp: await codeFor('verify', email) }, token);
      assert.equal(done.status, 200, done.text);
    }
    async function enterByCode(email: string): Promise<string> {
      const done = await post('/login/otp', { email, otp: await codeFor('login', email) });
      assert.equal(done.status, 200, done.text);
      return String(done.body['access_token']);
    }
    const statusOf = async (token: string) => (await keyward.call('GET', '/me', { token })).status;
    const byPassword = async (identifier: string, password = PASSWORD) =>
      (await post('/login/password', { identifier, password })).status;
    async function linksTo(email: string): Promise<string[]> {
      await mailsDelivered(keyward);
      return keyward.mail
        .mailsTo(email)
        .flatMap(({ parsed }) => /email-undo\?token=([\w.-]+)/.exec(parsed.text ?? '')?.[1] ?? []);
    }
    async function subjectsTo(email: string): Promise<(string | undefined)[]> {
      await mailsDelivered(keyward);
      return keyward.mail.mailsTo(email).map(({ parsed }) => parsed.subject);
    }
    async function addScim(): Promise<TestProvider> {
      return addProvider(keyward, cast.root, await addOrganization(keyward, cast.root, cast.owner));
    }
    const newEmail = (domain: string) => `victim${(serial += 1)}@${domain}`;

    it('leaves an account alone whose owner has requested its deletion', async () => {
      const days = { token: cast.root.token, body: { deletion_grace_days: 7 } };
      assert.equal((await keyward.call('PATCH', '/config/signup', days)).status, 200);
      const scim = await addScim();
      const ada = await addPerson(keyward, { email: newEmail(scim.domain), verified: true });
      assert.equal((await keyward.call('DELETE', '/me', { token: ada.token })).status, 200);
      const connection = await connect(keyward, cast.owner, scim.acme, provider);
      const user = { sub: 'leaver', email: ada.email, name: 'Ada' };
      assertFailed(await signInBy(keyward, connection, provider, user), 'account_elsewhere');
      const deletion = async () => (await accountRow(keyward, ada.id))['deletion_at'];
      assert.notEqual(await deletion(), null);
      await keyward.logIn(ada.email);
      assert.equal(await deletion(), null);
      await assertSignedIn(keyward, await signInBy(keyward, connection, provider, user));
    });

    it('O5-8: takes over an account that a stranger has left to its deletion', async () => {
      const days = { token: cast.root.token, body: { deletion_grace_days: 7 } };
      assert.equal((await keyward.call('PATCH', '/config/signup', days)).status, 200);
      const scim = await addScim();
      const connection = await connect(keyward, cast.owner, scim.acme, provider);
      const left = async () => {
        const stranger = await keyward.signUp({ email: newEmail(scim.domain) });
        assert.equal((await keyward.call('DELETE', '/me', { token: stranger.token })).status, 200);
        return stranger;
      };
      const [employee, provisioned] = [await left(), await left()];
      const user = { sub: employee.email, email: employee.email, name: 'Ada' };
      await assertSignedIn(keyward, await signInBy(keyward, connection, provider, user));
      await scim.add({ userName: provisioned.email });
      for (const { id, token } of [employee, provisioned]) {
        assert.equal((await accountRow(keyward, id))['deletion_at'], null);
        assert.equal((await keyward.call('GET', '/me', { token })).status, 401);
      }
    });

    it('O5-10: takes in an account that a stranger has filled with organizations', async () => {
      const scim = await addScim();
      const connection = await connect(keyward, cast.owner, scim.acme, provider);
      const full = async () => {
        const stranger = await keyward.signUp({ email: newEmail(scim.domain) });
        await addOrganization(keyward, cast.root, stranger);
        return stranger;
      };
      const [employee, provisioned] = [await full(), await full()];
      const most = (max_per_account: number) =>
        keyward.call('PATCH', '/config/organizations', { token: cast.root.token, body: { max_per_account } });
      assert.equal((await most(1)).status, 200);
      const user = { sub: employee.email, email: employee.email, name: 'Ada' };
      await assertSignedIn(keyward, await signInBy(keyward, connection, provider, user));
      await scim.add({ userName: provisioned.email });
      const members = await membersOf(keyward, cast.root, scim.acme);
      assert.ok(members[employee.id] && members[provisioned.id]);
      await most(100);
    });

    /** A stranger has signed up with an email, whose owner has only opened the link of the mail. */
    async function planted(domain: string): Promise<SignedUp> {
      const stranger = await keyward.signUp({ email: newEmail(domain) });
      await prove(stranger.email);
      return stranger;
    }
    async function invite({ acme }: TestProvider, { email }: SignedUp) {
      const id = await addInvitation(keyward, cast.owner, acme, email, 'admin');
      await mailsDelivered(keyward);
      // The mail about the first proof, which has a link too, may come later.
      const mail = keyward.mail.mailsTo(email).findLast(({ parsed }) => parsed.text?.includes('token=org.'));
      return { id, token: new URL(linkIn(mail ?? assert.fail())).searchParams.get('token') };
    }

    for (const method of ['code', 'provider'] as const)
      it(`P2-1, R3-1: lets a stranger not join, and ends their access once the owner does with a session by a ${method}`, async () => {
        const scim = await addScim();
        const stranger = await planted(scim.domain);
        const { id, token } = await invite(scim, stranger);
        const received = await keyward.call('GET', '/me/invitations', stranger);
        assert.deepEqual(received.body['invitations'], []);
        assertError(await post('/invitation/accept', { id }, stranger.token), 403, 'EmailProofRequiredError');
        const domain = { token: cast.owner.token, body: { joining: 'suggest' } };
        const opened = await keyward.call('PATCH', `${scim.acme.path}/domain/${scim.domain}`, domain);
        assert.equal(opened.status, 200, opened.text);
        const joined = await post(`${scim.acme.path}/join`, {}, stranger.token);
        assertError(joined, 404, 'OrganizationNotFoundError');
        const owner = await enterByCode(stranger.email);
        await keyward.database.query(`update sessions set method = $1 where method = 'code'`, [method]);
        assert.equal((await post('/invitation/accept', { token }, owner)).status, 200);
        assert.equal(await statusOf(owner), 200);
        assert.deepEqual([await statusOf(stranger.token), await byPassword(stranger.email)], [401, 401]);
        assert.ok((await subjectsTo(stranger.email)).includes(REMOVED), 'O3-13');
      });

    it('P2-1: leaves the password to somebody who also has the mail of the invitation', async () => {
      const scim = await addScim();
      const ada = await planted(scim.domain);
      const { token } = await invite(scim, ada);
      assert.equal((await post('/invitation/accept', { token }, ada.token)).status, 200);
      assert.deepEqual([await statusOf(ada.token), await byPassword(ada.email)], [200, 200]);
      assert.ok(!(await subjectsTo(ada.email)).includes(REMOVED));
      const second = await addScim();
      const { id } = await invite(second, ada);
      assert.equal((await post('/invitation/accept', { id }, ada.token)).status, 200);
    });

    it('R3-14, R3-16: ends the access of a stranger, but not the factors of the sign-in that accepts', async () => {
      const scim = await addScim();
      const stranger = await planted(scim.domain);
      const { token } = await invite(scim, stranger);
      const owner = await enterByCode(stranger.email);
      await enrolTotp(keyward, { token: owner });
      await keyward.database.query(`update sessions set method = 'passkey' where method = 'code'`);
      assert.equal((await post('/invitation/accept', { token }, owner)).status, 200);
      assert.deepEqual([await statusOf(owner), await statusOf(stranger.token)], [200, 401]);
      assert.equal((await accountRow(keyward, stranger.id))['second_factors'], 1);
      assert.equal(await byPassword(stranger.email), 401);
    });

    it('R3-10: asks for the mailed token while factors of a stranger are left, also after a reset', async () => {
      const scim = await addScim();
      const stranger = await planted(scim.domain);
      await enrolTotp(keyward, stranger);
      const otp = await codeFor('reset', stranger.email);
      const reset = { email: stranger.email, otp, password: 'kT7vouzg-2' };
      assertError(await post('/forgot/password', reset), 401, 'SecondFactorRequiredError');
      await scim.add({ userName: stranger.email });
      assert.equal((await accountRow(keyward, stranger.id))['second_factors'], 0);
    });

    for (const [name, enter] of Object.entries(ENTRANCES)) {
      it(`by ${name} leaves nothing of a stranger who signed up before a bare proof`, async () => {
        const scim = await addScim();
        const email = newEmail(scim.domain);
        const stranger = await keyward.signUp({ email });
        await prove(email);
        const owner = await enterByCode(email);
        assert.deepEqual([await statusOf(stranger.token), await byPassword(email)], [200, 200]);
        await enter(scim, email);
        assert.deepEqual(await membersOf(keyward, cast.root, scim.acme), {
          [cast.owner.id]: ['owner'],
          [stranger.id]: ['member'],
        });
        assert.deepEqual([await statusOf(stranger.token), await byPassword(email)], [401, 401]);
        assert.equal(await statusOf(owner), 401);
        assert.ok((await subjectsTo(email)).includes(REMOVED));
      });

      it(`R8: by ${name} leaves nothing of a stranger who has changed the password since`, async () => {
        const scim = await addScim();
        const email = newEmail(scim.domain);
        const stranger = await keyward.signUp({ email });
        await prove(email);
        let { token } = stranger;
        let current = PASSWORD;
        for (const password of ['kT7vouzg-3', 'kT7vouzg-4']) {
          const body = { password, current_password: current };
          const changed = await keyward.call('PUT', '/update/password', { token, body });
          assert.equal(changed.status, 200, changed.text);
          ({ token } = await keyward.logIn(email, password));
          current = password;
        }
        // At a sign-in, a factor is asked for first, whoever added it.
        if (name === 'provisioning') await enrolTotp(keyward, { token });
        await enter(scim, email);
        assert.deepEqual([await statusOf(token), await byPassword(email, current)], [401, 401]);
        const [row] = await keyward.database.query('select second_factors from accounts where id = $1', [
          stranger.id,
        ]);
        assert.equal(row?.['second_factors'], 0, 'R9');
      });

      it(`by ${name} leaves nothing of a stranger who moved the account there`, async () => {
        const scim = await addScim();
        const email = newEmail(scim.domain);
        const stranger = await addMember(keyward, { verified: true });
        const moved = await keyward.call('PATCH', '/me', { token: stranger.token, body: { email } });
        assert.equal(moved.status, 200, moved.text);
        await prove(email);
        const [undo] = await linksTo(stranger.email);
        assert.ok(undo);
        await enter(scim, email);
        assert.deepEqual([await statusOf(stranger.token), await byPassword(email)], [401, 401]);
        assertError(await post('/email/undo', { token: undo }), 400, 'EmailUndoInvalidError');
        assert.deepEqual((await membersOf(keyward, cast.root, scim.acme))[stranger.id], ['member']);
      });

      async function proveAndReset(email: string, token?: string): Promise<string> {
        await prove(email);
        const otp = await codeFor('reset', email);
        const password = 'kT7vouzg-2';
        assert.equal((await post('/forgot/password', { email, otp, password }, token)).status, 200);
        return password;
      }
      const OWNERS: Record<string, (owner: SignedUp) => Promise<string>> = {
        'with the own session': async ({ email, token }) => (await prove(email, token), PASSWORD),
        'and set a new password': ({ email }) => proveAndReset(email),
        // O14-1.
        'and set a new password beside a session': ({ email, token }) => proveAndReset(email, token),
      };
      for (const [how, settle] of Object.entries(OWNERS))
        it(`by ${name} keeps what belongs to somebody who proved the mailbox ${how}`, async () => {
          const scim = await addScim();
          const email = newEmail(scim.domain);
          const password = await settle(await keyward.signUp({ email }));
          const { token } = await keyward.logIn(email, password);
          await enter(scim, email);
          assert.equal(await statusOf(token), 200);
          assert.equal(await byPassword(email, password), 200);
          assert.ok(!(await subjectsTo(email)).includes(REMOVED));
        });
    }
  });
}
