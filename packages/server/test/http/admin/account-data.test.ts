import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditLogOf } from '../../support/audit-log.ts';
import { assertAdministered, assertRefusal, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { addSuperadmin, rowsOf } from './admin.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`metadata and external ids of accounts on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const superadmin = async () => {
      const { token } = await addSuperadmin(keyward);
      return (method: string, path: string, body?: unknown) =>
        keyward.call(method, path, { token, ...(body !== undefined && { body }) });
    };

    it('are set with a new account; a superadmin merges and clears them', async () => {
      const call = await superadmin();
      const data = {
        metadata: { theme: 'dark', gone: null },
        app_metadata: { plan: 'pro' },
        external_id: 'cus_1',
      };
      const created = await call('POST', '/account/', {
        name: 'Ada',
        email: `carry.${kind}@example.org`,
        ...data,
      });
      assert.equal(created.status, 201, created.text);
      assertAdministered(created.body, { ...data, metadata: { theme: 'dark' } });
      const account_id = created.body['id'];

      const changed = await call('PATCH', '/account/', {
        account_id,
        metadata: { theme: null },
        app_metadata: { seats: 3 },
        external_id: null,
      });
      const after = { metadata: {}, app_metadata: { plan: 'pro', seats: 3 }, external_id: null };
      assertAdministered(changed.body, after);
      const told = (await auditLogOf(keyward.database, 'account.updated')).at(-1)?.data;
      assert.deepEqual(told?.['changed'], {
        metadata: { theme: null },
        app_metadata: { seats: 3 },
        external_id: null,
      });
      assert.deepEqual(told?.['previous'], {
        metadata: { theme: 'dark' },
        app_metadata: { seats: null },
        external_id: 'cus_1',
      });
    });

    it('OW1: keep simultaneous patches of the owner and of a superadmin', async () => {
      const call = await superadmin();
      const { id, token } = await addPerson(keyward);
      await Promise.all(
        [1, 2, 3].flatMap((n) => [
          call('PATCH', '/account/', { account_id: id, metadata: { [`admin${n}`]: n } }),
          keyward.call('PATCH', '/me', { token, body: { metadata: { [`own${n}`]: n } } }),
        ]),
      );
      const { metadata } = (await call('GET', `/account/${id}`)).body;
      assert.deepEqual(Object.keys(Object(metadata)).sort(), [
        'admin1',
        'admin2',
        'admin3',
        'own1',
        'own2',
        'own3',
      ]);
    });

    it('find an account by its external id, which no two share', async () => {
      const call = await superadmin();
      const [one, two] = [await addPerson(keyward), await addPerson(keyward)];
      const external_id = 'Tenant-7/ada';
      const give = (account_id: number) => call('PATCH', '/account/', { account_id, external_id });
      assert.equal((await give(one.id)).status, 200);
      assertRefusal(await give(two.id), 409, 'ExternalIdAlreadyExistsError');
      const taken = { name: 'Grace', email: `taken.${kind}@example.org`, external_id };
      assertRefusal(await call('POST', '/account/', taken), 409, 'ExternalIdAlreadyExistsError');

      const query = (value: string) => call('GET', `/account/query?field=external_id&value=${value}`);
      assertAdministered(rowsOf(await query(external_id), 'accounts')[0], { id: one.id });
      assertRefusal(await query('tenant-7/ada'), 404, 'UserNotFoundError');
      for (const search of ['q=Tenant-7', 'field=external_id&value=7/a']) {
        const rows = rowsOf(await call('GET', `/account/?${search}`), 'accounts');
        assert.deepEqual(
          rows.map((row) => row['id']),
          [one.id],
          search,
        );
      }
      for (const wrong of ['', ' x', 'x'.repeat(256), 7])
        assertRefusal(
          await call('PATCH', '/account/', { account_id: two.id, external_id: wrong }),
          422,
          'ValidationError',
          ['external_id'],
        );
    });

    it('are refused when they are too large, and nothing changes then', async () => {
      const call = await superadmin();
      const { id } = await addPerson(keyward);
      const body = { account_id: id, name: 'New Name', app_metadata: { notes: 'n'.repeat(8_200) } };
      assertRefusal(await call('PATCH', '/account/', body), 422, 'ValidationError', ['app_metadata']);
      assert.notEqual((await call('GET', `/account/${id}`)).body['name'], 'New Name');
    });
  });
}
