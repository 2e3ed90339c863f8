import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { databasesFor } from '../../support/usual-size.ts';
import { CONNECTIONS_ON } from '../connections/help.ts';
import { suiteKeyward } from '../expectations.ts';
import { addProvider, addStage, filtered, listIn, refusal } from './help.ts';

/** Changes of an organization a day: 1,000, and ten for each of its places. */
const CHANGES = 1_010;
const HOUR_MS = 3_600_000;
const LARGE = 'x'.repeat(1_000);

for (const kind of databasesFor(import.meta.filename)) {
  describe(`bounds of provisioning on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: { ...CONNECTIONS_ON, KEYWARD_ORGANIZATIONS_MAX_MEMBERS: '100' },
    });

    it('RL17: all connections of an organization share the limits', async () => {
      const { cast, acme, provider } = await addStage(keyward);
      const other = await addProvider(keyward, cast.root, acme);
      await keyward.call('PATCH', acme.path, { token: cast.root.token, body: { max_members: 1 } });
      const refused = () => provider.send('POST', '/Users', { schemas: [] });
      for (let count = 0; count < CHANGES; count += 1) {
        // The rows of an hour have a limit of their own.
        if (count === CHANGES / 2) keyward.clock.advance(HOUR_MS);
        assert.equal((await refused()).status, 400);
      }
      assert.equal((await other.send('POST', '/Users', { schemas: [] })).status, 429);
      assert.equal((await other.send('GET', '/Users')).status, 200);
    });

    it('RL17: few requests of an organization are kept, whichever connections send them', async () => {
      const stage = await addStage(keyward);
      const other = await addProvider(keyward, stage.cast.root, stage.acme);
      for (let count = 0; count < 540; count += 1) {
        await stage.provider.send('GET', '/Users?count=0');
        if (count % 19 === 0) await other.send('GET', '/Users?count=0');
      }
      const [row] = await keyward.database.query(
        'select count(*) as rows from scim_requests join connections on connections.id = connection_id where uid in ($1, $2)',
        [stage.provider.id, other.id],
      );
      assert.equal(Number(row?.['rows']), 500);
    });

    it('RL17: a page of large people is short, and the next one goes on behind it', async () => {
      const { provider } = await addStage(keyward);
      const addresses = Array.from({ length: 28 }, () => ({ formatted: LARGE }));
      for (let count = 0; count < 60; count += 1) await provider.add({ addresses });
      for (const query of ['', '&sortBy=id', `&${filtered('userName pr').slice(1)}`]) {
        const seen = new Set<string>();
        let cursor: string | undefined = '';
        let pages = 0;
        while (cursor !== undefined) {
          const answer = await provider.send(
            'GET',
            `/Users?count=200&cursor=${encodeURIComponent(cursor)}${query}`,
          );
          assert.ok(answer.text.length < 1_500_000, `${answer.text.length}`);
          const page = listIn(answer);
          assert.equal(page.itemsPerPage, page.Resources.length);
          assert.equal(page.totalResults, 60);
          for (const { id } of page.Resources) seen.add(id);
          cursor = page.nextCursor;
          pages += 1;
        }
        assert.equal(seen.size, 60, query);
        assert.ok(pages > 1, `${pages}`);
      }
      const byIndex = listIn(await provider.send('GET', '/Users?startIndex=1&count=200'));
      const rest = listIn(
        await provider.send('GET', `/Users?startIndex=${byIndex.itemsPerPage + 1}&count=200`),
      );
      assert.notEqual(byIndex.Resources.at(-1)?.id, rest.Resources[0]?.id);
      assert.equal(refusal(await provider.send('GET', '/Users?cursor=nonsense')), '400 invalidCursor');
    });
  });
}
