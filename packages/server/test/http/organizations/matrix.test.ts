import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownOrganizationRoutes } from '../../../src/http/organizations/own-routes.ts';
import { organizationRoutes } from '../../../src/http/organizations/routes.ts';
import { createTestDatabase } from '../../support/databases.ts';
import { PASSWORD, startKeyward } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { asText, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { type Acme, addAcme, addCast, addInvitation, type Cast, ON, outcome } from './help.ts';

const MEMBERS = ['owner', 'admin', 'member'] as const;
/** `strict`: active, with a policy that no session here meets. */
const STATES = ['active', 'strict', 'suspended', 'deleted'] as const;
type State = (typeof STATES)[number];

let serial = 0;

/** Who may: these members, or nobody but administrators. */
const ALLOWED: Record<string, readonly string[]> = {
  'GET ': [...MEMBERS, 'stranger'],
  'POST ': [],
  'GET /:id': MEMBERS,
  'PATCH /:id': ['owner', 'admin'],
  'DELETE /:id': ['owner'],
  'POST /:id/restore': [],
  'POST /:id/suspend': [],
  'POST /:id/activate': [],
  'POST /:id/leave': MEMBERS,
  'POST /:id/transfer': ['owner'],
  'GET /:id/member': ['owner', 'admin'],
  'POST /:id/member': [],
  'GET /:id/member/:account_id': ['owner', 'admin'],
  'PATCH /:id/member/:account_id': ['owner', 'admin'],
  'DELETE /:id/member/:account_id': ['owner', 'admin'],
  'GET /:id/invitation': ['owner', 'admin'],
  'POST /:id/invitation': ['owner', 'admin'],
  'POST /:id/invitation/:invitation_id/resend': ['owner', 'admin'],
  'DELETE /:id/invitation/:invitation_id': ['owner', 'admin'],
  'GET /:id/event': ['owner', 'admin'],
  'GET /:id/domain': MEMBERS,
  'POST /:id/domain': ['owner', 'admin'],
  'POST /:id/domain/:domain/verify': ['owner', 'admin'],
  'PATCH /:id/domain/:domain': ['owner', 'admin'],
  'DELETE /:id/domain/:domain': ['owner', 'admin'],
  'GET /:id/role': MEMBERS,
  'POST /:id/role': ['owner', 'admin'],
  'PATCH /:id/role/:name': ['owner', 'admin'],
  'DELETE /:id/role/:name': ['owner', 'admin'],
};

/** The address of a route, with names that nothing has. */
function addressOf(path: string): string {
  return path
    .replace(':id', 'acme')
    .replace(':account_id', '1')
    .replace(':invitation_id', 'inv_4Yb1Qm0cW2nS8tJx6Kd3Vg')
    .replace(':domain', 'first.example')
    .replace(':name', 'first');
}

/** What is sent beside the path. */
function bodyOf(name: string, { owner, other, stranger }: Cast): object | undefined {
  const bodies: Record<string, object> = {
    'POST ': { name: 'Other', owner: owner.id },
    'PATCH /:id': { name: 'Renamed' },
    'POST /:id/transfer': { account_id: other.id },
    'POST /:id/member': { account_id: stranger.id },
    'PATCH /:id/member/:account_id': { roles: ['admin'] },
    'POST /:id/invitation': { emails: ['second@example.org'] },
    'POST /:id/domain': { domain: 'second.example' },
    'PATCH /:id/domain/:domain': { joining: 'join' },
    'POST /:id/role': { name: 'second', permissions: ['org:read'] },
    'PATCH /:id/role/:name': { permissions: ['org:read', 'org:write'] },
  };
  return bodies[name];
}

const OF_EVERY_MEMBER: ReadonlySet<string> = new Set(
  Object.keys(ALLOWED).filter((name) => ALLOWED[name]?.includes('member') === true),
);

/** The answer of a route to a caller, by the rules of organizations. */
function expected(name: string, caller: string, state: State): string {
  const isRead = name.startsWith('GET');
  const isLeave = name === 'POST /:id/leave';
  const isOneOf = name.includes(':id');
  const isForAdministrators = isOneOf && (ALLOWED[name] ?? []).length === 0;
  if (caller === 'nobody') return '401 TokenMissingError';
  const isKey = caller.endsWith('key');
  if (isKey && (isLeave || caller === (isRead ? 'writing key' : 'reading key')))
    return '403 ScopeMissingError';
  if (isKey || caller === 'superadmin') {
    const isOpen = isRead || name === 'POST /:id/restore' || !isOneOf;
    if (state === 'deleted' && !isOpen) return '404 OrganizationNotFoundError';
    return isLeave ? '404 MemberNotFoundError' : 'ok';
  }
  if (isForAdministrators) return '403 RoleMismatchError';
  if (name === 'POST ') return '403 OrganizationCreationError';
  if (name === 'GET ') return 'ok';
  if (caller === 'stranger' || state === 'deleted') return '404 OrganizationNotFoundError';
  if (state === 'suspended' && !isRead && !isLeave) return '403 OrganizationSuspendedError';
  if (ALLOWED[name]?.includes(caller) !== true) return '403 PermissionMissingError';
  if (state === 'strict' && !OF_EVERY_MEMBER.has(name)) return '403 OrganizationPolicyError';
  return isLeave && caller === 'owner' ? '409 LastOwnerError' : 'ok';
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`organizations: every route × caller × state on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: { ...ON, KEYWARD_ORGANIZATIONS_OWN_ROLES: 'on', KEYWARD_LIMIT_MAILBOX: '10000/1h' },
      // DNS has whatever it is asked for.
      parts: {
        readTxtRecords: async () => {
          const rows = await keyward.database.query('select token from organization_domains');
          return rows.map(({ token }) => `keyward-domain-verification=${String(token)}`);
        },
      },
    });

    it('covers every route', () => {
      const names = organizationRoutes.map(
        ({ method, path }) => `${method} ${path.replace('/organization', '')}`,
      );
      assert.deepEqual(new Set(names), new Set(Object.keys(ALLOWED)));
    });

    it('admits whoever has the right, and reveals nothing to strangers', async () => {
      const cast = await addCast(keyward);
      const { root } = cast;
      const tokens: Record<string, string | undefined> = {
        nobody: undefined,
        superadmin: root.token,
        'reading key': await keyOf(['organizations:read']),
        'writing key': await keyOf(['organizations:write']),
        owner: cast.owner.token,
        admin: cast.admin.token,
        member: cast.member.token,
        stranger: cast.stranger.token,
      };

      async function keyOf(scopes: string[]): Promise<string> {
        const made = await keyward.call('POST', '/apikey', {
          token: root.token,
          body: { name: 'Key', scopes },
        });
        return String(made.body['key']);
      }

      async function fresh(state: State): Promise<Acme & { invitation: string; domain: string }> {
        const acme = await addAcme(keyward, cast);
        const { token } = root;
        const role = { name: 'first', permissions: ['org:read'] };
        const made = await keyward.call('POST', `${acme.path}/role`, { token, body: role });
        assert.equal(made.status, 201, made.text);
        const invitation = await addInvitation(keyward, root, acme, 'first@example.org');
        serial += 1;
        const domain = `first${serial}.example`;
        const claimed = await keyward.call('POST', `${acme.path}/domain`, { token, body: { domain } });
        assert.equal(claimed.status, 201, claimed.text);
        const changes = {
          active: null,
          strict: ['PATCH', '', { policy: { require_second_factor: true } }],
          suspended: ['POST', '/suspend'],
          deleted: ['DELETE', ''],
        } as const;
        const [method, path = '', body] = changes[state] ?? [];
        if (method !== undefined)
          assert.equal((await keyward.call(method, acme.path + path, { token, body })).status, 200);
        return { ...acme, invitation, domain };
      }

      for (const state of STATES) {
        let acme = await fresh(state);
        for (const { method, path } of organizationRoutes) {
          const name = `${method} ${path.replace('/organization', '')}`;
          for (const [caller, token] of Object.entries(tokens)) {
            const target = path
              .replace(':id', acme.id)
              .replace(':account_id', String(cast.other.id))
              .replace(':invitation_id', acme.invitation)
              .replace(':domain', acme.domain)
              .replace(':name', 'first');
            const answer = await keyward.call(method, target, { token, body: bodyOf(name, cast) });
            assert.equal(
              outcome(answer),
              expected(name, caller, state),
              `${name} by ${caller}, ${state}: ${answer.text}`,
            );
            if (method !== 'GET' && answer.status < 300) acme = await fresh(state);
          }
        }
      }
    });
  });

  describe(`organizations that are off on ${kind}`, () => {
    const keyward = suiteKeyward(kind);

    it('do not exist, for anybody', async () => {
      const { root } = await addCast(keyward);
      for (const { method, path } of [...organizationRoutes, ...ownOrganizationRoutes]) {
        const target = addressOf(path);
        for (const token of [undefined, root.token])
          assert.equal(
            outcome(await keyward.call(method, target, { token, body: method === 'GET' ? undefined : {} })),
            '404 RouteNotFoundError',
            `${method} ${path}`,
          );
      }
    });

    it('cost nothing: sign-ins, refreshes and accounts work without their tables', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      await using bare = await startKeyward(kind, { database, settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
      for (const table of [
        'organization_domains',
        'organization_invitations',
        'organization_roles',
        'memberships',
        'organization_slugs',
        'organizations',
      ])
        await database.query(`drop table ${table}${kind === 'postgres' ? ' cascade' : ''}`);
      const { email } = await addPerson(bare);
      const body = { identifier: email, password: PASSWORD };
      const login = await bare.call('POST', '/login', { body });
      assert.equal(login.status, 200, login.text);
      const { refresh_token } = login.body;
      const renewed = await bare.call('POST', '/token/refresh', { body: { refresh_token } });
      assert.equal(renewed.status, 200, renewed.text);
      const token = asText(renewed.body['access_token']);
      const me = await bare.call('GET', '/me', { token });
      assert.equal(me.status, 200, me.text);
      assert.equal('organization' in me.body, false);
      for (const { method, path } of [...organizationRoutes, ...ownOrganizationRoutes]) {
        const target = addressOf(path);
        const sent = { token, body: method === 'GET' ? undefined : {} };
        assert.equal(outcome(await bare.call(method, target, sent)), '404 RouteNotFoundError', path);
      }
    });
  });
}
