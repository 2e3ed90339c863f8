import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fastest } from '../../support/resources.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { CONNECTIONS_ON } from '../connections/help.ts';
import { suiteKeyward } from '../expectations.ts';
import { addStage, ENTERPRISE, GROUP, listIn, type TestProvider, USER } from './help.ts';

const NAMES = 1_900;
/** By `fastest`. Far more than the answer takes; without the bound it takes many seconds. */
const MOST = 1_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`parts of provisioned resources on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });

    const search = async (provider: TestProvider, part: object, endpoint = '/Users') =>
      listIn(await provider.send('POST', `${endpoint}/.search`, { ...part, count: 200 })).Resources;

    it('RL17: a name that a request repeats costs nothing', async () => {
      const { provider } = await addStage(keyward);
      const others = Array.from({ length: 49 }, (_, place) => ({ value: `${place}@mail.example` }));
      for (let count = 0; count < 60; count += 1) {
        const emails = [{ value: `${count}@${provider.domain}`, primary: true }, ...others];
        await provider.add({ emails });
      }
      await provider.send('POST', '/Groups', { schemas: [GROUP], displayName: 'sales' });
      const repeated = (name: string) => Array.from({ length: NAMES }, () => name);
      for (const [part, endpoint] of [
        [{ attributes: repeated('emails.value') }, '/Users'],
        [{ excludedAttributes: repeated('emails.value') }, '/Users'],
        [{ attributes: repeated('displayName') }, '/Groups'],
      ] as const) {
        const took = await fastest(MOST, () => search(provider, part, endpoint));
        assert.ok(took < MOST, `${Object.keys(part).join()} of ${endpoint}: ${Math.round(took)}`);
      }
    });

    it('SC-3: hold the attributes that are named, in objects and lists too', async () => {
      const { provider } = await addStage(keyward);
      const person = {
        name: { givenName: 'Ada', familyName: 'Bell' },
        emails: [
          { value: 'ada@home.example', type: 'home' },
          { value: `ada@${provider.domain}`, primary: true },
        ],
        [ENTERPRISE]: { department: 'Sales', division: 'North' },
      };
      const { id } = await provider.add({ schemas: [USER, ENTERPRISE], ...person });
      const shown = async (...attributes: string[]) => {
        const [found] = await search(provider, { attributes });
        const { schemas, ...rest } = { ...found };
        assert.ok(Array.isArray(schemas));
        assert.equal(rest['id'], id);
        delete rest['id'];
        return rest;
      };
      assert.deepEqual(await shown('name.givenName', 'NAME.givenname', 'unknown'), {
        name: { givenName: 'Ada' },
      });
      assert.deepEqual(await shown('emails.type', 'emails.value', 'emails.primary'), {
        emails: person.emails,
      });
      assert.deepEqual(await shown('emails.type', 'emails'), await shown('emails', 'emails.type'));
      assert.deepEqual(await shown(`${ENTERPRISE}:division`), { [ENTERPRISE]: { division: 'North' } });
      const [left] = await search(provider, {
        excludedAttributes: ['id', 'schemas', 'name.givenName', 'emails.value', ENTERPRISE],
      });
      assert.equal(left?.id, id);
      assert.deepEqual(left['name'], { familyName: 'Bell' });
      assert.deepEqual(left['emails'], [{ type: 'home' }, { primary: true }]);
      assert.ok('schemas' in left && !(ENTERPRISE in left));
    });
  });
}
