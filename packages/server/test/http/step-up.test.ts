import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stepUpOf } from '../../src/http/wire/endpoint/route.ts';
import { type Answer, assertError, PASSWORD, type SignedUp, type TestKeyward } from '../support/keyward.ts';
import { declaredRoutes } from '../support/routes.ts';
import { addSuperadmin } from './admin/admin.ts';
import { suiteKeyward } from './expectations.ts';
import { addPerson } from './people.ts';
import { databasesFor } from '../support/usual-size.ts';

const OLD_MS = 10 * 60_000;
const GITHUB = { KEYWARD_IDP2_CLIENT_ID: 'keyward', KEYWARD_IDP2_CLIENT_SECRET: 'secret' };
const ADDED = { preset: 'slack', name: 'slack', client_id: 'a', client_secret: 'b' };
const PROVIDER = { client_id: 'a', client_secret: 'b', redirect_uri: 'https://auth.example.org/callback' };
const MAIL = { host: 'mail.example.org', port: 25, sender: 'auth@example.org' };

/** A request, beside the method. */
interface Sent {
  path?: string;
  body?: unknown;
}
type Make = (me: SignedUp, keyward: TestKeyward) => Promise<Sent> | Sent;

let serial = 0;
const newEmail = () => `stepped${(serial += 1)}@example.org`;
const SUPERADMIN = { role: 'superadmin' };

/** A change of an account with these fields. */
function patch(changes: () => object, fields: Parameters<typeof addPerson>[1] = {}): Make {
  return async (_me, keyward) => {
    const { id } = await addPerson(keyward, fields);
    return { body: { account_id: id, ...changes() } };
  };
}

const resend: Make = async (_me, keyward) => {
  const { token } = await addSuperadmin(keyward);
  const body = { email: newEmail(), ...SUPERADMIN };
  const invited = await keyward.call('POST', '/invitation', { token, body });
  assert.equal(invited.status, 201, invited.text);
  return { path: `/auth/invitation/${String(invited.body['id'])}/resend` };
};

const unlink: Make = async ({ id }, { app: { services } }) => {
  const identity = { provider: services.providers.issuerOf('idp2'), subject: String(id) };
  await services.store.providerLinks.insert({ account_id: id, ...identity, created_at: 0 });
  return { path: '/auth/account/oauth/idp2' };
};

const linkOfSuperadmin: Make = async (_me, keyward) => {
  const { id } = await addSuperadmin(keyward);
  const identity = { provider: 'https://github.com/login/oauth', subject: `of ${id}` };
  const link = await keyward.app.services.store.providerLinks.insert({
    account_id: id,
    ...identity,
    created_at: 0,
  });
  return { body: { id: link.id } };
};

/** A request about a member of an organization that somebody else owns. */
function onMember(
  path: (organization: string, account: number) => string,
  body?: (account: number) => object,
): Make {
  return async (_me, keyward) => {
    const { token } = await addSuperadmin(keyward);
    const owner = await addPerson(keyward);
    const { id } = await addPerson(keyward);
    const made = await keyward.call('POST', '/organization', {
      token,
      body: { name: 'Acme', owner: owner.id },
    });
    assert.equal(made.status, 201, made.text);
    const organization = `/auth/organization/${String(made.body['id'])}`;
    const member = { token, body: { account_id: id, roles: ['member'] } };
    assert.equal((await keyward.callRoot('POST', `${organization}/member`, member)).status, 201);
    const target = path(organization, id);
    return { path: target.replace('OWNER', String(owner.id)), ...(body !== undefined && { body: body(id) }) };
  };
}

/** A request about something in an organization, which a recent session has made there. */
function onMade([made, body]: readonly [path: string, body: object], path: string, changes?: object): Make {
  return async (me, keyward) => {
    const { path: organization } = await onMember((named) => named)(me, keyward);
    const { token } = await addSuperadmin(keyward);
    const answer = await keyward.callRoot('POST', `${organization}/${made}`, { token, body });
    assert.equal(answer.status, 201, answer.text);
    return { path: `${organization}/${path}`, ...(changes !== undefined && { body: changes }) };
  };
}

