import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectionRoutes } from '../../../src/http/connections/routes.ts';
import type { SignedUp } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { asObject, asText, suiteKeyward } from '../expectations.ts';
import { type Acme, addAcme, addCast, addOrganization, type Cast, outcome } from '../organizations/help.ts';
import { CONNECTIONS_ON } from './help.ts';

const OIDC = { issuer: 'https://idp.example.com', client_id: 'keyward', client_secret: 'the secret' };
const NEW = { name: 'Acme', oidc: OIDC };
const NOWHERE = 'con_4Yb1Qm0cW2nS8tJx6Kd3Vg';
const NO_TOKEN = 'sct_4Yb1Qm0cW2nS8tJx6Kd3Vg';

const MANAGED = connectionRoutes.filter(({ access }) => access === 'organization');

for (const kind of databasesFor(import.meta.filename)) {
  describe(`connections of organizations on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });

    const add = async (acme: Acme, { token }: Pick<SignedUp, 'token'>, fields: object = {}) => {
      const made = await keyward.call('POST', `${acme.path}/connection`, {
        token,
        body: { ...NEW, ...fields },
      });
      assert.equal(made.status, 201, made.text);
      return {
        id: asText(made.body['id']),
        path: `${acme.path}/connection/${asText(made.body['id'])}`,
        made,
      };
    };

    it('O15-6: an owner who has not shown the mailbox in a session lets nobody in', async () => {
      const cast = await addCast(keyward);
      const squatter = await keyward.signUp();
      const { path } = await addOrganization(keyward, cast.root, squatter);
      const { path: connection } = await add({ path, id: '' }, cast.root);
      const acts: [string, object][] = [
        [`${path}/connection`, NEW],
        [`${connection}/scim_token`, {}],
        [`${path}/portal`, { sections: ['connections'] }],
        [`${path}/domain`, { domain: 'squatted.example' }],
        [`${path}/role`, { name: 'helper', permissions: ['org:members:write'] }],
        [`${path}/invitation`, { emails: ['friend@example.org'] }],
      ];
      // To take access away needs no proof.
      const ended = await keyward.call('DELETE', `${path}/portal`, { token: squatter.token });
      assert.equal(ended.status, 200, ended.text);
      const { accounts } = keyward.app.services.store;
      for (const state of ['unproven', 'proven without a session', 'proven']) {
        const proven = state === 'proven';
        if (state !== 'unproven')
          await accounts.update(squatter.id, { email_verified: 1, password_after_proof: proven ? 1 : 0 });
        for (const [to, body] of acts) {
          const answer = await keyward.call('POST', to, { token: squatter.token, body });
          const isRefused = answer.body['error'] === 'EmailProofRequiredError';
          assert.equal(isRefused, !proven, `${to}, ${state}: ${answer.text}`);
        }
      }
    });

    it('admits members with the permission, for their own organization only', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const other = await addOrganization(keyward, cast.root, cast.stranger);
      const keyOf = async (scopes: string[]) => {
        const sent = { token: cast.root.token, body: { name: 'Key', scopes } };
        return String((await keyward.call('POST', '/apikey', sent)).body['key']);
      };
      const tokens: Record<string, string | undefined> = {
        nobody: undefined,
        superadmin: cast.root.token,
        'reading key': await keyOf(['organizations:read']),
        'writing key': await keyOf(['organizations:write']),
        owner: cast.owner.token,
        admin: cast.admin.token,
        member: cast.member.token,
        stranger: cast.stranger.token,
      };
      const expected = (method: string, caller: string): string => {
        if (caller === 'nobody') return '401 TokenMissingError';
        if (caller === (method === 'GET' ? 'writing key' : 'reading key')) return '403 ScopeMissingError';
        if (caller === 'member') return '403 PermissionMissingError';
        return caller === 'stranger' ? '404 OrganizationNotFoundError' : 'ok';
      };
      for (const { method, path } of MANAGED)
        for (const [caller, token] of Object.entries(tokens)) {
          const connection = await add(acme, cast.root);
          const by = { token: cast.root.token };
          const scim = await keyward.call('POST', `${connection.path}/scim_token`, by);
          const test = await keyward.call('POST', `${connection.path}/test`, by);
          const target = path
            .replace(':id', acme.id)
            .replace(':connection_id', connection.id)
            .replace(':token_id', asText(scim.body['id']))
            .replace(':test_id', asText(test.body['id']));
          const isNew = method === 'POST' && path.endsWith('/connection');
          const body = isNew ? NEW : method === 'PATCH' ? { name: 'Renamed' } : undefined;
          const answer = await keyward.call(method, target, { token, body });
          const about = `${method} ${path} by ${caller}: ${answer.text}`;
          assert.equal(outcome(answer), expected(method, caller), about);
          assert.doesNotMatch(answer.text, /the secret/);
          if (path.includes(':connection_id')) {
            // Not even with rights in the organization that the path names.
            const foreign = target.replace(acme.id, other.id);
            const crossed = await keyward.call(method, foreign, { token: cast.stranger.token, body });
            assert.equal(outcome(crossed), '404 ConnectionNotFoundError', crossed.text);
          }
          await keyward.call('DELETE', connection.path, { token: cast.root.token });
          const made = asText(answer.body['id'] ?? '');
          if (isNew && made !== '')
            await keyward.call('DELETE', `${acme.path}/connection/${made}`, { token: cast.root.token });
        }
    });

    it('keeps the secret, shows what to enter at the provider, and records each change', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const { path, id, made } = await add(acme, cast.owner, { mapping: { staff: ['admin'] } });
      const { created_at: _, updated_at: __, version: ___, ...body } = made.body;
      assert.deepEqual(body, {
        id,
        kind: 'oidc',
        name: 'Acme',
        status: 'draft',
        trust_factors: false,
        mapping: { staff: ['admin'] },
        keep_roles: false,
        signs_in_owners: true,
        still_required: false,
        oidc: {
          issuer: OIDC.issuer,
          client_id: 'keyward',
          client_secret: '***',
          scopes: ['openid', 'email', 'profile'],
          redirect_uri: `${keyward.url}/auth/connection/${id}/callback`,
        },
        login_url: `${keyward.url}/auth/connection/${id}/login`,
      });
      const [row] = await keyward.database.query('select * from connections where uid = $1', [id]);
      assert.doesNotMatch(JSON.stringify(row), /the secret/);
      const { token } = cast.owner;
      const patch = (fields: object) => keyward.call('PATCH', path, { token, body: fields });
      const renamed = await patch({ name: 'Other', oidc: { client_secret: '***', client_id: 'second' } });
      assert.equal(renamed.status, 200, renamed.text);
      const [after] = await keyward.database.query('select * from connections where uid = $1', [id]);
      assert.equal(after?.['sealed_secret'], row?.['sealed_secret']);
      const moved = await patch({ oidc: { issuer: 'https://second.example.com', client_secret: '***' } });
      assert.equal(outcome(moved), '422 ValidationError');
      assert.equal(moved.body.details?.fields?.[0]?.path, 'oidc.client_secret');
      assert.equal((await patch({ oidc: { issuer: OIDC.issuer } })).status, 200);
      const both = { issuer: 'https://second.example.com', client_secret: 'the secret' };
      assert.equal((await patch({ oidc: both })).status, 200);
      const events = await keyward.call('GET', '/event?type=connection.*&order=desc&limit=3', {
        token: cast.root.token,
      });
      assert.doesNotMatch(events.text, /the secret/);
      assert.match(events.text, /"type":"connection.updated".*"client_secret":"\*\*\*"/);
      const list = await keyward.call('GET', `${acme.path}/connection`, { token });
      assert.equal(list.body['total'], 1);
    });

    it('lets nobody map to a role beyond their own permissions, or change such a mapping', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const send = ({ token }: SignedUp, method: string, path: string, body?: object) =>
        keyward.call(method, path, { token, body });
      const toOwner = { ...NEW, mapping: { bosses: ['owner'] } };
      const refused = await send(cast.admin, 'POST', `${acme.path}/connection`, toOwner);
      assert.equal(outcome(refused), '403 PermissionMissingError');
      const unknown = await send(cast.owner, 'POST', `${acme.path}/connection`, {
        ...NEW,
        mapping: { staff: ['nonsense'] },
      });
      assert.equal(outcome(unknown), '422 ValidationError');
      const { path } = await add(acme, cast.owner, { mapping: { bosses: ['owner'] } });
      for (const [method, body] of [
        ['PATCH', { oidc: { issuer: 'https://evil.example.com', client_secret: 'x' } }],
        ['PATCH', { mapping: {} }],
        ['DELETE', undefined],
      ] as const)
        assert.equal(outcome(await send(cast.admin, method, path, body)), '403 PermissionMissingError');
    });

    it('refuses addresses that must not be called, and issuers of all tenants', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      for (const issuer of [
        'http://idp.example.com',
        'https://10.0.0.1',
        'https://169.254.169.254/latest',
        'https://[::1]:8443',
        'https://user:secret@idp.example.com',
        'https://idp.example.com/?tenant=1',
        'https://login.microsoftonline.com/common/v2.0',
        'https://login.microsoftonline.com./common/v2.0',
        'https://login.microsoftonline.com/organizations/v2.0',
        'javascript:alert(1)',
      ]) {
        const answer = await keyward.call('POST', `${acme.path}/connection`, {
          token: cast.owner.token,
          body: { ...NEW, oidc: { ...OIDC, issuer } },
        });
        assert.equal(outcome(answer), '422 ValidationError', issuer);
        const isPrivate = /10\.0|169\.254|::1/.test(issuer);
        assert.equal(asObject(answer.body['details'])['reason'], isPrivate ? 'private_address' : undefined);
      }
    });

    it('refuse a misspelt field of the provider, and suggest the right one', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const { path } = await add(acme, cast.root);
      const fields = [
        { path: 'oidc.isuer', message: 'is not a field of this request; use issuer, or leave it out' },
        { path: 'oidc.zzz', message: 'is not a field of this request; leave it out' },
      ];
      const oidc = { isuer: OIDC.issuer, zzz: '' };
      for (const [method, at] of [
        ['POST', `${acme.path}/connection`],
        ['PATCH', path],
      ] as const) {
        const refused = await keyward.call(method, at, {
          token: cast.owner.token,
          body: { ...(method === 'POST' && { name: 'Acme' }), oidc },
        });
        assert.equal(outcome(refused), '422 ValidationError', refused.text);
        assert.deepEqual(asObject(refused.body['details'])['fields'], fields);
      }
      const saml = {
        token: cast.owner.token,
        body: { name: 'Acme', saml: { metadata_ur: 'https://a.example' } },
      };
      const refused = await keyward.call('POST', `${acme.path}/connection`, saml);
      assert.equal(
        refused.body['message'],
        'saml.metadata_ur is not a field of this request; use metadata_url, or leave it out.',
      );
    });

    it('are limited in number, and are deleted with their organization', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const { id } = await add(acme, cast.owner);
      for (let count = 1; count < 20; count += 1) await add(acme, cast.root);
      const more = await keyward.call('POST', `${acme.path}/connection`, {
        token: cast.root.token,
        body: NEW,
      });
      assert.equal(outcome(more), '403 OrganizationLimitError');
      await link(cast, id);
      await keyward.call('DELETE', acme.path, { token: cast.root.token });
      keyward.clock.advance(31 * 86_400_000);
      await keyward.app.services.sweep();
      const left = await keyward.database.query(
        "select uid from connections where uid = $1 union select subject from provider_links where subject = 'gone'",
        [id],
      );
      assert.deepEqual(left, []);
    });

    async function link({ member }: Cast, id: string): Promise<void> {
      await keyward.app.services.store.providerLinks.insert({
        account_id: member.id,
        provider: `${id}:https://idp.example.com`,
        subject: 'gone',
        created_at: keyward.clock.now(),
        unproven_at: null,
      });
    }
  });

  describe(`connections while organizations are off, on ${kind}`, () => {
    const keyward = suiteKeyward(kind);

    it('do not exist', async () => {
      const { root } = await addCast(keyward);
      for (const { method, path } of connectionRoutes) {
        // It names the methods of the service too.
        if (path === '/login/discover') continue;
        const target = path
          .replace(':id', 'acme')
          .replace(':connection_id', NOWHERE)
          .replace(':token_id', NO_TOKEN)
          .replace(':test_id', 'tst_4Yb1Qm0cW2nS8tJx6Kd3Vg');
        const sent = { token: root.token, body: method === 'GET' ? undefined : {} };
        const answer = await keyward.call(method, target, sent);
        assert.equal(outcome(answer), '404 RouteNotFoundError', path);
        assert.match(asText(answer.body['message']), /turns on `enabled`/);
      }
    });
  });
}
