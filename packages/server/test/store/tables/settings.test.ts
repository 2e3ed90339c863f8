import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DuplicateError } from '../../../src/store/engine/duplicate-error.ts';
import { DATABASES } from '../../support/databases.ts';
import { newAccount, NOW, suiteStore } from '../stores.ts';

for (const kind of DATABASES) {
  describe(`versions of settings on ${kind}`, async () => {
    const { store } = await suiteStore(kind);
    const { settings } = store;
    const row = (section: string, version: number, value = `${section} ${version}`) => ({
      section,
      version,
      value,
      created_at: NOW + version,
      account_id: null,
    });

    it('are all added or none: the second writer adds nothing', async () => {
      await settings.append([row('a', 1)]);
      await assert.rejects(settings.append([row('a', 1, 'another')]), DuplicateError);
      await assert.rejects(settings.append([row('b', 1), row('a', 1, 'another')]), DuplicateError);
      assert.deepEqual({ ...(await settings.find('a', 1)) }, row('a', 1));
      assert.equal(await settings.find('b', 1), null);
      const both = [row('a', 2), row('b', 1)];
      const results = await Promise.allSettled([settings.append(both), settings.append(both)]);
      assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    });

    it('are read by section: the newest of each, 0 where there is none', async () => {
      assert.deepEqual(await settings.newestOf(['b', 'nothing', 'a'])(), [1, 0, 2]);
    });

    it('are found by their value', async () => {
      assert.equal(await settings.has('a', 'a 1'), true);
      assert.equal(await settings.has('b', 'a 1'), false);
    });

    it('are listed with who made them, the newest first', async () => {
      const account = await store.accounts.insert(newAccount());
      await settings.append([{ ...row('c', 1), created_at: NOW + 9, account_id: account.id }]);
      await settings.append([{ ...row('c', 2), created_at: NOW, account_id: account.id + 1 }]);
      const { total, rows } = await settings.list(['a', 'c'], { limit: 3, offset: 0 });
      assert.equal(total, 4);
      assert.deepEqual(
        rows.map(({ section, version, account_email }) => [section, version, account_email]),
        [
          ['c', 1, account.email],
          ['a', 2, null],
          ['a', 1, null],
        ],
      );
      // Clocks differ; within a section the version counts.
      const ofC = await settings.list(['c'], { limit: 9, offset: 0 });
      assert.deepEqual(
        ofC.rows.map(({ version }) => version),
        [2, 1],
      );
    });
  });
}