const inOrganization = (path: string, body: object): Make =>
  onMember(
    (organization) => organization + path,
    () => body,
  );
const ROLE = ['role', { name: 'helper', permissions: ['org:read'] }] as const;
const DOMAIN = ['domain', { domain: 'acme.example' }] as const;
const STRICT_DOMAIN = ['domain', { domain: 'acme.example', joining: 'require' }] as const;

const HOOK = { url: 'https://hooks.example.org/keyward', types: ['account.created'] };

/** A request about a webhook that exists. */
function onWebhook(path: (id: string) => string, body?: object): Make {
  return async (_me, keyward) => {
    const { token } = await addSuperadmin(keyward);
    const made = await keyward.call('POST', '/webhook', { token, body: HOOK });
    assert.equal(made.status, 201, made.text);
    return { path: path(`/auth/webhook/${String(made.body['id'])}`), ...(body !== undefined && { body }) };
  };
}

const NO_CONNECTION = 'con_4Yb1Qm0cW2nS8tJx6Kd3Vg';
const NO_TOKEN = 'sct_4Yb1Qm0cW2nS8tJx6Kd3Vg';

/** For each route that may need a step-up, the requests that do. */
const STEPPED: Record<string, readonly Make[]> = {
  // First, because there is no mailbox when a mail server is set.
  'GET /mailbox/mails': [() => ({})],
  'GET /mailbox/mails/:id': [() => ({ path: '/mailbox/mails/1' })],
  'DELETE /mailbox/mails': [() => ({})],
  'POST /auth/account/passkeys': [() => ({ body: {} })],
  'POST /auth/account/passkeys/options': [() => ({})],
  'DELETE /auth/account/passkeys/:id': [() => ({ path: '/auth/account/passkeys/1' })],
  'POST /auth/account/totp': [() => ({})],
  'POST /auth/account/totp/confirm': [() => ({ body: { code: '123456' } })],
  'DELETE /auth/account/totp': [() => ({})],
  'POST /auth/account/recovery-codes': [() => ({})],
  'DELETE /auth/account/factors': [patch(() => ({}))],
  'POST /auth/account/impersonate': [() => ({ body: { account_id: 999_999, reason: 'Ticket 4711' } })],
  'POST /auth/organization/:id/transfer': [
    onMember(
      (path) => `${path}/transfer`,
      (account_id) => ({ account_id }),
    ),
  ],
  'POST /auth/organization/:id/member': [
    async (me, keyward) => {
      const { id } = await addPerson(keyward);
      const body = { account_id: id, roles: ['owner'] };
      return { ...(await onMember((path) => `${path}/member`)(me, keyward)), body };
    },
    async (me, keyward) => {
      const { id } = await addPerson(keyward);
      const body = { account_id: id, roles: ['admin'] };
      return { ...(await onMember((path) => `${path}/member`)(me, keyward)), body };
    },
  ],
  'POST /auth/organization': [
    async (_me, keyward) => ({ body: { name: 'Acme', owner: (await addPerson(keyward)).id } }),
  ],
  'PATCH /auth/organization/:id': [inOrganization('', { policy: { require_second_factor: true } })],
  'POST /auth/organization/:id/role': [
    inOrganization('/role', { name: 'helper', permissions: ['org:connections:write'] }),
  ],
  'PATCH /auth/organization/:id/role/:name': [
    onMade(ROLE, 'role/helper', { permissions: ['org:read', 'org:roles:write'] }),
  ],
  'POST /auth/organization/:id/domain': [inOrganization('/domain', STRICT_DOMAIN[1])],
  'POST /auth/organization/:id/domain/:domain/verify': [
    onMade(DOMAIN, 'domain/acme.example/verify', { vouch: true }),
  ],
  'PATCH /auth/organization/:id/domain/:domain': [
    onMade(DOMAIN, 'domain/acme.example', { joining: 'require' }),
    onMade(STRICT_DOMAIN, 'domain/acme.example', { joining: 'none' }),
  ],
  'DELETE /auth/organization/:id/domain/:domain': [onMade(STRICT_DOMAIN, 'domain/acme.example')],
  'PATCH /auth/organization/:id/member/:account_id': [
    ...['owner', 'admin'].map((role) =>
      onMember(
        (path, id) => `${path}/member/${id}`,
        () => ({ roles: [role] }),
      ),
    ),
    onMember(
      (path) => `${path}/member/OWNER`,
      () => ({ roles: ['member'] }),
    ),
  ],
  'POST /auth/organization/:id/invitation': ['owner', 'admin'].map((role) =>
    onMember(
      (path) => `${path}/invitation`,
      () => ({ emails: [newEmail()], roles: [role] }),
    ),
  ),
  'POST /auth/organization/:id/invitation/:invitation_id/resend': [
    async (me, keyward) => {
      const made = await onMember((path) => `${path}/invitation`)(me, keyward);
      const body = { emails: [newEmail()], roles: ['owner'] };
      const { token } = await addSuperadmin(keyward);
      const { results } = (await keyward.callRoot('POST', String(made.path), { token, body })).body;
      const [{ invitation }] = JSON.parse(JSON.stringify(results));
      return { path: `${made.path}/${invitation.id}/resend` };
    },
  ],
  'DELETE /auth/organization/:id/member/:account_id': [onMember((path) => `${path}/member/OWNER`)],
  'POST /auth/organization/:id/connection': [
    onMember(
      (path) => `${path}/connection`,
      () => ({
        name: 'Acme',
        oidc: { issuer: 'https://idp.example.com', client_id: 'keyward', client_secret: 'secret' },
      }),
    ),
  ],
  'PATCH /auth/organization/:id/connection/:connection_id': [
    onMember(
      (path) => `${path}/connection/${NO_CONNECTION}`,
      () => ({ name: 'Acme' }),
    ),
  ],
  'DELETE /auth/organization/:id/connection/:connection_id': [
    onMember((path) => `${path}/connection/${NO_CONNECTION}`),
  ],
  'POST /auth/organization/:id/connection/:connection_id/scim_token': [
    onMember((path) => `${path}/connection/${NO_CONNECTION}/scim_token`),
  ],
  'DELETE /auth/organization/:id/connection/:connection_id/scim_token/:token_id': [
    onMember((path) => `${path}/connection/${NO_CONNECTION}/scim_token/${NO_TOKEN}`),
  ],
  'POST /auth/organization/:id/portal': [
    onMember(
      (path) => `${path}/portal`,
      () => ({ sections: ['domains'] }),
    ),
  ],
  'POST /auth/config/organizations': [() => ({ body: { enabled: true, own_roles: true } })],
  'PATCH /auth/config/organizations': [() => ({ body: { deletion_days: 20 } })],
  'POST /auth/apikey': [() => ({ body: { name: 'Billing', scopes: ['events:read'] } })],
  'POST /auth/account': [
    () => ({ body: { name: 'Person', email: newEmail(), password: PASSWORD } }),
    () => ({ body: { name: 'Root', email: newEmail(), ...SUPERADMIN } }),
    () => ({ body: { name: 'Person', email: newEmail(), password: PASSWORD, email_verified: true } }),
  ],
  'PATCH /auth/account': [
    patch(() => ({ password: PASSWORD })),
    patch(() => SUPERADMIN),
    patch(() => SUPERADMIN, { status: 'suspended' }),
    patch(() => ({ email: newEmail() }), SUPERADMIN),
    patch(() => ({ email_verified: true }), SUPERADMIN),
    patch(() => ({ email: newEmail() })),
    patch(() => ({ email: newEmail(), email_verified: true })),
    patch(() => ({ email_verified: true })),
    patch(() => ({ status: 'active' }), { ...SUPERADMIN, status: 'suspended' }),
    patch(() => ({ status: 'suspended' }), SUPERADMIN),
    patch(() => ({ role: 'user' }), SUPERADMIN),
    ({ id }) => ({ body: { account_id: id, email: newEmail() } }),
  ],
  'DELETE /auth/account': [patch(() => ({}), SUPERADMIN)],
  'DELETE /auth/account/lock': [
    ({ id }) => ({ path: `/auth/account/lock?account_id=${id}` }),
    async (_me, keyward) => {
      const { id } = await addSuperadmin(keyward);
      return { path: `/auth/account/lock?account_id=${id}` };
    },
  ],
  'POST /auth/webhook': [() => ({ body: HOOK })],
  'PATCH /auth/webhook/:id': [
    onWebhook((path) => path, { url: 'https://other.example.org/' }),
    onWebhook((path) => path, { types: ['*'] }),
    onWebhook((path) => path, { organization: null }),
  ],
  'POST /auth/webhook/:id/secret': [onWebhook((path) => `${path}/secret`)],
  'DELETE /auth/oauth': [linkOfSuperadmin],
  'POST /auth/invitation': [() => ({ body: { email: newEmail(), ...SUPERADMIN } })],
  'POST /auth/invitation/:id/resend': [resend],
  'PATCH /auth/me': [() => ({ body: { email: newEmail() } })],
  'DELETE /auth/me': [() => ({})],
  'PUT /auth/update/password': [() => ({ body: { password: PASSWORD } })],
  'POST /auth/account/oauth/link/:provider': [() => ({ path: '/auth/account/oauth/link/idp2' })],
  'DELETE /auth/account/oauth/:provider': [unlink],
  'POST /auth/config/rollback': [
    'email',
    'jwt',
    'cookie',
    'factors',
    'signup',
    'branding',
    'events',
    'idp1',
  ].map((section) => () => ({ body: { section, version: 0 } })),
  'POST /auth/config/email': [() => ({ body: MAIL })],
  'PATCH /auth/config/email': [() => ({ body: { sender: 'other@example.org' } })],
  'POST /auth/config/jwt': [() => ({ body: { session_duration_days: 7 } })],
  'PATCH /auth/config/jwt': [() => ({ body: { session_duration_days: 6 } })],
  'POST /auth/config/cookie': [() => ({ body: {} })],
  'PATCH /auth/config/cookie': [() => ({ body: { max_age: 60 } })],
  'POST /auth/config/events': [() => ({ body: { audit_days: 300 } })],
  'PATCH /auth/config/events': [() => ({ body: { audit_days: 200 } })],
  'POST /auth/config/factors': [() => ({ body: {} })],
  'PATCH /auth/config/factors': [() => ({ body: { totp: false } })],
  'POST /auth/config/signup': [() => ({ body: {} })],
  'PATCH /auth/config/signup': [() => ({ body: { mode: 'open' } })],
  'POST /auth/config/branding': [() => ({ body: {} })],
  'PATCH /auth/config/branding': [() => ({ body: { logo_url: 'https://a.example.org/logo.png' } })],
  'POST /auth/config/oauth': [() => ({ body: {} })],
  'PATCH /auth/config/oauth': [() => ({ body: { consent_days: 30 } })],
  'POST /auth/config/oauth/keys': [() => ({ body: {} })],
  'POST /auth/application': [
    () => ({ body: { name: 'Ours', first_party: true } }),
    () => ({ body: { name: 'Jobs', type: 'machine', machine_scopes: ['jobs:run'] } }),
  ],
  'PATCH /auth/application/:id': [
    () => ({ path: '/auth/application/app_unknown', body: { first_party: true } }),
    () => ({ path: '/auth/application/app_unknown', body: { redirect_uris: ['https://a.example.org/'] } }),
    () => ({ path: '/auth/application/app_unknown', body: { enabled: true, jwks_uri: null } }),
  ],
  'POST /auth/application/:id/secrets': [() => ({ path: '/auth/application/app_unknown/secrets', body: {} })],
  'PUT /auth/config/mails/:kind/:language': [
    () => ({ path: '/auth/config/mails/login_code/en', body: { subject: 'Another' } }),
  ],
  'POST /auth/config/email/test': [() => ({ body: { to: 'a@example.org', settings: MAIL } })],
  'POST /auth/config/:provider/test': [() => ({ path: '/auth/config/idp1/test' })],
  'POST /auth/config/providers': [() => ({ body: ADDED })],
  'DELETE /auth/config/:provider': [
    async (_me, keyward) => {
      const { token } = await addSuperadmin(keyward);
      const body = { ...ADDED, name: `removed${(serial += 1)}` };
      assert.equal((await keyward.call('POST', '/config/providers', { token, body })).status, 201);
      return { path: `/auth/config/${body.name}` };
    },
  ],
  'POST /auth/config/:provider': [() => ({ path: '/auth/config/idp1', body: PROVIDER })],
  'PATCH /auth/config/:provider': [
    () => ({ path: '/auth/config/idp1', body: { ...PROVIDER, client_id: 'c' } }),
  ],
};

