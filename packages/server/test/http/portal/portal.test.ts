import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { connectionRoutes } from '../../../src/http/connections/routes.ts';
import { organizationRoutes } from '../../../src/http/organizations/routes.ts';
import { portalRoutes } from '../../../src/http/portal/routes.ts';
import { type NameServer, startNameServer } from '../../support/name-server.ts';
import { txtRecordsOf } from '../../../src/features/organizations/txt-records.ts';
import { CLIENT } from '../../support/oidc-provider.ts';
import { declaredRoutes } from '../../support/routes.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { CONNECTIONS_ON } from '../connections/help.ts';
import { createSamlIdp, metadataOf } from '../connections/saml-idp.ts';
import { asObject, asText, suiteKeyward } from '../expectations.ts';
import { type Acme, addAcme, addCast, addOrganization, type Cast, outcome } from '../organizations/help.ts';

const DAY_MS = 86_400_000;
const ALL = ['domains', 'connections', 'scim'];
const OIDC = { issuer: 'https://idp.example.com', client_id: CLIENT.id, client_secret: CLIENT.secret };
const PLACES: Record<string, string> = {
  domain: 'acme.example',
  provider: 'idp1',
  connection_id: 'con_4Yb1Qm0cW2nS8tJx6Kd3Vg',
  test_id: 'tst_4Yb1Qm0cW2nS8tJx6Kd3Vg',
  token_id: 'sct_4Yb1Qm0cW2nS8tJx6Kd3Vg',
};

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the portal of an organization on ${kind}`, () => {
    let dns: NameServer;
    before(async () => {
      dns = await startNameServer();
    });
    after(() => dns[Symbol.asyncDispose]());
    const keyward = suiteKeyward(kind, {
      settings: {
        ...CONNECTIONS_ON,
        KEYWARD_OAUTH_ENABLED: 'on',
        KEYWARD_OAUTH_REGISTRATION: 'open',
        KEYWARD_ORGANIZATIONS_OWN_ROLES: 'on',
      },
      parts: { readTxtRecords: (name) => txtRecordsOf(dns.address)(name) },
    });
    let cast: Cast;
    let acme: Acme;
    let other: Acme;

    before(async () => {
      cast = await addCast(keyward);
      acme = await addAcme(keyward, cast);
      other = await addOrganization(keyward, cast.root, cast.stranger, { name: 'Other' });
    });

    const make = async (sections = ALL, at = acme, fields: object = {}) => {
      const sent = { token: cast.root.token, body: { sections, ...fields } };
      const { status, body, text } = await keyward.call('POST', `${at.path}/portal`, sent);
      assert.equal(status, 201, text);
      const url = new URL(asText(body['url']));
      assert.equal(url.pathname, '/portal');
      return { id: asText(body['id']), token: url.hash.slice(1), expiresAt: asText(body['expires_at']) };
    };
    const call = (token: string, method: string, path: string, body?: object) =>
      keyward.call(method, `/portal${path}`, { token, ...(body !== undefined && { body }) });
    const ok = async (...sent: Parameters<typeof call>) => {
      const answer = await call(...sent);
      assert.ok(answer.status < 300, answer.text);
      return answer.body;
    };

    it('sets up a domain and a connection without an account, and events name it', async () => {
      const { id, token, expiresAt } = await make();
      assert.equal(Date.parse(expiresAt), keyward.clock.now() + 7 * DAY_MS);
      const shown = await ok(token, 'GET', '');
      assert.deepEqual(shown, { organization: { name: 'Acme' }, sections: ALL, expires_at: expiresAt });
      const claimed = await ok(token, 'POST', '/domain', { domain: 'portal.example' });
      const early = await call(token, 'POST', '/domain/portal.example/verify');
      assert.equal(outcome(early), '409 DomainNotVerifiedError');
      const { name, value } = asObject(claimed['record']);
      dns.texts.set(asText(name), [asText(value)]);
      assert.equal((await ok(token, 'POST', '/domain/portal.example/verify'))['status'], 'verified');
      const vouched = await call(token, 'POST', '/domain/portal.example/verify', { vouch: true });
      assert.equal(outcome(vouched), '403 RoleMismatchError');

      const made = await ok(token, 'POST', '/connection', { name: 'Okta', saml: {} });
      const path = `/connection/${asText(made['id'])}`;
      assert.match(asText(asObject(made['saml'])['sp_acs_url']), /\/acs$/);
      const untested = await call(token, 'POST', `${path}/test`);
      assert.equal(outcome(untested), '422 ValidationError', untested.text);
      const early2 = await call(token, 'PATCH', path, { status: 'active' });
      assert.equal(outcome(early2), '422 ValidationError', early2.text);
      const metadata = metadataOf(await createSamlIdp());
      await ok(token, 'PATCH', path, { saml: { metadata } });
      const test = await ok(token, 'POST', `${path}/test`);
      assert.equal((await ok(token, 'GET', `${path}/test/${asText(test['id'])}`))['status'], 'pending');
      assert.equal((await ok(token, 'PATCH', path, { status: 'active' }))['status'], 'active');
      const oidc = await ok(token, 'POST', '/connection', { name: 'Keycloak', oidc: {} });
      const second = `/connection/${asText(oidc['id'])}`;
      const half = await call(token, 'PATCH', second, { oidc: { issuer: OIDC.issuer } });
      assert.equal(outcome(half), '422 ValidationError', half.text);
      await ok(token, 'PATCH', second, { oidc: OIDC, status: 'active' });
      assert.equal((await ok(token, 'GET', '/connection'))['total'], 2);
      await ok(token, 'DELETE', second);

      const events = await keyward.call('GET', `/event?actor_id=portal:${id}&order=asc`, {
        token: cast.root.token,
      });
      assert.ok(Array.isArray(events.body['events']));
      const told = events.body['events'].map(asObject);
      assert.deepEqual(
        told.map(({ type }) => type),
        [
          'organization.updated',
          'organization.domain_verified',
          'connection.created',
          'connection.updated',
          'connection.updated',
          'connection.created',
          'connection.updated',
          'connection.deleted',
        ],
      );
      assert.deepEqual(asObject(told[0]?.['data'])['actor'], { type: 'portal', id, name: null });
    });

    it('keeps its token as a hash, and out of addresses that a server sees', async () => {
      const { token } = await make();
      const rows = JSON.stringify(await keyward.database.query('select * from portals'));
      assert.doesNotMatch(rows, new RegExp(token));
      const events = await keyward.call('GET', '/event?type=portal.*', { token: cast.root.token });
      assert.doesNotMatch(events.text, new RegExp(token));
      assert.equal((await call(token, 'GET', '')).status, 200);
      const query = await keyward.call('GET', `/portal?token=${token}&access_token=${token}`);
      assert.equal(outcome(query), '401 TokenMissingError');
    });

    it('reaches no other route, with every section', async () => {
      const { token } = await make();
      const open = new Set(portalRoutes.filter(({ access }) => access === 'portal').map(({ path }) => path));
      for (const { route, path } of await declaredRoutes('/auth')) {
        if (route.access === 'public' || (route.access === 'portal' && open.has(route.path))) continue;
        const target = path.replaceAll(/:(\w+)/g, (_, name: string) => PLACES[name] ?? 'acme');
        const { status, text } = await keyward.callRoot(route.method, target, { token });
        assert.equal(status, 401, `${route.method} ${path}: ${text}`);
      }
    });

    it('mirrors the rows of the organization, and no others', () => {
      const rows = [...organizationRoutes, ...connectionRoutes].flatMap((route) =>
        route.access === 'organization' && route.portal !== undefined
          ? [`${route.method} /portal${route.path.slice('/organization/:id'.length)}`]
          : [],
      );
      const own = ['GET /portal', 'POST /portal/done', 'GET /portal/connection', 'GET /portal/role'];
      const portal = portalRoutes.filter(({ access }) => access === 'portal');
      assert.deepEqual(
        portal.map(({ method, path }) => `${method} ${path}`),
        [...own, ...rows],
      );
      for (const { path } of portal)
        assert.match(path, /^\/portal(?:$|\/done$|\/role$|\/domain|\/connection)/);
    });

    it('is limited to its sections', async () => {
      for (const sections of [['domains'], ['connections'], ['scim']]) {
        const { token } = await make(sections);
        for (const route of portalRoutes) {
          if (route.access !== 'portal' || route.path === '/portal/done') continue;
          const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => PLACES[name] ?? '');
          const answer = await keyward.call(route.method, path, { token });
          const mayPass = route.sections.some((section) => sections.includes(section));
          const about = `${route.method} ${route.path} with ${sections.join()}: ${answer.text}`;
          if (mayPass) assert.notEqual(answer.status, 403, about);
          else assert.equal(outcome(answer), '403 PermissionMissingError', about);
        }
      }
    });

    it('shows the requests of a provider with the section for them only', async () => {
      const path = `/connection/${PLACES['connection_id']}/request`;
      const seen = async (sections: string[]) =>
        outcome(await call((await make(sections)).token, 'GET', path));
      assert.equal(await seen(['domains', 'connections']), '403 PermissionMissingError');
      assert.equal(await seen(['scim']), '404 ConnectionNotFoundError');
      const made = await keyward.call('POST', `${acme.path}/connection`, {
        token: cast.root.token,
        body: { name: 'Directory', oidc: OIDC },
      });
      const { token } = await make(['scim']);
      const { requests } = await ok(token, 'GET', `/connection/${asText(made.body['id'])}/request`);
      assert.deepEqual(requests, []);
    });

    it('shows the names of connections, and their configuration only with the section for them', async () => {
      const made = await keyward.call('POST', `${acme.path}/connection`, {
        token: cast.root.token,
        body: { name: 'Named', oidc: OIDC, mapping: { secrets: ['admin'] } },
      });
      const { id, kind: protocol, name, status } = made.body;
      const listed = async (sections: string[]) =>
        JSON.stringify((await ok((await make(sections)).token, 'GET', '/connection'))['connections']);
      const named = await listed(['scim']);
      assert.ok(named.includes(JSON.stringify({ id, kind: protocol, name, status })), named);
      assert.doesNotMatch(named, /secrets|issuer|login_url/);
      assert.match(await listed(['connections']), /"mapping":{"secrets":\["admin"\]}.*"issuer"/);
      await keyward.call('DELETE', `${acme.path}/portal`, { token: cast.root.token });
    });

    it('requires connections only with the section for them', async () => {
      const domain = 'required.example';
      const body = { joining: 'require' };
      const change = async (sections: string[]) =>
        outcome(await call((await make(sections)).token, 'PATCH', `/domain/${domain}`, body));
      await ok((await make(['domains'])).token, 'POST', '/domain', { domain });
      assert.equal(await change(['domains', 'scim']), '403 PermissionMissingError');
      assert.equal(await change(['domains', 'connections']), 'ok');
      const remove = (sections: string[]) =>
        make(sections).then(({ token }) => call(token, 'DELETE', `/domain/${domain}`));
      assert.equal(outcome(await remove(['domains'])), '403 PermissionMissingError');
      assert.equal(outcome(await remove(ALL)), 'ok');
      await keyward.call('DELETE', `${acme.path}/portal`, { token: cast.root.token });
    });

    it('is limited to its organization', async () => {
      const { token } = await make();
      const theirs = await keyward.call('POST', `${other.path}/connection`, {
        token: cast.root.token,
        body: { name: 'Theirs', oidc: OIDC },
      });
      const sent = { token: cast.root.token, body: { domain: 'theirs.example' } };
      assert.equal((await keyward.call('POST', `${other.path}/domain`, sent)).status, 201);
      const path = `/connection/${asText(theirs.body['id'])}`;
      const test = await keyward.call('POST', `${other.path}${path}/test`, { token: cast.root.token });
      for (const [method, target, body] of [
        ['GET', path],
        ['PATCH', path, { name: 'Mine' }],
        ['DELETE', path],
        ['POST', `${path}/test`],
        ['GET', `${path}/test/${asText(test.body['id'])}`],
      ] as const)
        assert.equal(outcome(await call(token, method, target, body)), '404 ConnectionNotFoundError', target);
      const domain = await call(token, 'DELETE', '/domain/theirs.example');
      assert.equal(outcome(domain), '404 DomainNotFoundError');
      const list = await ok(token, 'GET', '/connection');
      assert.doesNotMatch(JSON.stringify(list), /Theirs/);
    });

    it('never maps to an owner, or changes such a mapping', async () => {
      const { token } = await make();
      const toOwner = await call(token, 'POST', '/connection', {
        name: 'Okta',
        oidc: OIDC,
        mapping: { bosses: ['owner'] },
      });
      assert.equal(outcome(toOwner), '403 PermissionMissingError', toOwner.text);
      const mine = await ok(token, 'POST', '/connection', {
        name: 'Okta',
        oidc: OIDC,
        mapping: { staff: ['admin'] },
      });
      for (const [name, permissions] of [
        ['remover', ['org:delete']],
        ['reader', ['org:audit:read']],
      ] as const) {
        const sent = { token: cast.root.token, body: { name, description: '', permissions } };
        assert.equal((await keyward.call('POST', `${acme.path}/role`, sent)).status, 201, name);
      }
      const offered = await ok(token, 'GET', '/role');
      assert.equal(offered['default_role'], 'member');
      assert.ok(Array.isArray(offered['roles']));
      const names = new Set(offered['roles'].map((role) => asText(asObject(role)['name'])));
      assert.ok(names.has('member') && !names.has('owner') && !names.has('remover'), [...names].join());
      for (const role of ['owner', 'remover', 'admin', 'member', 'reader']) {
        const mapping = { staff: ['member'], others: [role] };
        const answer = await call(token, 'PATCH', `/connection/${asText(mine['id'])}`, { mapping });
        assert.equal(outcome(answer), names.has(role) ? 'ok' : '403 PermissionMissingError', role);
      }
      const made = await keyward.call('POST', `${acme.path}/connection`, {
        token: cast.root.token,
        body: { name: 'Bosses', oidc: OIDC, mapping: { bosses: ['owner'] } },
      });
      const path = `/connection/${asText(made.body['id'])}`;
      for (const [method, body] of [
        ['PATCH', { oidc: { issuer: 'https://evil.example.com', client_secret: 'x' } }],
        ['DELETE', undefined],
      ] as const)
        assert.equal(outcome(await call(token, method, path, body)), '403 PermissionMissingError');
    });

    it('is created and ended by owners only, with recent authentication', async () => {
      for (const [who, expected] of [
        ['admin', '403 PermissionMissingError'],
        ['member', '403 PermissionMissingError'],
        ['stranger', '404 OrganizationNotFoundError'],
        ['owner', 'ok'],
      ] as const) {
        const sent = { token: cast[who].token, body: { sections: ['domains'] } };
        assert.equal(outcome(await keyward.call('POST', `${acme.path}/portal`, sent)), expected, who);
        const { id } = await make();
        const end = await keyward.call('DELETE', `${acme.path}/portal/${id}`, { token: cast[who].token });
        assert.equal(outcome(end), expected, who);
        const all = await keyward.call('DELETE', `${acme.path}/portal`, { token: cast[who].token });
        assert.equal(outcome(all), expected, who);
      }
    });

    it('ends with the right of the account that made it', async () => {
      const team = await addOrganization(keyward, cast.root, cast.owner, { name: 'Team' });
      const second = await keyward.call('POST', `${team.path}/member`, {
        token: cast.root.token,
        body: { account_id: cast.admin.id, roles: ['owner'] },
      });
      assert.ok(second.status < 300, second.text);
      const sent = { token: cast.admin.token, body: { sections: ALL } };
      const { body, text } = await keyward.call('POST', `${team.path}/portal`, sent);
      const token = new URL(asText(body['url']), 'http://x').hash.slice(1);
      assert.equal((await call(token, 'GET', '')).status, 200, text);
      const act = async (method: string, path: string, fields?: object) => {
        const answer = await keyward.call(method, path, {
          token: cast.root.token,
          ...(fields !== undefined && { body: fields }),
        });
        assert.ok(answer.status < 300, answer.text);
      };
      const member = `${team.path}/member/${cast.admin.id}`;
      await act('PATCH', member, { roles: ['admin'] });
      for (const [method, path, fields] of [
        ['GET', ''],
        ['GET', '/connection'],
        ['POST', '/connection', { name: 'Okta', saml: {} }],
        ['POST', '/done'],
      ] as const)
        assert.equal(outcome(await call(token, method, path, fields)), '400 PortalInvalidError', path);
      await act('PATCH', member, { roles: ['owner'] });
      assert.equal((await call(token, 'GET', '/connection')).status, 200);
      await act('DELETE', member);
      assert.equal(outcome(await call(token, 'GET', '/connection')), '400 PortalInvalidError');
    });

    it('ends by time, by its administrator, by the owner, and with its organization', async () => {
      const ended = async (token: string) =>
        assert.equal(outcome(await call(token, 'GET', '')), '400 PortalInvalidError');
      const done = await make();
      await ok(done.token, 'POST', '/done');
      await ended(done.token);
      await ended('kw_portal_unknown');
      const { token } = cast.root;
      const [one, two, three] = [await make(), await make(), await make(ALL, acme, { expires_in_days: 1 })];
      const live = await make(ALL, other);
      await keyward.call('DELETE', `${acme.path}/portal/${one.id}`, { token });
      await ended(one.token);
      assert.equal((await call(two.token, 'GET', '')).status, 200);
      const foreign = await keyward.call('DELETE', `${other.path}/portal/${two.id}`, { token });
      assert.equal(outcome(foreign), '400 PortalInvalidError');
      keyward.clock.advance(DAY_MS);
      await ended(three.token);
      assert.equal((await call(two.token, 'GET', '')).status, 200);
      await keyward.call('DELETE', `${acme.path}/portal`, { token });
      await ended(two.token);
      await keyward.app.services.sweep();
      await keyward.call('POST', `${other.path}/suspend`, { token });
      for (const path of ['', '/domain', '/connection'])
        assert.equal(outcome(await call(live.token, 'GET', path)), '403 OrganizationSuspendedError');
      const write = await call(live.token, 'POST', '/domain', { domain: 'late.example' });
      assert.equal(outcome(write), '403 OrganizationSuspendedError');
      await keyward.call('POST', `${other.path}/activate`, { token });
      await keyward.call('DELETE', other.path, { token });
      await ended(live.token);
      const [{ rows } = {}] = await keyward.database.query(
        "select count(*) as rows from events where type = 'portal.ended'",
      );
      assert.ok(Number(rows) >= 3);
    });
  });
}
