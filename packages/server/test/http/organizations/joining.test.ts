import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditLogOf } from '../../support/audit-log.ts';
import { PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { codeIn, linkIn } from '../../support/mail-server.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin, rowsOf } from '../admin/admin.ts';
import { codeFor, openLink, startMailed, suiteMailed } from '../codes/support/mailed.ts';
import { verifyDomain } from '../connections/help.ts';
import { setCookies } from '../cookies/cookies.ts';
import { asObject, assertRefusal } from '../expectations.ts';
import { addPerson, newSession } from '../people.ts';
import { type Acme, addOrganization, membersOf, ON } from './help.ts';

let serial = 0;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`joining organizations by a domain on ${kind}`, () => {
    const keyward = suiteMailed(kind, {
      settings: { ...ON, KEYWARD_LIMIT_CHANGES: '10000/1h', KEYWARD_SIGNUP_CONFIRM_EMAIL_CHANGE: 'on' },
    });

    interface Company extends Acme {
      root: SignedUp;
      owner: SignedUp;
      domain: string;
      /** A mailbox of it that nobody has used. */
      email: () => string;
    }

    /** An organization with a verified domain. */
    async function addCompany(joining: string, fields: object = {}): Promise<Company> {
      serial += 1;
      const domain = `joining${serial}.example.net`;
      const root = await addSuperadmin(keyward);
      const owner = await addPerson(keyward, { verified: true });
      const acme = await addOrganization(keyward, root, owner, fields);
      const { token } = root;
      const path = `${acme.path}/domain`;
      assert.equal((await keyward.call('POST', path, { token, body: { domain, joining } })).status, 201);
      const vouched = await keyward.call('POST', `${path}/${domain}/verify`, {
        token,
        body: { vouch: true },
      });
      assert.equal(vouched.status, 200, vouched.text);
      let people = 0;
      return { ...acme, root, owner, domain, email: () => `p${(people += 1)}@${domain}` };
    }

    const join = ({ path }: Acme, { token }: { token: string }) =>
      keyward.call('POST', `${path}/join`, { token });
    const suggestedTo = async ({ token }: { token: string }) =>
      rowsOf(await keyward.call('GET', '/me/organizations', { token }), 'suggested');
    const isMember = async (company: Company, email: string): Promise<boolean> => {
      const account = await keyward.app.services.store.accounts.find('email_key', email);
      return account !== null && account.id in (await membersOf(keyward, company.root, company));
    };

    it('shows people what they can join, and lets them in', async () => {
      for (const joining of ['suggest', 'join']) {
        const company = await addCompany(joining);
        const person = await addPerson(keyward, { verified: true, email: company.email() });
        assert.deepEqual(await suggestedTo(person), [
          { id: company.id, name: 'Acme', slug: (await suggestedTo(person))[0]?.['slug'], logo_url: null },
        ]);
        const joined = await join(company, person);
        assert.equal(joined.status, 200, joined.text);
        const { roles, source } = asObject(joined.body['membership']);
        assert.deepEqual([joined.body['id'], roles, source], [company.id, ['member'], 'domain']);
        assert.deepEqual(await suggestedTo(person), []);
        assertRefusal(await join(company, person), 409, 'AlreadyMemberError');
        const told = (await auditLogOf(keyward.database, 'member.added')).at(-1);
        assert.deepEqual([told?.data['source'], asObject(told?.data['actor'])['id']], ['domain', person.id]);
      }
    });

    it('does not let in people whom somebody has removed, until somebody adds them', async () => {
      for (const joining of ['suggest', 'join']) {
        const company = await addCompany(joining);
        const person = await addPerson(keyward, { verified: true, email: company.email() });
        const member = `${company.path}/member/${person.id}`;
        const add = () =>
          keyward.call('POST', `${company.path}/member`, {
            token: company.root.token,
            body: { account_id: person.id },
          });
        assert.equal((await join(company, person)).status, 200);
        const leave = () => keyward.call('POST', `${company.path}/leave`, { token: person.token });
        assert.equal((await leave()).status, 200);
        assert.equal((await join(company, person)).status, 200);
        const { token } = company.owner;
        assert.equal((await keyward.call('DELETE', member, { token })).status, 200);
        assert.deepEqual(await suggestedTo(person), []);
        assertRefusal(await join(company, person), 404, 'OrganizationNotFoundError');
        assert.equal((await add()).status, 201);
        assert.equal((await leave()).status, 200);
        assert.equal((await join(company, person)).status, 200);
      }
    });

    const removed = async (company: Company, email: string, movesTo?: string) => {
      const person = await addPerson(keyward, { verified: true, email });
      assert.equal((await join(company, person)).status, 200);
      if (movesTo !== undefined) {
        // The setting for confirmed changes does not concern superadmins.
        const body = { account_id: person.id, email: movesTo };
        const moved = await keyward.call('PATCH', '/account', { token: company.root.token, body });
        assert.equal(moved.status, 200, moved.text);
        Object.assign(person, await newSession(keyward, person.id));
      }
      const { token } = company.owner;
      await keyward.call('DELETE', `${company.path}/member/${person.id}`, { token });
      assert.equal((await keyward.call('DELETE', '/me', { token: person.token })).status, 200);
    };

    it('O8-4: does not let in a removed person who had moved to an unproven email', async () => {
      const company = await addCompany('suggest');
      const email = company.email();
      await removed(company, email, company.email());
      const again = await addPerson(keyward, { verified: true, email, handle: 'again.o8' });
      assertRefusal(await join(company, again), 404, 'OrganizationNotFoundError');
    });

    it('S12: does not let in a removed person with a new account of the same mailbox', async () => {
      const company = await addCompany('suggest');
      const email = company.email();
      await removed(company, email);
      const again = await addPerson(keyward, { verified: true, email, handle: 'again.s12' });
      assertRefusal(await join(company, again), 404, 'OrganizationNotFoundError');
      const added = await keyward.call('POST', `${company.path}/member`, {
        token: company.root.token,
        body: { account_id: again.id },
      });
      assert.equal(added.status, 201, added.text);
      await keyward.call('POST', `${company.path}/leave`, { token: again.token });
      assert.equal((await join(company, again)).status, 200);
    });

    it('hides the organization from everybody else', async () => {
      const company = await addCompany('suggest');
      const { token } = company.root;
      const refused = async (person: SignedUp) => {
        assert.deepEqual(await suggestedTo(person), []);
        assertRefusal(await join(company, person), 404, 'OrganizationNotFoundError');
      };
      // Anybody can type an email.
      await refused(await addPerson(keyward, { email: company.email() }));
      await refused(await addPerson(keyward, { verified: true }));
      await refused(await addPerson(keyward, { verified: true, email: `a@below.${company.domain}` }));
      const person = await addPerson(keyward, { verified: true, email: company.email() });
      const set = (joining: string) =>
        keyward.call('PATCH', `${company.path}/domain/${company.domain}`, { token, body: { joining } });
      for (const joining of ['none', 'require']) {
        assert.equal((await set(joining)).status, 200);
        await refused(person);
      }
      await set('join');
      assert.equal((await suggestedTo(person)).length, 1);
      await keyward.call('POST', `${company.path}/suspend`, { token });
      await refused(person);
      await keyward.call('POST', `${company.path}/activate`, { token });
      await keyward.call('DELETE', company.path, { token });
      await refused(person);
      await keyward.call('POST', `${company.path}/restore`, { token });
      await keyward.call('DELETE', `${company.path}/domain/${company.domain}`, { token });
      await refused(person);
    });

    describe('automatic joining, once an email is proven', () => {
      const verify = async (email: string, token?: string) =>
        keyward.call('POST', '/link/verify', {
          body: { email, otp: await codeFor(keyward, 'verify', email) },
          ...(token !== undefined && { token }),
        });

      /** An account whose mailbox somebody has proven without its session. */
      async function provenAlone(email: string): Promise<SignedUp> {
        const account = await keyward.signUp({ email });
        assert.equal((await verify(email)).status, 200);
        // About the first proof.
        await keyward.mail.nextMail(email);
        return account;
      }

      /** Signs in by a mailed code; then the account is a member, and the stranger who opened it is out. */
      async function assertLeftToReader(company: Company, email: string, stranger: SignedUp): Promise<void> {
        const otp = await codeFor(keyward, 'login', email);
        const reader = await keyward.call('POST', '/login/otp', { body: { email, otp } });
        assert.equal(await isMember(company, email), true);
        const statusOf = async (token: unknown) =>
          (await keyward.call('GET', '/me', { token: String(token) })).status;
        assert.deepEqual(
          [await statusOf(reader.body['access_token']), await statusOf(stranger.token)],
          [200, 401],
        );
        const body = { identifier: email, password: PASSWORD };
        assert.equal((await keyward.call('POST', '/login', { body })).status, 401);
        const { parsed } = await keyward.mail.nextMail(email);
        assert.match(parsed.text ?? '', /^You have shown .* is a member of Acme at Example\./m);
      }

      /** Every way to prove an email, by what it is. */
      const ways: Record<
        string,
        (email: string, root: SignedUp) => Promise<{ status: number; text: string }>
      > = {
        'a sign-up by code': async (email) =>
          keyward.call('POST', '/signup/otp', {
            body: { name: 'Ada', email, password: PASSWORD, otp: await codeFor(keyward, 'signup', email) },
          }),
        'a mailed code, in a session': async (email) => {
          const { token } = await keyward.signUp({ email });
          assert.equal(
            await keyward.app.services.store.accounts.find('email_key', email).then((a) => a?.email_verified),
            0,
          );
          return verify(email, token);
        },
        'a mailed link, in the browser that has the session': async (email) => {
          const { token } = await keyward.signUp({ email });
          setCookies(keyward, { cookie_mode: true });
          const query = { email, otp: await codeFor(keyward, 'verify', email) };
          const done = await openLink(keyward, 'verify', query, { cookie: `access_token=${token}` });
          setCookies(keyward, { cookie_mode: false });
          return { status: done.status === 307 ? 200 : 400, text: JSON.stringify(done.query) };
        },
        'a new password by a mailed code, after a proof without a session': async (email) => {
          await provenAlone(email);
          const otp = await codeFor(keyward, 'reset', email);
          return keyward.call('POST', '/forgot/password', { body: { email, otp, password: 'kT7vouzg-2' } });
        },
        'a sign-in by code, after a proof without a session': async (email) => {
          await provenAlone(email);
          const otp = await codeFor(keyward, 'login', email);
          return keyward.call('POST', '/login/otp', { body: { email, otp } });
        },
        'a sign-in by code': async (email) => {
          await keyward.signUp({ email });
          return keyward.call('POST', '/login/otp', {
            body: { email, otp: await codeFor(keyward, 'login', email) },
          });
        },
        'an invitation to the service': async (email, { token }) => {
          await keyward.call('POST', '/invitation', { token, body: { email } });
          const link = new URL(linkIn(await keyward.mail.nextMail(email)));
          const body = { token: link.searchParams.get('token'), name: 'Ada', password: PASSWORD };
          return keyward.call('POST', '/signup/invitation', { body });
        },
        'a superadmin who creates the account': (email, { token }) =>
          keyward.call('POST', '/account', {
            token,
            body: { name: 'Ada', email, password: PASSWORD, email_verified: true },
          }),
        'a superadmin who marks the email as verified': async (email, { token }) => {
          const { id } = await keyward.signUp({ email });
          return keyward.call('PATCH', '/account', { token, body: { account_id: id, email_verified: true } });
        },
        'a change of the email that its new mailbox confirms': async (email) => {
          const { token } = await keyward.logIn((await addPerson(keyward, { verified: true })).email);
          await keyward.call('PATCH', '/me', { token, body: { email } });
          const otp = codeIn(await keyward.mail.nextMail(email));
          return keyward.call('POST', '/link/verify', { token, body: { email, otp } });
        },
      };
      for (const [way, prove] of Object.entries(ways))
        it(`happens by ${way}`, async () => {
          const company = await addCompany('join');
          const email = company.email();
          const done = await prove(email, company.root);
          assert.ok(done.status < 300, done.text);
          assert.equal(await isMember(company, email), true);
          const told = (await auditLogOf(keyward.database, 'member.added')).at(-1);
          assert.deepEqual(
            [told?.data['source'], asObject(told?.data['actor'])['type']],
            ['domain', 'service'],
          );
        });

      it('happens by a mailed code in the strict profile, which ends a session from before', async () => {
        await using strict = await startMailed(kind, { settings: { ...ON, KEYWARD_PROFILE: 'strict' } });
        const root = await addSuperadmin(strict);
        const acme = await addOrganization(strict, root, root);
        await verifyDomain(strict, acme, 'strict.example');
        await strict.database.query(`update organization_domains set joining = 'join'`);
        const email = 'ada@strict.example';
        const { id, token } = await strict.signUp({ email });
        const otp = codeIn(await strict.mail.nextMail(email));
        const done = await strict.call('POST', '/link/verify', { body: { email, otp } });
        assert.equal(done.status, 200, done.text);
        assert.ok(id in (await membersOf(strict, root, acme)));
        assert.equal((await strict.call('GET', '/me', { token })).status, 401);
      });

      it('O10-3: lets in no stranger whose mailbox somebody else has only proven, and ends their access', async () => {
        const company = await addCompany('join');
        const email = company.email();
        const stranger = await provenAlone(email);
        await keyward.logIn(email);
        assert.deepEqual([await isMember(company, email), await suggestedTo(stranger)], [false, []]);
        assertRefusal(await join(company, stranger), 404, 'OrganizationNotFoundError');
        await assertLeftToReader(company, email, stranger);
      });

      it('O11-7: ends the access of a stranger to an account that is a member already', async () => {
        const company = await addCompany('none');
        const email = company.email();
        const stranger = await provenAlone(email);
        const { token } = company.root;
        const body = { account_id: stranger.id };
        const added = await keyward.call('POST', `${company.path}/member`, { token, body });
        assert.equal(added.status, 201, added.text);
        await assertLeftToReader(company, email, stranger);
      });

      it('P11-1: lets in no stranger whose own identity is left when a superadmin sets a password', async () => {
        const company = await addCompany('join');
        const email = company.email();
        const { id: account_id } = await provenAlone(email);
        const link = { provider: 'https://evil.example', subject: email, created_at: 0, account_id };
        await keyward.app.services.store.providerLinks.insert(link);
        const { token } = await addSuperadmin(keyward);
        const body = { account_id, password: `${PASSWORD} new` };
        assert.equal((await keyward.call('PATCH', '/account', { token, body })).status, 200);
        assert.equal(await isMember(company, email), false);
      });

      it('P12-3: lets in no stranger whose own identity is left when the owner undoes a change of the email', async () => {
        const company = await addCompany('join');
        const email = company.email();
        const { id: account_id, token } = await provenAlone(email);
        const link = { provider: 'https://evil.example', subject: email, created_at: 0, account_id };
        await keyward.app.services.store.providerLinks.insert(link);
        const away = `${account_id}@evil.example`;
        const moved = await keyward.call('PATCH', '/me', { token, body: { email: away } });
        assert.equal(moved.status, 200, moved.text);
        const otp = codeIn(await keyward.mail.nextMail(away));
        assert.equal(
          (await keyward.call('POST', '/link/verify', { token, body: { email: away, otp } })).status,
          200,
        );
        const undo = new URL(linkIn(await keyward.mail.nextMail(email))).searchParams.get('token');
        const undone = await keyward.call('POST', '/email/undo', { body: { token: undo } });
        assert.equal(undone.status, 200, undone.text);
        assert.equal(await isMember(company, email), false);
      });

      for (const confirm_email_change of [true, false])
        it(`O13-1: lets in no stranger when the owner changes the email, ${confirm_email_change ? 'confirmed first' : 'at once'}`, async () => {
          const company = await addCompany('join');
          const before = `owner${(serial += 1)}@private.example`;
          const stranger = await provenAlone(before);
          const body = { email: before, otp: await codeFor(keyward, 'login', before) };
          const token = String((await keyward.call('POST', '/login/otp', { body })).body['access_token']);
          const set = (fields: object) =>
            keyward.call('PATCH', '/config/signup', { token: company.root.token, body: fields });
          assert.equal((await set({ confirm_email_change })).status, 200);
          const email = company.email();
          const moved = await keyward.call('PATCH', '/me', { token, body: { email } });
          assert.equal(moved.status, 200, moved.text);
          const otp = confirm_email_change
            ? codeIn(await keyward.mail.nextMail(email))
            : await codeFor(keyward, 'verify', email);
          const proven = await keyward.call('POST', '/link/verify', { token, body: { email, otp } });
          assert.equal(proven.status, 200, proven.text);
          assert.equal((await set({ confirm_email_change: true })).status, 200);
          assert.equal((await keyward.call('GET', '/me', { token: stranger.token })).status, 401, 'O21-3');
          await keyward.logIn(email);
          assert.equal(await isMember(company, email), false);
        });

      it('O14-1: leaves all to an owner who signs in by the first password, also after a change of the email', async () => {
        const company = await addCompany('none');
        const { token } = await provenAlone(`first${(serial += 1)}@private.example`);
        const email = company.email();
        assert.equal((await keyward.call('PATCH', '/me', { token, body: { email } })).status, 200);
        const otp = codeIn(await keyward.mail.nextMail(email));
        assert.equal(
          (await keyward.call('POST', '/link/verify', { token, body: { email, otp } })).status,
          200,
        );
        const path = `${company.path}/invitation`;
        const invited = await keyward.call('POST', path, {
          token: company.root.token,
          body: { emails: [email] },
        });
        assert.equal(invited.status, 200, invited.text);
        const link = new URL(linkIn(await keyward.mail.nextMail(email)));
        const body = { token: link.searchParams.get('token') };
        const accepted = await keyward.call('POST', '/invitation/accept', { token, body });
        assert.equal(accepted.status, 200, accepted.text);
        assert.ok((await keyward.logIn(email)).token);
      });

      it('does not happen before the proof, nor where people must ask', async () => {
        const [taking, asking] = [await addCompany('join'), await addCompany('suggest')];
        const unproven = taking.email();
        await keyward.signUp({ email: unproven });
        assert.equal(await isMember(taking, unproven), false);
        const asked = asking.email();
        await keyward.signUp({ email: asked });
        assert.equal((await verify(asked)).status, 200);
        assert.equal(await isMember(asking, asked), false);
      });

      it('does not happen again after they have left', async () => {
        const company = await addCompany('join');
        const email = company.email();
        const { token } = await keyward.signUp({ email });
        await verify(email, token);
        assert.equal((await keyward.call('POST', `${company.path}/leave`, { token })).status, 200);
        const otp = await codeFor(keyward, 'login', email);
        const login = await keyward.call('POST', '/login/otp', { body: { email, otp } });
        assert.equal(login.status, 200, login.text);
        assert.equal(await isMember(company, email), false);
      });

      it('O5-9: does not happen again after they have left, with another email of the domain', async () => {
        const company = await addCompany('join');
        const first = company.email();
        const { token } = await keyward.signUp({ email: first });
        await verify(first, token);
        const move = async () => {
          const email = company.email();
          await keyward.call('PATCH', '/me', { token, body: { email } });
          const otp = codeIn(await keyward.mail.nextMail(email));
          const moved = await keyward.call('POST', '/link/verify', { token, body: { email, otp } });
          assert.equal(moved.status, 200, moved.text);
          return isMember(company, email);
        };
        const leave = () => keyward.call('POST', `${company.path}/leave`, { token });
        assert.equal((await leave()).status, 200);
        assert.equal(await move(), false);
        assert.equal((await join(company, { token })).status, 200);
        assert.equal((await leave()).status, 200);
        assert.equal(await move(), false);
      });

      it('a full organization blocks no sign-up', async () => {
        const company = await addCompany('join', { max_members: 1 });
        const email = company.email();
        const otp = await codeFor(keyward, 'signup', email);
        const opened = await keyward.call('POST', '/signup/otp', {
          body: { name: 'Ada', email, password: PASSWORD, otp },
        });
        assert.equal(opened.status, 200, opened.text);
        assert.equal(await isMember(company, email), false);
        const token = String(opened.body['access_token']);
        assertRefusal(await join(company, { token }), 403, 'OrganizationLimitError');
      });
    });
  });
}