/** Requests that old sessions may make on routes where others need a step-up. */
const FREE: Record<string, readonly Make[]> = {
  'POST /auth/organization': [({ id }) => ({ body: { name: 'Acme', owner: id } })],
  'PATCH /auth/organization/:id': [inOrganization('', { name: 'New' })],
  'POST /auth/organization/:id/role': [inOrganization('/role', ROLE[1])],
  'PATCH /auth/organization/:id/role/:name': [onMade(ROLE, 'role/helper', { description: 'Helps' })],
  'POST /auth/organization/:id/domain': [inOrganization('/domain', DOMAIN[1])],
  'PATCH /auth/organization/:id/domain/:domain': [onMade(DOMAIN, 'domain/acme.example', { joining: 'join' })],
  'DELETE /auth/organization/:id/domain/:domain': [onMade(DOMAIN, 'domain/acme.example')],
  'PATCH /auth/organization/:id/member/:account_id': [
    onMember(
      (path, id) => `${path}/member/${id}`,
      () => ({ roles: ['member'] }),
    ),
  ],
  'POST /auth/organization/:id/invitation': [
    onMember(
      (path) => `${path}/invitation`,
      () => ({ emails: [newEmail()] }),
    ),
  ],
  'POST /auth/account': [() => ({ body: { name: 'Person', email: newEmail() } })],
  'PATCH /auth/account': [
    patch(() => ({ name: 'New', phone: '+4930123456' })),
    patch(() => ({ name: 'New' }), SUPERADMIN),
    patch(() => ({ status: 'suspended' })),
  ],
  'PATCH /auth/webhook/:id': [onWebhook((path) => path, { enabled: false, description: 'Paused' })],
  'DELETE /auth/account': [patch(() => ({}))],
  'DELETE /auth/account/lock': [
    async (_me, keyward) => {
      const { id } = await addPerson(keyward);
      return { path: `/auth/account/lock?account_id=${id}` };
    },
  ],
  'POST /auth/invitation': [() => ({ body: { email: newEmail() } })],
  'POST /auth/application': [() => ({ body: { name: 'Theirs' } })],
  'PATCH /auth/application/:id': [
    async ({ token }, keyward) => {
      const made = await keyward.call('POST', '/application', { token, body: { name: 'Theirs' } });
      return {
        path: `/auth/application/${String(made.body['client_id'])}`,
        body: { name: 'Ours', enabled: false },
      };
    },
  ],
  'PATCH /auth/me': [() => ({ body: { name: 'New' } })],
  'POST /auth/config/email': [() => ({ path: '/auth/config/email?dry_run=true', body: MAIL })],
  'PATCH /auth/config/jwt': [
    () => ({ path: '/auth/config/jwt?dry_run=true', body: { session_duration_days: 5 } }),
  ],
  'POST /auth/config/rollback': [
    () => ({ path: '/auth/config/rollback?dry_run=true', body: { section: 'signup', version: 0 } }),
    () => ({ body: { section: 'logging', version: 0 } }),
  ],
};

