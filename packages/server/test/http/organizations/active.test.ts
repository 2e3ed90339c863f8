import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ServiceEvent } from '../../../src/features/audit/events/events.ts';
import type { Answer, SignedUp } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { superadminOf } from '../config/superadmin.ts';
import { fromOwnPage, setCookies, setJwt, valueOf } from '../cookies/cookies.ts';
import { assertRefusal, asObject, asText, claimsOf, suiteKeyward } from '../expectations.ts';
import { enrolTotp } from '../factors/enrol.ts';
import { addApplication, configure, signInWith } from '../oauth/flows.ts';
import { addPerson } from '../people.ts';
import { type Acme, addAcme, addCast, addMember, addOrganization, ON } from './help.ts';

const SETTINGS = {
  permissions: ['invoices:write'],
  roles: [{ name: 'billing', permissions: ['org:read'] }],
  own_roles: true,
};

const ORDERS = 'https://orders.example.com';

interface Named {
  id: string;
  slug: string;
  roles: string[];
  permissions: string[];
  v: number;
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the active organization on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: ON, inOneProcess: true });

    const turn = (by: { token: string }, organization: string | null, more: object = {}) =>
      keyward.call('POST', '/token/organization', { token: by.token, body: { organization, ...more } });
    const refresh = (refresh_token: unknown, organization?: string | null) =>
      keyward.call('POST', '/token/refresh', {
        body: { refresh_token, ...(organization !== undefined && { organization }) },
      });
    const me = async (token: string) => (await keyward.call('GET', '/me', { token })).body['organization'];
    /** The claim `org` of an answer with tokens. */
    function orgOf({ status, text, body }: Answer): Named | undefined {
      assert.equal(status, 200, text);
      const { org } = claimsOf(body['access_token']);
      return org === undefined ? undefined : JSON.parse(JSON.stringify(org));
    }
    async function turned(by: { token: string }, organization: string): Promise<Named> {
      return orgOf(await turn(by, organization)) ?? assert.fail('no organization');
    }
    async function withDual(work: () => Promise<void>): Promise<void> {
      const { dual_token_mode } = keyward.app.services.settings.current.jwt;
      setJwt(keyward, { dual_token_mode: true });
      await work();
      setJwt(keyward, { dual_token_mode });
    }
    const remove = async ({ path }: Acme, { token }: SignedUp, { id }: SignedUp) =>
      assert.equal((await keyward.call('DELETE', `${path}/member/${id}`, { token })).status, 200);
    const suspend = async ({ path }: Acme, { token }: SignedUp, act = 'suspend') =>
      assert.equal((await keyward.call('POST', `${path}/${act}`, { token })).status, 200);

    it('P15-5: is refused to a session that must first add a second factor, also by a refresh', () =>
      withDual(async () => {
        const cast = await addCast(keyward);
        const acme = await addAcme(keyward, cast);
        const member = await keyward.logIn(cast.member.email);
        const { settings } = keyward.app.services;
        const { factors } = settings.current;
        settings.replace({ ...settings.current, factors: { ...factors, policy: 'everyone' } });
        const answers = [
          await turn(member, acme.id, { refresh_token: member.refreshToken }),
          await refresh(member.refreshToken, acme.id),
        ];
        settings.replace({ ...settings.current, factors });
        for (const answer of answers) assertRefusal(answer, 403, 'SecondFactorEnrolmentRequiredError');
      }));

    it('is chosen by members, named by new tokens and by GET me, and belongs to the session', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast, { slug: 'chosen' });
      const other = await keyward.logIn(cast.member.email);
      assert.equal(await me(cast.member.token), null);
      const answer = await turn(cast.member, 'chosen');
      const org = orgOf(answer);
      assert.deepEqual(
        { ...org, v: typeof org?.v },
        { id: acme.id, slug: 'chosen', roles: ['member'], permissions: ['org:read'], v: 'number' },
      );
      assert.equal(asObject(answer.body['account'])['id'], cast.member.id);
      const shown = {
        id: acme.id,
        slug: 'chosen',
        name: 'Acme',
        roles: ['member'],
        permissions: ['org:read'],
      };
      assert.deepEqual(await me(asText(answer.body['access_token'])), shown);
      assert.deepEqual(await me(cast.member.token), shown, 'an earlier token of the session sees it');
      assert.equal(await me(other.token), null, 'another session does not');
      const { body } = await keyward.call('GET', `${acme.path}/member/${cast.member.id}`, cast.owner);
      assert.ok(typeof body['last_active_at'] === 'string');
      assert.equal(orgOf(await turn(cast.member, acme.id))?.id, acme.id);
      assert.equal(orgOf(await turn(cast.member, null)), undefined);
      assert.equal(await me(cast.member.token), null);
    });

    it('is refused to others as if it did not exist, and while it is suspended or deleted', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast, { slug: 'closed' });
      for (const name of ['closed', acme.id, 'nowhere', `org_${'x'.repeat(22)}`])
        assertRefusal(await turn(cast.stranger, name), 404, 'OrganizationNotFoundError');
      assertRefusal(await turn(cast.root, 'closed'), 404, 'OrganizationNotFoundError');
      await turned(cast.owner, 'closed');
      await suspend(acme, cast.root);
      assertRefusal(await turn(cast.member, 'closed'), 403, 'OrganizationSuspendedError');
      assert.equal(await me(cast.owner.token), null, 'suspended while it is active');
      await suspend(acme, cast.root, 'activate');
      assert.equal(asObject(await me(cast.owner.token))['id'], acme.id);
      assert.equal((await keyward.call('DELETE', acme.path, cast.root)).status, 200);
      assertRefusal(await turn(cast.member, acme.id), 404, 'OrganizationNotFoundError');
      assert.equal(await me(cast.owner.token), null);
      for (const bad of ['', 'A b', 7]) {
        const body = { organization: bad };
        assert.equal(
          (await keyward.call('POST', '/token/organization', { ...cast.member, body })).status,
          422,
        );
      }
    });

    it('ends with the membership, and does not return with it; v only rises', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const first = await turned(cast.member, acme.id);
      await remove(acme, cast.owner, cast.member);
      assert.equal(await me(cast.member.token), null);
      await addMember(keyward, cast.root, acme, cast.member, 'member');
      assert.equal(await me(cast.member.token), null, 'a new membership');
      const second = await turned(cast.member, acme.id);
      assert.ok(second.v > first.v);
      const body = { roles: ['admin'] };
      const changed = await keyward.call('PATCH', `${acme.path}/member/${cast.member.id}`, {
        token: cast.owner.token,
        body,
      });
      assert.equal(changed.status, 200);
      const third = await turned(cast.member, acme.id);
      assert.ok(third.v > second.v);
      assert.deepEqual(third.roles, ['admin']);
      await remove(acme, cast.owner, cast.other);
      assert.equal((await turned(cast.member, acme.id)).v, third.v, 'what others do does not count');
    });

    it('carries the current rights, whose changes raise v', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const { patch } = await superadminOf(keyward);
      const set = async (settings: object) =>
        assert.equal((await patch('/config/organizations', settings)).status, 200);
      await set(SETTINGS);
      const { token } = cast.owner;
      const role = { name: 'writer', permissions: ['org:read'] };
      assert.equal((await keyward.call('POST', `${acme.path}/role`, { token, body: role })).status, 201);
      await addMember(keyward, cast.root, acme, cast.stranger, 'billing', 'writer');
      const before = await turned(cast.stranger, acme.id);
      assert.deepEqual(before.permissions, ['org:read']);
      const body = { permissions: ['org:read', 'org:write'] };
      assert.equal((await keyward.call('PATCH', `${acme.path}/role/writer`, { token, body })).status, 200);
      const own = await turned(cast.stranger, acme.id);
      assert.deepEqual(own.permissions.toSorted(), ['org:read', 'org:write']);
      assert.ok(own.v > before.v);
      await set({ roles: [{ name: 'billing', permissions: ['invoices:write'] }] });
      const deployment = await turned(cast.stranger, acme.id);
      assert.deepEqual(deployment.permissions.toSorted(), ['invoices:write', 'org:read', 'org:write']);
      assert.ok(deployment.v > own.v);
      const shown = asObject(await me(cast.stranger.token));
      assert.deepEqual(shown['permissions'], deployment.permissions);

      await set({ claims: ['roles'] });
      assert.deepEqual(Object.keys(await turned(cast.stranger, acme.id)), ['id', 'slug', 'roles', 'v']);
      await set({ claims: [] });
      assert.deepEqual(Object.keys(await turned(cast.stranger, acme.id)), ['id', 'slug', 'v']);
      await set({ claims: ['roles', 'permissions'], roles: [] });
    });

    it('names only id and version if the rest is too large, and logs that', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const { patch } = await superadminOf(keyward);
      const warned: ServiceEvent[] = [];
      const unsubscribe = keyward.app.services.events.subscribe((event) => {
        if (event.name === 'token.organization_left_out') warned.push(event);
      });
      const permissions = Array.from({ length: 40 }, (_, place) => `invoices:${'x'.repeat(20)}${place}`);
      assert.equal((await patch('/config/organizations', { permissions })).status, 200);
      const org = await turned(cast.owner, acme.id);
      assert.deepEqual(Object.keys(org), ['id', 'v']);
      assert.equal(warned.length, 1);
      assert.equal(warned[0]?.metadata?.['organization_id'], acme.id);
      assert.equal(Object(await me(cast.owner.token)).permissions.length, 51, 'GET me has no such limit');
      assert.equal((await patch('/config/organizations', { permissions: [] })).status, 200);
      assert.ok((await turned(cast.owner, acme.id)).slug);
      unsubscribe();
    });

    it('leaves room for custom claims, so that a token fits into a cookie', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const { patch } = await superadminOf(keyward);
      const permissions = Array.from({ length: 20 }, (_, place) => `invoices:${'x'.repeat(16)}${place}`);
      assert.equal((await patch('/config/organizations', { permissions })).status, 200);
      assert.equal((await turned(cast.owner, acme.id)).permissions.length, 31);
      assert.equal((await patch('/config/jwt', { claims: { plan: 'app_metadata.plan' } })).status, 200);
      await keyward.database.query('update accounts set app_metadata = $1 where id = $2', [
        JSON.stringify({ plan: 'x'.repeat(1_000) }),
        cast.owner.id,
      ]);
      const { body } = await turn(cast.owner, acme.id);
      const claims = claimsOf(body['access_token']);
      assert.deepEqual(Object.keys(asObject(claims['org'])), ['id', 'v']);
      assert.equal(asText(claims['plan']).length, 1_000);
      assert.equal((await patch('/config/jwt', { claims: {} })).status, 200);
      assert.equal((await patch('/config/organizations', { permissions: [] })).status, 200);
    });

    it('is not shown to applications', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      await turned(cast.member, acme.id);
      await configure(keyward, { enabled: true, resources: { [ORDERS]: { name: 'Orders' } } });
      const application = await addApplication(keyward);
      const scope = 'openid profile offline_access';
      const tokens = await signInWith(keyward, application, cast.member.token, { scope, resource: ORDERS });
      for (const name of ['access_token', 'id_token'])
        assert.equal('org' in claimsOf(tokens[name]), false, name);
      const held = { token: asText(tokens['access_token']) };
      assertRefusal(await turn(held, null), 401, 'InvalidTokenError');
      assert.equal(asObject(await me(cast.member.token))['id'], acme.id);
    });

    it('TK15: gives custom claims its metadata, under a name that shows who writes it', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast, { metadata: { plan: { name: 'pro' } } });
      const { patch } = await superadminOf(keyward);
      const claims = (rules: object) => patch('/config/jwt', { claims: rules });
      assertRefusal(await claims({ plan: 'org.metadata.plan' }), 400, 'InvalidConfigError');
      for (const path of ['org', 'org.id', 'org.app_metadata.plan', 'org.metadata.'])
        assertRefusal(await claims({ unverified_plan: path }), 400, 'InvalidConfigError');
      assert.equal((await claims({ unverified_plan: 'org.metadata.plan.name', org: 'uid' })).status, 200);
      const { body } = await turn(cast.member, acme.id);
      const { unverified_plan: plan, org } = claimsOf(body['access_token']);
      assert.deepEqual([plan, asObject(org)['id']], ['pro', acme.id]);
      // A member that writes too much takes away no other claims.
      const rules = {
        unverified_plan: 'org.metadata.plan.name',
        unverified_all: 'org.metadata',
        member: 'uid',
      };
      assert.equal((await claims(rules)).status, 200);
      const change = { metadata: { plan: { name: 'x'.repeat(1_100) } } };
      const patched = await keyward.call('PATCH', acme.path, { token: cast.owner.token, body: change });
      assert.equal(patched.status, 200, patched.text);
      const long = claimsOf((await turn(cast.member, acme.id)).body['access_token']);
      assert.deepEqual([long['unverified_plan'], typeof long['member']], [undefined, 'string']);
      // P12-10: nor do people take away what superadmins say about them.
      const own = { user_metadata: 'metadata', member: 'uid' };
      assert.equal((await claims(own)).status, 200);
      const { token } = cast.member;
      const theme = { metadata: { theme: 'x'.repeat(1_100) } };
      assert.equal((await keyward.call('PATCH', '/me', { token, body: theme })).status, 200);
      const crowded = claimsOf((await turn(cast.member, acme.id)).body['access_token']);
      assert.deepEqual([crowded['user_metadata'], typeof crowded['member']], [undefined, 'string']);
      const none = await turn(cast.member, null);
      const left = claimsOf(none.body['access_token']);
      assert.deepEqual([left['unverified_plan'], left['org']], [undefined, undefined]);
      assert.equal((await claims({})).status, 200);
    });

    it('follows a changed slug', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast, { slug: 'old-name' });
      await turned(cast.member, 'old-name');
      const body = { slug: 'new-name' };
      assert.equal((await keyward.call('PATCH', acme.path, { token: cast.owner.token, body })).status, 200);
      assert.equal(asObject(await me(cast.member.token))['slug'], 'new-name');
      assert.equal((await turned(cast.member, 'old-name')).slug, 'new-name');
    });

    it('rotates the refresh token, which an access token alone does not get', async () => {
      await withDual(async () => {
        const cast = await addCast(keyward);
        const acme = await addAcme(keyward, cast);
        const { token, refreshToken } = await keyward.logIn(cast.member.email);
        const other = await keyward.logIn(cast.member.email);
        assertRefusal(await turn({ token }, acme.id), 401, 'TokenMissingError');
        for (const stolen of [other.refreshToken, token, 'x'])
          assertRefusal(await turn({ token }, acme.id, { refresh_token: stolen }), 401, 'InvalidTokenError');
        assertRefusal(
          await turn({ token }, 'nowhere', { refresh_token: refreshToken }),
          404,
          'OrganizationNotFoundError',
        );
        const answer = await turn({ token }, acme.id, { refresh_token: refreshToken });
        assert.equal(orgOf(answer)?.id, acme.id);
        assert.notEqual(answer.body['refresh_token'], refreshToken);
        const renewed = await refresh(answer.body['refresh_token']);
        assert.equal(orgOf(renewed)?.id, acme.id, 'a refresh keeps it');
        keyward.clock.advance(60_000);
        assertRefusal(
          await turn({ token }, acme.id, { refresh_token: refreshToken }),
          401,
          'InvalidTokenError',
        );
        assertRefusal(await refresh(renewed.body['refresh_token']), 401, 'InvalidTokenError');
      });
    });

    it('can change with a refresh; a refusal uses nothing up', async () => {
      await withDual(async () => {
        const cast = await addCast(keyward);
        const acme = await addAcme(keyward, cast);
        const beta = await addOrganization(keyward, cast.root, cast.member, { name: 'Beta' });
        const { refreshToken } = await keyward.logIn(cast.member.email);
        assertRefusal(await refresh(refreshToken, 'nowhere'), 404, 'OrganizationNotFoundError');
        await suspend(beta, cast.root);
        assertRefusal(await refresh(refreshToken, beta.id), 403, 'OrganizationSuspendedError');
        const first = await refresh(refreshToken, acme.id);
        assert.equal(orgOf(first)?.id, acme.id);
        await suspend(beta, cast.root, 'activate');
        // Another tab with the replaced token, within its grace time.
        assert.equal(orgOf(await refresh(refreshToken, beta.id))?.id, beta.id);
        const second = await refresh(first.body['refresh_token'], null);
        assert.equal(orgOf(second), undefined);
        const third = await refresh(second.body['refresh_token'], acme.id);
        await remove(acme, cast.owner, cast.member);
        assert.equal(orgOf(await refresh(third.body['refresh_token'])), undefined, 'kicked out');
      });
    });

    it('is sent in cookies in cookie mode', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      for (const dual of [false, true]) {
        setJwt(keyward, { dual_token_mode: dual });
        const { token, refreshToken } = await keyward.logIn(cast.member.email);
        setCookies(keyward, { cookie_mode: true });
        const cookie = `access_token=${token}${dual ? `; refresh_token=${refreshToken}` : ''}`;
        const body = { organization: acme.id };
        const foreign = { cookie, origin: 'https://evil.example' };
        const send = (headers: Record<string, string>) =>
          keyward.call('POST', '/token/organization', { headers, body });
        assertRefusal(await send(foreign), 403, 'OriginNotAllowedError');
        const answer = await send(fromOwnPage(keyward, cookie));
        assert.equal(answer.status, 200, answer.text);
        assert.equal(answer.body['token_type'], 'Cookie');
        assert.equal('access_token' in answer.body, false);
        assert.equal(asObject(claimsOf(valueOf(answer, 'access_token'))['org'])['id'], acme.id);
        if (dual) assert.notEqual(valueOf(answer, 'refresh_token'), refreshToken);
        setCookies(keyward, { cookie_mode: false });
      }
      setJwt(keyward, { dual_token_mode: false });
    });

    it('is no part of an impersonation, and neither one nor a key can change it', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      await turned(cast.member, acme.id);
      const { email } = cast.root;
      await enrolTotp(keyward, cast.root);
      const began = await keyward.call('POST', '/account/impersonate', {
        token: cast.root.token,
        body: { account_id: cast.member.id, reason: 'Ticket 4711' },
      });
      assert.equal(began.status, 200, `${email} ${began.text}`);
      const token = asText(began.body['access_token']);
      assert.equal('org' in claimsOf(token), false);
      assert.equal(await me(token), null);
      assertRefusal(await turn({ token }, acme.id), 403, 'ImpersonationError');
      assert.equal(asObject(await me(cast.member.token))['id'], acme.id);
      const made = await keyward.call('POST', '/apikey', {
        token: (await addPerson(keyward, { role: 'superadmin' })).token,
        body: { name: 'Key', scopes: ['organizations:read', 'organizations:write'] },
      });
      const key = asText(made.body['key']);
      assertRefusal(await turn({ token: key }, acme.id), 403, 'ScopeMissingError');
      assert.equal((await keyward.call('GET', acme.path, { token: key })).status, 200);
    });

    it('costs sessions without one nothing, and others one look-up', async (test) => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const { memberships } = keyward.app.services.store;
      const asked = test.mock.method(memberships, 'findActive');
      const enter = test.mock.method(memberships, 'find');
      await me(cast.member.token);
      await keyward.logIn(cast.member.email);
      await withDual(async () => {
        const { refreshToken } = await keyward.logIn(cast.member.email);
        await refresh(refreshToken);
      });
      assert.deepEqual([asked.mock.callCount(), enter.mock.callCount()], [0, 0]);
      await turned(cast.member, acme.id);
      asked.mock.resetCalls();
      await me(cast.member.token);
      assert.equal(asked.mock.callCount(), 1);
      const { settings } = keyward.app.services;
      const { organizations, ...others } = settings.current;
      settings.replace({ ...others, organizations: { ...organizations, enabled: false } });
      asked.mock.resetCalls();
      assert.equal(await me(cast.member.token), undefined);
      assert.equal(asked.mock.callCount(), 0);
      assertRefusal(await turn(cast.member, acme.id), 404, 'RouteNotFoundError');
      settings.replace({ ...others, organizations });
    });
  });
}
