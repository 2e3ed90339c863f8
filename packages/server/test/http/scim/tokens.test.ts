import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isCheckedSecret } from '../../../src/lib/checked-secret.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { asText, suiteKeyward } from '../expectations.ts';
import { CONNECTIONS_ON } from '../connections/help.ts';
import { addAcme, addCast, outcome } from '../organizations/help.ts';

const OIDC = { issuer: 'https://idp.example.com', client_id: 'keyward', client_secret: 'secret' };

for (const kind of databasesFor(import.meta.filename)) {
  describe(`provisioning tokens on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });

    async function begin(mapping: object = {}) {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const { token } = cast.owner;
      const made = await keyward.call('POST', `${acme.path}/connection`, {
        token,
        body: { name: 'Entra', oidc: OIDC, mapping },
      });
      return { cast, path: `${acme.path}/connection/${asText(made.body['id'])}/scim_token` };
    }

    it('are shown once, stored as hashes, limited to two, and recorded', async () => {
      const { cast, path } = await begin();
      const call = (method: string, where = path) => keyward.call(method, where, { token: cast.owner.token });
      const first = await call('POST');
      assert.equal(first.status, 201, first.text);
      assert.deepEqual(Object.keys(first.body).toSorted(), ['created_at', 'id', 'token']);
      const token = asText(first.body['token']);
      assert.ok(isCheckedSecret('kw_scim_', token));
      const second = await call('POST');
      assert.equal(outcome(await call('POST')), '409 ScimTokenLimitError');
      const list = await call('GET');
      assert.deepEqual(list.body, {
        total: 2,
        scim_tokens: [first, second].map(({ body: { id, created_at, token: one } }) => ({
          id,
          hint: asText(one).slice(0, 14),
          created_by: cast.owner.id,
          trusted: true,
          created_at,
          last_used_at: null,
        })),
      });
      const rows = await keyward.database.query('select * from scim_tokens');
      assert.doesNotMatch(JSON.stringify(rows), new RegExp(token.slice(14)));
      assert.equal((await call('DELETE', `${path}/${asText(first.body['id'])}`)).status, 200);
      const gone = await call('DELETE', `${path}/${asText(first.body['id'])}`);
      assert.equal(outcome(gone), '404 ScimTokenNotFoundError');
      assert.equal((await call('POST')).status, 201);
      const events = await keyward.call('GET', '/event?type=connection.*&order=desc&limit=4', {
        token: cast.root.token,
      });
      assert.match(events.text, /"connection.token_created".*"hint":"kw_scim_/);
      assert.match(events.text, /"connection.token_revoked"/);
      assert.doesNotMatch(events.text, new RegExp(token.slice(14)));
    });

    it('can be made only with the permissions of the mapped roles', async () => {
      const { cast, path } = await begin({ bosses: ['owner'] });
      const refused = await keyward.call('POST', path, { token: cast.admin.token });
      assert.equal(outcome(refused), '403 PermissionMissingError');
      assert.equal((await keyward.call('POST', path, { token: cast.owner.token })).status, 201);
    });

    it('filter events by the connection that acts', async () => {
      const { root } = await addCast(keyward);
      const asked = (actor: string) => keyward.call('GET', `/event?actor_id=${actor}`, { token: root.token });
      assert.equal((await asked('connection:con_4Yb1Qm0cW2nS8tJx6Kd3Vg')).status, 200);
      assert.equal((await asked('connection:7')).status, 422);
    });
  });
}