const ENDS = 'takes access away, and gives none';
const STATE = 'changes a state that superadmins see, and can change back';
const KEPT = 'the events stay in the audit log';

/** Why an old session may use a route of superadmins or organizations, whatever it sends. */
const WITHOUT_PROOF: Record<string, string> = {
  'DELETE /auth/config/checklist': 'hides a list of hints',
  'DELETE /auth/account/:id/sessions': ENDS,
  'DELETE /auth/account/:id/application/:client_id': ENDS,
  'DELETE /auth/otp': ENDS,
  'DELETE /auth/otp/cleanup': ENDS,
  'DELETE /auth/otp/clear': ENDS,
  'DELETE /auth/session': ENDS,
  'DELETE /auth/session/all': ENDS,
  'DELETE /auth/session/cleanup': ENDS,
  'DELETE /auth/session/clear': ENDS,
  'DELETE /auth/session/:id': ENDS,
  'DELETE /auth/apikey/:id': ENDS,
  'DELETE /auth/application/:id': ENDS,
  'DELETE /auth/application/:id/secrets/:secret_id': ENDS,
  'DELETE /auth/invitation/:id': ENDS,
  'DELETE /auth/webhook/:id': KEPT,
  'POST /auth/config/logging': KEPT,
  'PATCH /auth/config/logging': KEPT,
  'POST /auth/config/logging/test': 'changes nothing',
  'POST /auth/config/mails/:kind/:language/preview': 'changes nothing',
  'POST /log': 'copies a log within the service',
  'DELETE /log/:name': KEPT,
  'POST /log/:name/reset': KEPT,
  'POST /auth/webhook/:id/test': 'sends to an address that was set with a proof',
  'POST /auth/webhook/:id/delivery/:delivery/retry': 'sends to an address that was set with a proof',
  'POST /auth/webhook/:id/replay': 'sends to an address that was set with a proof',
  'DELETE /auth/organization/:id': STATE,
  'POST /auth/organization/:id/leave': ENDS,
  'DELETE /auth/organization/:id/invitation/:invitation_id': ENDS,
  'DELETE /auth/organization/:id/role/:name': 'concerns only a role that nobody has',
  'DELETE /auth/organization/:id/portal': ENDS,
  'DELETE /auth/organization/:id/portal/:portal_id': ENDS,
  'POST /auth/organization/:id/connection/:connection_id/test': 'changes nothing',
  'POST /auth/organization/:id/restore': STATE,
  'POST /auth/organization/:id/suspend': STATE,
  'POST /auth/organization/:id/activate': STATE,
};

