import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createBrowser } from '../../support/browser.ts';
import { type Answer, PASSWORD } from '../../support/keyward.ts';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { linkIn } from '../../support/mail-server.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { codeFor, suiteMailed } from '../codes/support/mailed.ts';
import { codeOf, enrolTotp } from '../factors/enrol.ts';
import { asText } from '../expectations.ts';
import { type Acme, addMember, addOrganization, outcome, suiteCast } from '../organizations/help.ts';
import { addPerson, moveUnproven } from '../people.ts';
import { assertFailed, assertSignedIn, FRONTEND, oidcSlot, signInWith } from '../providers/harness.ts';
import { connect, type Connected, CONNECTIONS_ON, signInBy, verifyDomain } from './help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`domains that require the connection of their organization, ${kind}`, () => {
    const provider = suiteOidcProvider();
    const slot = suiteOidcProvider();
    const keyward = suiteMailed(kind, {
      get settings() {
        return { ...CONNECTIONS_ON, KEYWARD_LIMIT_MAILBOX: '1000/1h', ...oidcSlot('IDP1', slot.issuer) };
      },
    });
    const cast = suiteCast(keyward);
    let acme: Acme;
    let connection: Connected;
    let serial = 0;

    before(async () => {
      slot.register([`${keyward.url}/auth/idp1/callback`]);
      acme = await addOrganization(keyward, cast.root, cast.owner);
      await verifyDomain(keyward, acme, 'acme.example');
      connection = await connect(keyward, cast.root, acme, provider);
      await keyward.database.query("update organization_domains set joining = 'require'");
    });

    const person = (domain = 'acme.example') =>
      addPerson(keyward, { email: `bound${(serial += 1)}@${domain}`, verified: true });
    const member = async (...roles: string[]) => {
      const account = await person();
      await addMember(keyward, cast.root, acme, account, ...(roles.length > 0 ? roles : ['member']));
      return account;
    };
    const logIn = (identifier: string) =>
      keyward.call('POST', '/login', { body: { identifier, password: PASSWORD } });
    function assertRequired({ status, body, text }: Answer): void {
      assert.deepEqual([status, body['error']], [403, 'ConnectionRequiredError'], text);
      assert.deepEqual(body.details, {
        connection: {
          id: connection.id,
          name: 'Acme',
          url: `${keyward.url}/auth/connection/${connection.id}/login`,
        },
      });
    }
    /** A session of another method, which asks to enter an organization. */
    const enter = async (signedIn: Answer, { id: organization }: Acme) => {
      assert.equal(signedIn.status, 200, signedIn.text);
      const token = asText(signedIn.body['access_token']);
      return keyward.call('POST', '/token/organization', { token, body: { organization } });
    };
    const usable = async (email: string) => {
      const rows = await keyward.database.query('select id from codes where email = $1 and used_at is null', [
        email,
      ]);
      return rows.length;
    };

    it('refuse passwords, codes, links, resets, providers and factors of members, and use nothing up', async () => {
      const { email, id } = await member();
      assertRequired(await logIn(email));
      const otp = await codeFor(keyward, 'login', email);
      for (const path of ['/login/otp', '/link/login'])
        assertRequired(await keyward.call('POST', path, { body: { email, otp } }));
      assert.equal(await usable(email), 1);
      const link = await createBrowser().get(
        `${keyward.url}/auth/link/login?${new URLSearchParams({ email, otp, frontend_url: FRONTEND }).toString()}`,
      );
      const query = new URL(link.headers.get('location') ?? '').searchParams;
      assert.equal(query.get('error_code'), 'connection_required');
      const reset = await codeFor(keyward, 'reset', email);
      const body = { email, otp: reset, password: 'Different-horse-2' };
      assertRequired(await keyward.call('POST', '/forgot/password', { body }));
      const [row] = await keyward.database.query('select password_hash from accounts where id = $1', [id]);
      assertRequired(await logIn(email));
      const [same] = await keyward.database.query('select password_hash from accounts where id = $1', [id]);
      assert.deepEqual(same, row);
      slot.user = { sub: email, email, email_verified: true, name: 'Ada' };
      assertFailed(await signInWith(keyward, 'idp1'), 'connection_required');
      const links = await keyward.database.query('select id from provider_links where account_id = $1', [id]);
      assert.deepEqual(links, []);
      await assertSignedIn(
        keyward,
        await signInBy(keyward, connection, provider, { sub: email, email, name: 'Ada' }),
      );
    });

    it('refuse before a second factor is asked', async () => {
      const account = await member();
      const { secret } = await enrolTotp(keyward, account);
      assertRequired(await logIn(account.email));
      assert.ok(codeOf(keyward, secret));
    });

    it('let in nobody from the domain who changes the email, and refuse no sign-in outside of it', async () => {
      const proven = async (old: { id: number }, email: string) => {
        await moveUnproven(keyward, cast.root, old, email);
        assertRequired(await enter(await logIn(email), acme));
        const otp = await codeFor(keyward, 'verify', email);
        const done = await keyward.call('POST', '/link/verify', { body: { email, otp } });
        assert.equal(done.status, 200, done.text);
        assertRequired(await enter(await logIn(email), acme));
      };
      await proven(await member(), `away${(serial += 1)}@example.net`);
      const linked = await member();
      await assertSignedIn(
        keyward,
        await signInBy(keyward, connection, provider, {
          sub: linked.email,
          email: linked.email,
          name: 'Ada',
        }),
      );
      await proven(linked, `away${(serial += 1)}@example.net`);
      const [came] = [`came${(serial += 1)}@acme.example`];
      const first = await assertSignedIn(
        keyward,
        await signInBy(keyward, connection, provider, { sub: came, email: came, name: 'Ada' }),
      );
      const email = `away${(serial += 1)}@example.net`;
      await keyward.database.query('update accounts set email = $1, email_key = $1 where id = $2', [
        email,
        Number(first.account['id']),
      ]);
      await keyward.database.query('delete from provider_links where account_id = $1', [
        Number(first.account['id']),
      ]);
      const otp = await codeFor(keyward, 'login', email);
      assertRequired(await enter(await keyward.call('POST', '/login/otp', { body: { email, otp } }), acme));
    });

    it('apply to members whose email is in the domain, and to nobody else', async () => {
      const outside = await person();
      const elsewhere = await person('example.net');
      await addMember(keyward, cast.root, acme, elsewhere, 'member');
      const boss = await addPerson(keyward, {
        email: 'boss@acme.example',
        role: 'superadmin',
        verified: true,
      });
      await addMember(keyward, cast.root, acme, boss, 'member');
      for (const { email } of [outside, elsewhere, boss]) assert.equal((await logIn(email)).status, 200);
    });

    it('let in nobody who came by the connection, whatever email they change to', async () => {
      const { id, email, token } = await person();
      await assertSignedIn(
        keyward,
        await signInBy(keyward, connection, provider, { sub: email, email, name: 'Ada' }),
      );
      const [link] = await keyward.database.query(
        'select provider from provider_links where account_id = $1',
        [id],
      );
      const unlink = `/account/oauth/${encodeURIComponent(String(link?.['provider']))}`;
      assertRequired(await keyward.call('DELETE', unlink, { token, body: { current_password: PASSWORD } }));
      await moveUnproven(keyward, cast.root, { id }, `away.${email}.example.net`);
      assertRequired(await enter(await logIn(`away.${email}.example.net`), acme));
    });

    for (const by of ['sign-in', 'proof in its session', 'proof alone'] as const)
      it(`O4-6, O4-18, O5-13: leave an account that the connection opened for an unproven email to the first ${by}`, async () => {
        const email = `stranger${(serial += 1)}@example.net`;
        const user = { sub: email, email, name: 'Mallory' };
        const byMallory = () => signInBy(keyward, connection, provider, user);
        const { account, token } = await assertSignedIn(keyward, await byMallory());
        const otp = await codeFor(keyward, by === 'sign-in' ? 'login' : 'verify', email);
        const path = by === 'sign-in' ? '/login/otp' : '/link/verify';
        const session = by === 'proof in its session' ? { token } : {};
        const proven = await keyward.call('POST', path, { ...session, body: { email, otp } });
        assert.equal(proven.status, 200, proven.text);
        const left = await keyward.database.query('select id from memberships where account_id = $1', [
          Number(account['id']),
        ]);
        assert.deepEqual(left, []);
        assert.equal((await keyward.call('GET', '/me', { token })).status, 401);
        assertFailed(await byMallory(), 'account_elsewhere');
      });

    it('O4-6: end for the owner of a mailbox to which somebody else has moved an account', async () => {
      const mover = await member();
      const email = `owner${(serial += 1)}@example.net`;
      await moveUnproven(keyward, cast.root, mover, email);
      // The earlier mailbox can undo the move for a week.
      await keyward.database.query('delete from email_changes where account_id = $1', [mover.id]);
      const otp = await codeFor(keyward, 'verify', email);
      assert.equal((await keyward.call('POST', '/link/verify', { body: { email, otp } })).status, 200);
      let mail = await keyward.mail.nextMail(email);
      while (!mail.parsed.text?.includes('/email-undo?')) mail = await keyward.mail.nextMail(email);
      const token = new URL(linkIn(mail)).searchParams.get('token');
      assert.equal((await keyward.call('POST', '/email/undo', { body: { token } })).status, 200);
      // The link for a new password.
      await keyward.mail.nextMail(email);
      const again = await codeFor(keyward, 'login', email);
      const entered = await keyward.call('POST', '/login/otp', { body: { email, otp: again } });
      assert.equal(entered.status, 200, entered.text);
    });

    it('O4-13: let in nobody who came by it and moves to an unproven email, and O4-14: keep nobody from signing in', async () => {
      const other = await addOrganization(keyward, cast.root, cast.owner);
      await verifyDomain(keyward, other, 'unproven.example');
      const account = await person('unproven.example');
      await addMember(keyward, cast.root, other, account, 'member');
      const first = await connect(keyward, cast.root, other, provider);
      const by = (email: string) => signInBy(keyward, first, provider, { sub: email, email, name: 'Ada' });
      await assertSignedIn(keyward, await by(account.email));
      const stranger = `stranger${(serial += 1)}@example.net`;
      await assertSignedIn(keyward, await by(stranger));
      const email = `away${(serial += 1)}@example.net`;
      await moveUnproven(keyward, cast.root, account, email);
      await keyward.database.query("update organization_domains set joining = 'require'");
      assert.equal(outcome(await enter(await logIn(email), other)), '403 ConnectionRequiredError');
      const { token } = cast.root;
      assert.equal((await keyward.call('DELETE', first.path, { token })).status, 200);
      await connect(keyward, cast.root, other, provider);
      const otp = await codeFor(keyward, 'login', stranger);
      const proven = await keyward.call('POST', '/login/otp', { body: { email: stranger, otp } });
      assert.equal(proven.status, 200, proven.text);
    });

    it('O4-3: let in nobody who came by an earlier connection, which another one has replaced', async () => {
      const other = await addOrganization(keyward, cast.root, cast.owner);
      await verifyDomain(keyward, other, 'replaced.example');
      const account = await person('replaced.example');
      await addMember(keyward, cast.root, other, account, 'member');
      const first = await connect(keyward, cast.root, other, provider);
      const user = { sub: account.email, email: account.email, name: 'Ada' };
      await assertSignedIn(keyward, await signInBy(keyward, first, provider, user));
      const email = `away${(serial += 1)}@example.net`;
      await keyward.database.query('update accounts set email = $1, email_key = $1 where id = $2', [
        email,
        account.id,
      ]);
      await keyward.database.query("update organization_domains set joining = 'require'");
      assert.equal(outcome(await enter(await logIn(email), other)), '403 ConnectionRequiredError');
      const { token } = cast.root;
      assert.equal((await keyward.call('DELETE', first.path, { token })).status, 200);
      assert.equal(outcome(await enter(await logIn(email), other)), 'ok');
      await connect(keyward, cast.root, other, provider);
      assert.equal(outcome(await enter(await logIn(email), other)), '403 ConnectionRequiredError');
    });

    it('leave owners a way in, and record its use in an event that names the account', async () => {
      const owner = await member('owner');
      const { token } = cast.root;
      assert.equal((await logIn(owner.email)).status, 200);
      const events = await keyward.call('GET', '/event?type=connection.break_glass_used', { token });
      assert.match(events.text, new RegExp(`"email":"${owner.email}"`));
      const elsewhere = await member('owner');
      const email = `owner${(serial += 1)}@example.net`;
      await moveUnproven(keyward, cast.root, elsewhere, email);
      const entered = await enter(await logIn(email), acme);
      assert.equal(entered.status, 200, entered.text);
      const later = await keyward.call('GET', '/event?type=connection.break_glass_used', { token });
      assert.match(later.text, new RegExp(`"email":"${email}"`));
      const off = { token, body: { break_glass: false } };
      assert.equal((await keyward.call('PATCH', '/config/organizations', off)).status, 200);
      assertRequired(await logIn(owner.email));
      assertRequired(await enter(await logIn(email), acme));
      const on = { token, body: { break_glass: true } };
      await keyward.call('PATCH', '/config/organizations', on);
    });

    it('O3-7: apply to admins although whoever vouches for the connection loses rights, and let owners in', async () => {
      const other = await addOrganization(keyward, cast.root, cast.owner);
      await verifyDomain(keyward, other, 'lost.example');
      const [voucher, admin, owner] = [
        await person('example.net'),
        await person('lost.example'),
        await person('lost.example'),
      ];
      await addMember(keyward, cast.root, other, voucher, 'owner');
      await addMember(keyward, cast.root, other, admin, 'admin');
      await addMember(keyward, cast.root, other, owner, 'owner');
      await connect(keyward, voucher, other, provider);
      await keyward.database.query("update organization_domains set joining = 'require'");
      const outcomes = async () => [outcome(await logIn(admin.email)), outcome(await logIn(owner.email))];
      assert.deepEqual(await outcomes(), ['403 ConnectionRequiredError', 'ok']);
      const { token } = cast.root;
      await keyward.call('DELETE', `${other.path}/member/${voucher.id}`, { token });
      assert.deepEqual(await outcomes(), ['403 ConnectionRequiredError', 'ok']);
      const off = await keyward.call('PATCH', '/config/organizations', {
        token,
        body: { break_glass: false },
      });
      assert.equal(off.status, 200, off.text);
      // Nobody could approve the connection otherwise.
      assert.deepEqual(await outcomes(), ['403 ConnectionRequiredError', 'ok']);
      await keyward.call('PATCH', '/config/organizations', { token, body: { break_glass: true } });
    });

    it('apply to nobody while no connection is active, or the organization is suspended', async () => {
      const { email } = await member();
      const { token } = cast.root;
      const turn = (status: string) => keyward.call('PATCH', connection.path, { token, body: { status } });
      await turn('disabled');
      assert.equal((await logIn(email)).status, 200);
      await turn('active');
      assertRequired(await logIn(email));
      await keyward.call('POST', `${acme.path}/suspend`, { token });
      assert.equal((await logIn(email)).status, 200);
      await keyward.call('POST', `${acme.path}/activate`, { token });
    });
  });

  describe(`POST /login/discover, ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: CONNECTIONS_ON });
    const cast = suiteCast(keyward);

    it('EN2: finds the connection by the domain alone, and never reveals whether there is an account', async () => {
      const acme = await addOrganization(keyward, cast.root, cast.owner);
      await verifyDomain(keyward, acme, 'acme.example');
      const known = await addPerson(keyward, { email: 'known@acme.example', verified: true });
      const { id, path } = await connect(keyward, cast.root, acme, { issuer: 'https://idp.example.com' });
      const ask = async (identifier: string) => {
        const answer = await keyward.call('POST', '/login/discover', { body: { identifier } });
        assert.equal(answer.status, 200, answer.text);
        return answer.text;
      };
      const found = await ask(known.email);
      assert.equal(found, await ask('unknown@acme.example'));
      assert.equal(found, await ask('UNKNOWN@ACME.EXAMPLE'));
      assert.deepEqual(JSON.parse(found), {
        methods: ['password', 'code', 'link', 'passkey'],
        providers: [],
        connection: { id, name: 'Acme', url: `${keyward.url}/auth/connection/${id}/login` },
      });
      const none = await ask('somebody@example.net');
      assert.equal(JSON.parse(none).connection, null);
      for (const other of [cast.owner.email, known.handle, '+491701234567', 'nonsense @'])
        assert.equal(await ask(other), none);
      const off = { token: cast.root.token, body: { status: 'disabled' } };
      await keyward.call('PATCH', path, off);
      assert.equal(await ask(known.email), none);
    });
  });
}
