import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { requireBearer } from '../../../../client/src/verify.ts';
import { tempFolder } from '../../support/at-exit.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { asText, suiteKeyward } from '../expectations.ts';

const RESOURCE = 'https://api.example.com/orders';
const RECIPE = /^```js\n([^]*?)^```$/m.exec(
  readFileSync(join(import.meta.dirname, '../../../docs/oauth.md'), 'utf8').replace(
    /^[^]*## Tokens for machines/,
    '',
  ),
)?.[1];

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the recipe for the tokens of machines on ${kind}`, () => {
    const keyward = suiteKeyward(kind);

    it('gets a token that the API accepts, and keeps it while it is good', async () => {
      const { token } = await addSuperadmin(keyward);
      const send = async (method: string, path: string, body: object) => {
        const answer = await keyward.call(method, path, { token, body });
        assert.ok(answer.status < 300, answer.text);
        return answer.body;
      };
      const scopes = ['orders:read'];
      await send('PATCH', '/config/oauth', {
        scopes: { 'orders:read': { description: 'See orders' } },
        resources: { [RESOURCE]: { scopes } },
      });
      const machine = { name: 'Report', type: 'machine', machine_scopes: scopes, resources: [RESOURCE] };
      const made = await send('POST', '/application', machine);
      Object.assign(process.env, {
        ISSUER: keyward.url,
        CLIENT_ID: made['client_id'],
        CLIENT_SECRET: made['client_secret'],
      });
      const folder = tempFolder();
      const file = join(folder.path, 'recipe.mjs');
      writeFileSync(file, RECIPE ?? assert.fail('the recipe is gone'));
      const { accessToken }: { accessToken: () => Promise<string> } = await import(pathToFileURL(file).href);
      const first = await accessToken();
      assert.equal(await accessToken(), first);
      const guard = requireBearer({ issuer: keyward.url, resource: RESOURCE, scopes });
      const claims = await guard(new Request(RESOURCE, { headers: { authorization: `Bearer ${first}` } }));
      assert.ok(!(claims instanceof Response), 'the API refused it');
      assert.equal(claims?.sub, asText(made['client_id']));
      folder.remove();
    });
  });
}
