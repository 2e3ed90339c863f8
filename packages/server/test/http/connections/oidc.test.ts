import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createChallenges } from '../../../src/features/identity/mfa/challenges.ts';
import { createBrowser } from '../../support/browser.ts';
import { type OidcUser, suiteOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { suiteKeyward } from '../expectations.ts';
import { type Acme, addMember, addOrganization, membersOf, suiteCast } from '../organizations/help.ts';
import { accountRow, addPerson, newSession } from '../people.ts';
import { assertFailed, assertSignedIn, openCallback } from '../providers/harness.ts';
import { connect, type Connected, CONNECTIONS_ON, loginUrl, signInBy, verifyDomain } from './help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`sign-ins by the OpenID provider of an organization, ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });
    const provider = suiteOidcProvider();
    const cast = suiteCast(keyward);
    let acme: Acme;
    let connection: Connected;
    let serial = 0;

    before(async () => {
      acme = await addOrganization(keyward, cast.root, cast.owner);
      await verifyDomain(keyward, acme, 'acme.example');
      connection = await connect(keyward, cast.root, acme, provider);
    });

    const person = (fields: object = {}): OidcUser => {
      serial += 1;
      return { sub: `sub${serial}`, email: `person${serial}@acme.example`, name: 'Grace Hopper', ...fields };
    };
    const enter = (user: OidcUser, by = connection) => signInBy(keyward, by, provider, user);
    const change = async (fields: object) => {
      const { status, text } = await keyward.call('PATCH', connection.path, {
        token: cast.root.token,
        body: fields,
      });
      assert.equal(status, 200, text);
    };
    const roles = async (id: unknown) => (await membersOf(keyward, cast.root, acme))[Number(id)];

    it('makes the account and the membership at the first sign-in, whatever the mode of sign-up', async () => {
      const { root } = cast;
      await keyward.call('PATCH', '/config/signup', { token: root.token, body: { mode: 'closed' } });
      const user = person();
      const { account } = await assertSignedIn(keyward, await enter(user));
      await keyward.call('PATCH', '/config/signup', { token: root.token, body: { mode: 'open' } });
      const { email, email_verified, name } = account;
      assert.deepEqual(
        { email, email_verified, name },
        { email: user['email'], email_verified: true, name: 'Grace Hopper' },
      );
      const member = await keyward.call('GET', `${acme.path}/member/${Number(account['id'])}`, {
        token: root.token,
      });
      assert.deepEqual(
        [member.body['source'], member.body['roles']],
        ['connection', ['member']],
        member.text,
      );
      const limit = (blocked: string[]) =>
        keyward.call('PATCH', '/config/signup', { token: root.token, body: { blocked_domains: blocked } });
      await limit(['acme.example']);
      assertFailed(await enter(person()), 'email_domain_not_allowed');
      const again = await assertSignedIn(keyward, await enter({ ...user, email: 'renamed@acme.example' }));
      await limit([]);
      assert.equal(again.account['id'], account['id'], 'the subject decides, and not the email');
      const events = await keyward.call('GET', '/event?type=session.started&limit=1&order=desc', {
        token: root.token,
      });
      assert.match(events.text, new RegExp(`"method":"connection".*"via":"${connection.id}"`));
    });

    it('P17-3: keeps one identity of an account, although the issuer of the connection changes', async () => {
      const user = person();
      const { account } = await assertSignedIn(keyward, await enter(user));
      const linked = () =>
        keyward.database.query(
          'select provider from provider_links where account_id = $1 order by provider',
          [Number(account['id'])],
        );
      const [now] = await linked();
      const former = `${connection.id}:https://former.example`;
      await keyward.database.query('update provider_links set provider = $1 where account_id = $2', [
        former,
        Number(account['id']),
      ]);
      await keyward.app.services.store.providerLinks.insert({
        provider: 'https://other.example',
        subject: user.sub,
        account_id: Number(account['id']),
        created_at: 0,
      });
      await assertSignedIn(keyward, await enter(user));
      assert.deepEqual(await linked(), [now, { provider: 'https://other.example' }]);
    });

    it('tells its people where they came from', async () => {
      const { token } = await assertSignedIn(keyward, await enter(person()));
      const { body } = await keyward.call('GET', '/account/oauth/links', { token });
      assert.equal(JSON.parse(JSON.stringify(body))[0].name, 'Acme');
      const renamed = { token: cast.root.token, body: { name: 'Entra ID' } };
      await keyward.call('PATCH', connection.path, renamed);
      const next = await keyward.call('GET', '/account/oauth/links', { token });
      assert.match(next.text, /"name":"Entra ID \(Acme\)"/);
    });

    it('takes over an account by the email in a verified domain, and drops what a stranger left there', async () => {
      const known = await addPerson(keyward, { email: 'known@acme.example', verified: true });
      const { account } = await assertSignedIn(keyward, await enter(person({ email: known.email })));
      assert.equal(account['id'], known.id);
      const planted = await addPerson(keyward, { email: 'planted@acme.example' });
      await assertSignedIn(keyward, await enter(person({ email: planted.email })));
      const { password_hash, email_verified } = await accountRow(keyward, planted.id);
      assert.deepEqual([password_hash, Number(email_verified)], [null, 1]);
      const session = await keyward.call('GET', '/me', { token: planted.token });
      assert.equal(session.status, 401, session.text);
    });

    it('does not reach outsiders: other emails, domains of others, superadmins, unverified emails', async () => {
      const other = await addOrganization(keyward, cast.root, cast.stranger);
      await verifyDomain(keyward, other, 'other.example');
      const outside = await addPerson(keyward, { email: 'outside@example.net', verified: true });
      const theirs = await addPerson(keyward, { email: 'theirs@other.example', verified: true });
      const boss = await addPerson(keyward, {
        email: 'boss@acme.example',
        role: 'superadmin',
        verified: true,
      });
      const unsure = await addPerson(keyward, { email: 'unsure@acme.example', verified: true });
      const member = await addPerson(keyward, { email: 'member@example.net', verified: true });
      await addMember(keyward, cast.root, acme, member, 'member');
      const accounts = await keyward.database.query('select count(*) as rows from accounts');
      for (const fields of [
        { email: outside.email },
        { email: theirs.email },
        { email: 'new@other.example' },
        { email: boss.email },
        { email: unsure.email, email_verified: false },
        { email: member.email, email_verified: true },
      ]) {
        assertFailed(await enter(person(fields)), 'account_elsewhere');
      }
      assertFailed(await enter(person({ email: undefined })), 'provider_email_missing');
      assert.deepEqual(await keyward.database.query('select count(*) as rows from accounts'), accounts);
      for (const { id } of [outside, theirs, boss, unsure]) assert.equal(await roles(id), undefined);
    });

    it('opens an account for a new email of nobody’s domain, which proves no mailbox', async () => {
      const { account } = await assertSignedIn(keyward, await enter(person({ email: 'guest@example.net' })));
      assert.equal(account['email_verified'], false);
      assert.deepEqual(await roles(account['id']), ['member']);
    });

    it('signs in a linked account only while it belongs to the organization', async () => {
      const user = person();
      const { account } = await assertSignedIn(keyward, await enter(user));
      const id = Number(account['id']);
      const remove = () => keyward.call('DELETE', `${acme.path}/member/${id}`, { token: cast.root.token });
      assert.equal((await remove()).status, 200);
      await assertSignedIn(keyward, await enter(user));
      assert.deepEqual(await roles(id), ['member'], 'the email is in the domain');
      assert.equal((await remove()).status, 200);
      await keyward.app.services.store.accounts.update(id, {
        email: 'private@example.net',
        email_key: 'private@example.net',
      });
      assertFailed(await enter(user), 'account_elsewhere');
      await addMember(keyward, cast.root, acme, { ...cast.stranger, id }, 'member');
      await assertSignedIn(keyward, await enter(user));
      await keyward.app.services.store.accounts.update(id, { role: 'superadmin' });
      assertFailed(await enter(user), 'account_elsewhere');
    });

    it('maps groups to roles: at the first sign-in, and at each with keep_roles', async () => {
      await change({ mapping: { staff: ['admin'], unused: ['owner'] } });
      const user = person({ groups: ['staff', 'others'] });
      const { account } = await assertSignedIn(keyward, await enter(user));
      assert.deepEqual(await roles(account['id']), ['admin']);
      await assertSignedIn(keyward, await enter({ ...user, groups: [] }));
      assert.deepEqual(await roles(account['id']), ['admin']);
      await change({ keep_roles: true });
      await assertSignedIn(keyward, await enter({ ...user, groups: [] }));
      assert.deepEqual(await roles(account['id']), ['member']);
      await change({ mapping: {}, keep_roles: false });
    });

    it('keeps the last owner an owner', async () => {
      const owner = await addPerson(keyward, { email: 'owner@acme.example', verified: true });
      const own = await addOrganization(keyward, cast.root, owner);
      const fields = { keep_roles: true, mapping: { staff: ['admin'] } };
      const by = await connect(keyward, cast.root, own, provider, fields);
      await keyward.database.query("delete from organization_domains where domain = 'acme.example'");
      await verifyDomain(keyward, own, 'acme.example');
      await assertSignedIn(keyward, await enter(person({ email: owner.email, groups: ['staff'] }), by));
      const members = await membersOf(keyward, cast.root, own);
      assert.deepEqual(members[owner.id], ['owner', 'admin']);
      await keyward.database.query("delete from organization_domains where domain = 'acme.example'");
      await verifyDomain(keyward, acme, 'acme.example');
    });

    /** A provider that begins a hundred sign-ins ends none that the owner of the account, or another one, has begun. */
    async function assertOthersLast(accountId: number, user: OidcUser): Promise<void> {
      const { store } = keyward.app.services;
      const challenges = createChallenges({ store, clock: keyward.clock });
      const begun = { purpose: 'login', account_id: accountId } as const;
      const link = { ...begun, method: 'code', via: 'link' } as const;
      const other = { ...begun, method: 'connection', via: 'another' } as const;
      const own: { token: string }[] = [];
      for (const one of [begun, link, other]) own.push(await challenges.open(store, one));
      keyward.clock.advance(1_000);
      const { id: via } = connection;
      for (let count = 0; count < 100; count += 1) await challenges.open(store, { ...other, via });
      await enter(user);
      for (const { token } of own) await challenges.find(token, 'login');
    }

    it('asks for the second factor, unless the connection counts as two', async () => {
      const user = person();
      const { account } = await assertSignedIn(keyward, await enter(user));
      const id = Number(account['id']);
      await keyward.app.services.store.accounts.update(id, { second_factors: 1 });
      const asked = await enter(user);
      assert.ok(asked.has('challenge'), asked.toString());
      await assertOthersLast(id, user);
      await change({ trust_factors: true });
      const { token } = await assertSignedIn(keyward, await enter(user));
      const methodsIn = (jwt: string) => {
        const { amr, org } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
        return [amr, org?.amr];
      };
      // O15-2: only its organization believes it.
      assert.deepEqual(methodsIn(token), [['fed'], undefined]);
      const active = await keyward.call('POST', '/token/organization', {
        token,
        body: { organization: acme.id },
      });
      assert.deepEqual(methodsIn(String(active.body['access_token'])), [['fed'], ['mfa']], active.text);
      // The owner confirms a new identity with a factor first.
      const factored = await addPerson(keyward, { email: 'factored@acme.example', verified: true });
      await keyward.app.services.store.accounts.update(factored.id, { second_factors: 1 });
      const first = await enter(person({ email: factored.email }));
      assert.ok(first.has('challenge'), first.toString());
      assert.equal((await membersOf(keyward, cast.root, acme))[factored.id], undefined, 'no member yet');
      await change({ trust_factors: false });
    });

    for (const isLinked of [false, true])
      it(`P12-5, O16-1: takes over a doubtful account ${isLinked ? 'with' : 'without'} a link, and leaves no factor`, async () => {
        const owner = await addPerson(keyward, { email: `app${isLinked}@acme.example`, verified: true });
        const user = person({ email: owner.email });
        if (isLinked) await assertSignedIn(keyward, await enter(user));
        const { accounts } = keyward.app.services.store;
        const stranger = await newSession(keyward, owner.id);
        await accounts.update(owner.id, { password_after_proof: 0, second_factors: 1 });
        await assertSignedIn(keyward, await enter(user));
        assert.equal((await keyward.call('GET', '/me', { token: stranger.token })).status, 401);
        const after = await accounts.find('id', owner.id);
        assert.deepEqual([after?.password_after_proof, after?.second_factors], [1, 0]);
        assert.deepEqual(await roles(owner.id), ['member']);
      });

    it('O17-8: signs in an owner with a doubtful account by the own connection', async () => {
      const owner = await addPerson(keyward, { email: 'maker@maker.example', verified: true });
      const own = await addOrganization(keyward, cast.root, owner);
      await verifyDomain(keyward, own, 'maker.example');
      const made = await connect(keyward, owner, own, provider);
      await keyward.app.services.store.accounts.update(owner.id, { password_after_proof: 0 });
      keyward.clock.advance(1_000);
      await assertSignedIn(keyward, await enter(person({ email: owner.email }), made));
    });

    for (const method of ['code', 'password'])
      it(`O13-4, O15-12: takes over a doubtful account also in a browser that is signed in by a ${method}`, async () => {
        const owner = await addPerson(keyward, { email: `${method}@acme.example`, verified: true });
        await keyward.app.services.store.accounts.update(owner.id, { password_after_proof: 0 });
        const [stranger, own] = [await newSession(keyward, owner.id), await newSession(keyward, owner.id)];
        const session = 'update sessions set method = $1 where account_id = $2';
        await keyward.database.query(session, [method, owner.id]);
        const browser = createBrowser();
        provider.user = person({ email: owner.email });
        const callback = await browser.followTo(
          loginUrl(keyward, connection),
          `${keyward.url}/auth/connection/${connection.id}/callback`,
        );
        const done = await browser.get(callback.href, { authorization: `Bearer ${own.token}` });
        assert.match(done.headers.get('location') ?? '', /access_token=/);
        const statusOf = async ({ token }: { token: string }) =>
          (await keyward.call('GET', '/me', { token })).status;
        assert.deepEqual([await statusOf(stranger), await statusOf(own)], [401, 401]);
        const { password_hash, password_after_proof } = await accountRow(keyward, owner.id);
        assert.deepEqual([password_hash, Number(password_after_proof)], [null, 1]);
        assert.deepEqual(await roles(owner.id), ['member']);
      });

    it('signs nobody in while it is a draft or disabled, or the organization is suspended or deleted', async () => {
      const user = person();
      for (const status of ['draft', 'disabled']) {
        await change({ status });
        const answer = await createBrowser().get(loginUrl(keyward, connection));
        assert.equal(answer.status, 404, await answer.text());
      }
      await change({ status: 'active' });
      // Turned off while somebody is at the provider.
      const browser = createBrowser();
      provider.user = user;
      const callback = await browser.followTo(
        loginUrl(keyward, connection),
        `${keyward.url}/auth/connection/${connection.id}/callback`,
      );
      await change({ status: 'disabled' });
      assertFailed(await openCallback(browser, callback), 'connection_not_found');
      await change({ status: 'active' });
      const { token } = cast.root;
      await keyward.call('POST', `${acme.path}/suspend`, { token });
      assertFailed(await enter(user), 'organization_suspended');
      await keyward.call('POST', `${acme.path}/activate`, { token });
    });

    it('OA1, OA2: a callback works once, in the browser that began, and at its connection', async () => {
      const second = await connect(keyward, cast.root, acme, provider);
      provider.user = person();
      const browser = createBrowser();
      const callback = await browser.followTo(
        loginUrl(keyward, connection),
        `${keyward.url}/auth/connection/${connection.id}/callback`,
      );
      assertFailed(await openCallback(createBrowser(), callback), 'oauth_state');
      assertFailed(
        await openCallback(browser, callback.href.replace(connection.id, second.id)),
        'oauth_state',
      );
      // P19-5: a page adds the challenge when it hands a session over, whose code the provider must not get.
      assertFailed(await openCallback(browser, `${callback.href}&code_challenge=x`), 'oauth_state');
      await assertSignedIn(keyward, await openCallback(browser, callback));
      assertFailed(await openCallback(browser, callback), 'oauth_state');
    });

    it('keeps its identities apart from those of another connection at the same provider', async () => {
      const user = person();
      const { account } = await assertSignedIn(keyward, await enter(user));
      const mallory = await addOrganization(keyward, cast.root, cast.stranger);
      const theirs = await connect(keyward, cast.stranger, mallory, provider);
      assertFailed(await enter(user, theirs), 'account_elsewhere');
      const { account: other } = await assertSignedIn(
        keyward,
        await enter({ ...user, email: 'elsewhere@example.net' }, theirs),
      );
      assert.notEqual(other['id'], account['id']);
    });

    it('forgets its identities when it is deleted', async () => {
      const { token } = cast.root;
      const by = await connect(keyward, cast.root, acme, provider);
      await assertSignedIn(keyward, await enter(person(), by));
      const links = async () => {
        const [row] = await keyward.database.query(
          'select count(*) as rows from provider_links where provider like $1',
          [`${by.id}%`],
        );
        return Number(row?.['rows']);
      };
      assert.equal(await links(), 1);
      assert.equal((await keyward.call('DELETE', by.path, { token })).status, 200);
      assert.equal(await links(), 0);
    });

    it('shows the identity by the id of the connection', async () => {
      const { token } = await assertSignedIn(keyward, await enter(person()));
      const links = await keyward.call('GET', '/account/oauth/links', { token });
      assert.match(links.text, new RegExp(`"provider":"${connection.id}"`));
    });
  });
}
