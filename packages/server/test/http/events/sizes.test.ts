import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditLogOf } from '../../support/audit-log.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { asObject, asText, suiteKeyward } from '../expectations.ts';
import { CONNECTIONS_ON } from '../connections/help.ts';
import { turnOAuthOn } from '../oauth/flows.ts';
import { addOrganization, suiteCast } from '../organizations/help.ts';

const MOST_BYTES = 8_000;
const PATH_CHARACTERS = 1_900;
const ISSUER = 'http://127.0.0.1:1';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`RL22: the size of events on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: {
        ...CONNECTIONS_ON,
        KEYWARD_ORGANIZATIONS_OWN_ROLES: 'on',
        KEYWARD_ORGANIZATIONS_PERMISSIONS: names('permission', 190).join(','),
        KEYWARD_TRUSTED_PROXIES: '127.0.0.0/8',
      },
    });
    const cast = suiteCast(keyward);

    const act = async (method: string, path: string, body: object, token: string = cast.root.token) => {
      const answer = await keyward.call(method, path, { token, body });
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
      return answer.body;
    };
    /** The events of a type, of which the last one had to be cut. */
    async function cut(type: string) {
      const events = await auditLogOf(keyward.database, type);
      for (const { data } of events) {
        const size = Buffer.byteLength(JSON.stringify(data));
        assert.ok(size < MOST_BYTES, `${type}: ${size}`);
      }
      const { data } = events.at(-1) ?? assert.fail(type);
      assert.match(JSON.stringify(data), /…/, type);
      assert.ok(Buffer.byteLength(JSON.stringify(data)) > MOST_BYTES / 2, 'no more is cut than must be');
      return data;
    }

    it('an application that changes its own registration writes less than 8 kB, 120 times an hour', async () => {
      await turnOAuthOn(keyward, cast.root.token);
      const metadata = (mark: string) => ({
        client_name: `Orders ${mark}`,
        token_endpoint_auth_method: 'none',
        // The most that its metadata may have is 8 kB.
        redirect_uris: addresses(28, mark, 240),
      });
      const made = await act('POST', '/oauth/register', metadata('a'));
      const own = `/oauth/register/${asText(made['client_id'])}`;
      const token = asText(made['registration_access_token']);
      await act('PUT', own, metadata('b'), token);
      const { changed, previous } = await cut('application.updated');
      assert.equal(asObject(changed)['name'], 'Orders b');
      for (const [side, mark] of [
        [previous, 'a'],
        [changed, 'b'],
      ] as const) {
        const uris = [asObject(side)['redirect_uris']].flat().map(String);
        assert.equal(uris.length, 28);
        for (const [index, uri] of uris.entries())
          assert.match(uri, new RegExp(`^https://app${index}\\.example\\.com/${mark}+…$`));
      }
      const statuses: number[] = [];
      for (let index = 0; index < 125; index += 1) {
        const headers = { 'x-forwarded-for': '192.0.2.9' };
        statuses.push((await keyward.call('PUT', own, { token, body: metadata('b'), headers })).status);
      }
      assert.equal(statuses.filter((status) => status === 200).length, 120);
      assert.deepEqual([...new Set(statuses.slice(120))], [429]);
    });

    it('so does an administrator who changes an application', async () => {
      const body = { name: 'Orders', redirect_uris: addresses(20, 'a') };
      const { client_id: id } = await act('POST', '/application', body);
      const keys = ['a', 'b'].map((mark) => ({ kty: 'EC', [mark.repeat(3_000)]: mark, [mark]: deep(20) }));
      for (const [index, mark] of ['b', 'c'].entries())
        await act('PATCH', `/application/${asText(id)}`, {
          redirect_uris: addresses(20, mark),
          jwks: { keys: keys.slice(0, index + 1) },
          access_minutes: 20 + index,
        });
      const { changed, previous } = await cut('application.updated');
      assert.deepEqual([asObject(previous)['access_minutes'], asObject(changed)['access_minutes']], [20, 21]);
    });

    it('so does a member, with metadata, a policy, roles and a connection', async () => {
      const acme = await addOrganization(keyward, cast.root, cast.owner);
      const by = cast.owner.token;
      const networks = (net: number) => names('', 100).map((_, index) => `2001:db8:${net}::${index}/120`);
      for (const [net, letter] of ['"', 'é'].entries())
        await act(
          'PATCH',
          acme.path,
          {
            metadata: { notes: letter.repeat(3_900) },
            policy: { allowed_addresses: ['127.0.0.1', ...networks(net).slice(1)] },
          },
          by,
        );
      await cut('organization.updated');

      const permissions = names('permission', 190);
      const role = { name: 'billing', description: 'é'.repeat(200), permissions };
      await act('POST', `${acme.path}/role`, role, cast.root.token);
      const created = asObject((await cut('role.created'))['role']);
      assert.equal(created['name'], 'billing');
      await act('PATCH', `${acme.path}/role/billing`, { permissions: permissions.toReversed() });
      await cut('role.updated');
      await act('DELETE', `${acme.path}/role/billing`, {});
      await cut('role.deleted');

      const oidc = { issuer: ISSUER, client_id: 'keyward', client_secret: 'secret' };
      const { id } = await act('POST', `${acme.path}/connection`, { name: 'Acme', oidc }, by);
      for (const mark of 'ab') {
        const mapping = Object.fromEntries(names(mark, 200).map((group) => [group, ['member']]));
        await act('PATCH', `${acme.path}/connection/${asText(id)}`, { mapping }, by);
      }
      await cut('connection.updated');
    });

    it('so do settings', async () => {
      for (const mark of 'ab') {
        const scopes = names(mark, 60).map((name) => [name, { description: mark.repeat(200) }]);
        await act('PATCH', '/config/oauth', { scopes: Object.fromEntries(scopes) });
      }
      await cut('settings.changed');
    });
  });
}

function addresses(count: number, mark: string, characters = PATH_CHARACTERS): string[] {
  return Array.from(
    { length: count },
    (_, index) => `https://app${index}.example.com/${mark.repeat(characters)}`,
  );
}

function names(mark: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${mark}.${index}.`.padEnd(60, 'x'));
}

function deep(levels: number): unknown {
  return levels === 0 ? 1 : [deep(levels - 1)];
}
