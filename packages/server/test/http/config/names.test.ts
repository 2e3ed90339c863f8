import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startKeyward } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { assertRefusal, suiteKeyward } from '../expectations.ts';
import { CONNECTIONS_ON } from '../connections/help.ts';
import { addCast, addOrganization } from '../organizations/help.ts';

const API = 'https://api.example.com';
const SCOPE = /must be 1 to 100 visible ASCII characters without spaces/;
const GRANT = /must be 1 to 64 lower-case letters/;
const oidc = { issuer: 'https://idp.example.com', client_id: 'keyward', client_secret: 'secret' };

for (const kind of databasesFor(import.meta.filename)) {
  describe(`names in settings and bodies, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });

    it('are refused with their field, as it was written, and with what they must be', async () => {
      const { root, owner } = await addCast(keyward);
      const { path } = await addOrganization(keyward, root, owner);
      const role = (more: object) => ({ name: 'clerk', permissions: [], ...more });
      const cases: readonly (readonly [method: string, path: string, body: object, field: string, RegExp])[] =
        [
          [
            'PATCH',
            '/config/oauth',
            { scopes: { 'orders read': { description: 'See' } } },
            'scopes.orders read',
            SCOPE,
          ],
          ['PATCH', '/config/oauth', { scopes: { 'a\nb': null } }, 'scopes.a\nb', /must be object/],
          [
            'PATCH',
            '/config/oauth',
            { resources: { [API]: { scopes: ['orders:read', 'a b'] } } },
            `resources.${API}.scopes.1`,
            SCOPE,
          ],
          ['PATCH', '/config/oauth', { resources: { 'a~b\n': 5 } }, 'resources.a~b\n', /must be object/],
          ['PATCH', '/config/jwt', { claims: { 'a\nb': 5 } }, 'claims.a\nb', /must be string/],
          ['PATCH', '/config/organizations', { permissions: ['a b'] }, 'permissions.0', GRANT],
          ['PATCH', '/config/organizations', { roles: [role({ name: 'A' })] }, 'roles.0.name', GRANT],
          ['POST', '/apikey', { name: 'Key', scopes: ['accounts read'] }, 'scopes.0', /must be one of/],
          [
            'POST',
            '/application',
            { name: 'App', type: 'machine', machine_scopes: ['a b'] },
            'machine_scopes.0',
            SCOPE,
          ],
          [
            'POST',
            `${path}/connection`,
            { name: 'A', oidc, mapping: { 'a\nb': 5 } },
            'mapping.a\nb',
            /must be array/,
          ],
          [
            'POST',
            `${path}/connection`,
            { name: 'A', oidc, mapping: { 'a/b': ['B'] } },
            'mapping.a/b.0',
            GRANT,
          ],
        ];
      for (const [method, to, body, field, message] of cases) {
        const answer = await keyward.call(method, to, { token: root.token, body });
        assertRefusal(answer, answer.status, String(answer.body['error']), [field]);
        assert.ok([400, 422].includes(answer.status), answer.text);
        assert.match(answer.body.details?.fields?.[0]?.message ?? '', message);
      }
    });

    it('end the start when it is given them', async () => {
      for (const [name, value] of Object.entries({
        KEYWARD_OAUTH_SCOPES: { 'orders read': { description: 'See' } },
        KEYWARD_OAUTH_RESOURCES: { [API]: { scopes: ['orders read'] } },
      }))
        await assert.rejects(
          async () => {
            await using started = await startKeyward(kind, { settings: { [name]: JSON.stringify(value) } });
            assert.fail(started.url);
          },
          { message: new RegExp(`${name}.*${SCOPE.source}`) },
        );
    });
  });
}