for (const kind of databasesFor(import.meta.filename)) {
  describe(`AZ10: step-up of superadmins on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: { ...GITHUB, KEYWARD_ORGANIZATIONS_ENABLED: 'on', KEYWARD_ORGANIZATIONS_OWN_ROLES: 'on' },
    });

    /** A superadmin who signed in ten minutes ago. */
    async function oldSuperadmin(): Promise<SignedUp> {
      const me = await addSuperadmin(keyward);
      await keyward.app.services.store.accounts.update(me.id, { email_verified: 1 });
      keyward.clock.advance(OLD_MS);
      return me;
    }

    async function ask(me: SignedUp, route: string, { path, body }: Sent, headers = {}): Promise<Answer> {
      const [method = '', declared = ''] = route.split(' ');
      return keyward.callRoot(method, path ?? declared, {
        headers: { accept: 'application/json', authorization: `Bearer ${me.token}`, ...headers },
        ...(body !== undefined && { body }),
      });
    }

    it('AZ10: every route that may need one has its requests in this test', async () => {
      const routes = (await declaredRoutes('/auth'))
        .filter(({ route }) => stepUpOf(route) !== 'never')
        .map(({ route, path }) => `${route.method} ${path}`);
      assert.deepEqual(routes.sort(), Object.keys(STEPPED).sort());
    });

    it('AZ10: every other change by superadmins and in organizations has the reason in this test why it needs none', async () => {
      const routes = (await declaredRoutes('/auth'))
        .filter(({ route }) => route.method !== 'GET' && stepUpOf(route) === 'never')
        .filter(({ route }) => ['superadmin', 'superadmin-or-cookie', 'organization'].includes(route.access))
        .map(({ route, path }) => `${route.method} ${path}`);
      assert.deepEqual(routes.sort(), Object.keys(WITHOUT_PROOF).sort());
    });

    for (const [route, requests] of Object.entries(STEPPED)) {
      it(`AZ10: ${route}: an old session must reauthenticate, and may act after it`, async () => {
        for (const make of requests) {
          const me = await oldSuperadmin();
          const sent = await make(me, keyward);
          const refused = await ask(me, route, sent);
          assertError(refused, 403, 'ReauthenticationRequiredError');
          assert.deepEqual(refused.body.details, { methods: ['password'] });
          const proof = { token: me.token, body: { password: PASSWORD } };
          assert.equal((await keyward.call('POST', '/account/reauthenticate', proof)).status, 200);
          const answer = await ask(me, route, sent);
          assert.ok(answer.status !== 401 && answer.status !== 403, answer.text);
        }
      });
    }

    for (const [route, requests] of Object.entries(FREE)) {
      it(`AZ10: ${route}: an old session may do the rest`, async () => {
        for (const make of requests) {
          const me = await oldSuperadmin();
          const answer = await ask(me, route, await make(me, keyward));
          assert.ok(answer.status < 300, answer.text);
        }
      });
    }

    it("AZ10: the console's cookie needs it too", async () => {
      const me = await oldSuperadmin();
      const answer = await keyward.call('PATCH', '/config/signup', {
        headers: { cookie: `keyward_console=${me.token}`, origin: keyward.url, 'x-keyward-console': '1' },
        body: { mode: 'closed' },
      });
      assertError(answer, 403, 'ReauthenticationRequiredError');
    });

    it('AZ10: a refused change leaves everything as it was', async () => {
      const me = await oldSuperadmin();
      const { id, email } = await addPerson(keyward);
      const body = { account_id: id, ...SUPERADMIN, email: newEmail(), name: 'New' };
      assertError(await ask(me, 'PATCH /auth/account', { body }), 403, 'ReauthenticationRequiredError');
      const row = await keyward.app.services.store.accounts.find('id', id);
      assert.deepEqual([row?.role, row?.email], ['user', email]);
    });

    it('AZ10: an old session of an owner grants nobody a role with further rights', async () => {
      const owner = await addPerson(keyward, { verified: true });
      const { token } = await addSuperadmin(keyward);
      const made = await keyward.call('POST', '/organization', {
        token,
        body: { name: 'Acme', owner: owner.id },
      });
      const organization = `/auth/organization/${String(made.body['id'])}`;
      const { id } = await addPerson(keyward);
      await keyward.callRoot('POST', `${organization}/member`, { token, body: { account_id: id } });
      keyward.clock.advance(OLD_MS);
      const act = (method: string, path: string, body: object) =>
        keyward.callRoot(method, organization + path, { token: owner.token, body });
      for (const [method, path, body] of [
        ['PATCH', `/member/${id}`, { roles: ['admin'] }],
        ['POST', '/invitation', { emails: [newEmail()], roles: ['admin'] }],
        ['PATCH', '', { policy: { methods: ['password'] } }],
        ['POST', '/role', { name: 'helper', permissions: ['org:domains:write'] }],
      ] as const)
        assertError(await act(method, path, body), 403, 'ReauthenticationRequiredError');
      const answer = await act('POST', '/invitation', { emails: [newEmail()] });
      assert.equal(answer.status, 200, answer.text);
    });

    it('AZ10: an ordinary account needs none with an old session', async () => {
      const me = await addPerson(keyward);
      keyward.clock.advance(OLD_MS);
      for (const [route, sent] of [
        ['PATCH /auth/me', { body: { email: newEmail() } }],
        ['POST /auth/account/oauth/link/:provider', { path: '/auth/account/oauth/link/idp2' }],
        ['PUT /auth/update/password', { body: { password: PASSWORD } }],
      ] as const)
        assert.equal((await ask(me, route, sent)).status, 200);
    });
  });
}
