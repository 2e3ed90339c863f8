import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAnswer, assertRefusal, suiteKeyward, timestampOf } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { addSuperadmin, assertForSuperadmins, eventsOf, NOT_COUNTS, rowsOf } from './admin.ts';
import { databasesFor } from '../../support/usual-size.ts';

const GOOGLE = 'https://accounts.google.com';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`administration of provider links on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const get = (path: string, token: string | undefined) => keyward.call('GET', path, { token });
    const remove = (id: unknown, token: string | undefined) =>
      keyward.call('DELETE', '/oauth/', { token, body: { id } });

    /** An account that is linked to an identity. */
    async function addLinked(subject: string, provider = GOOGLE) {
      const person = await addPerson(keyward);
      const created_at = keyward.clock.now();
      const { id } = await keyward.app.services.store.providerLinks.insert({
        account_id: person.id,
        provider,
        subject,
        created_at,
      });
      return {
        id,
        account_id: person.id,
        subject,
        provider_user_id: subject,
        created_at: timestampOf(created_at),
      };
    }

    it('GET /oauth/ 200: the links of all accounts, newest first, found by field and value', async () => {
      const { token } = await addSuperadmin(keyward);
      const first = { ...(await addLinked('first_1')), provider: 'idp1' };
      keyward.clock.advance(1_000);
      const second = {
        ...(await addLinked('SECOND%2', 'https://id.example')),
        provider: 'https://id.example',
      };
      assertAnswer(await get('/oauth/', token), 200, {
        total: 2,
        total_pages: 1,
        page: 1,
        limit: 10,
        cursor: null,
        links: [second, first],
        oauth: [second, first],
      });
      assert.deepEqual(rowsOf(await get('/oauth/?sort=created_at&limit=1&page=2', token), 'oauth'), [second]);
      for (const [field, value, found] of [
        ['id', first.id, [first]],
        ['account_id', second.account_id, [second]],
        ['provider', 'idp1', [first]],
        ['provider', 'ID.exam', [second]],
        ['subject', 'irst_', [first]],
        ['subject', 'second%', [second]],
        ['subject', 'f%1', []],
        ['created_at', first.created_at, [first]],
      ] as const) {
        const query = `field=${field}&value=${encodeURIComponent(value)}`;
        assert.deepEqual(rowsOf(await get(`/oauth/?${query}`, token), 'links'), found, query);
        const one = await get(`/oauth/query?${query}`, token);
        if (found.length > 0) assert.deepEqual(rowsOf(one, 'oauth'), found, query);
        else assertRefusal(one, 404, 'OAuthLinkNotFoundError');
      }
    });

    it('DELETE /oauth/ removes a link, the only way to sign in too, and is recorded', async () => {
      const root = await addSuperadmin(keyward);
      const { id, account_id } = await addLinked('planted');
      await keyward.database.query('update accounts set password_hash = null where id = $1', [account_id]);
      const events = await eventsOf(keyward, async () =>
        assertAnswer(await remove(id, root.token), 200, {
          success: true,
          message: 'Provider link removed successfully',
        }),
      );
      assert.deepEqual(
        events.map(({ name, accountId, metadata }) => ({ name, accountId, metadata })),
        [
          {
            name: 'admin.link_removed',
            accountId: root.id,
            metadata: { link_id: id, account_id, provider: GOOGLE },
          },
        ],
      );
      assertRefusal(await remove(id, root.token), 404, 'OAuthLinkNotFoundError');
    });

    it('RL11: 422 for an invalid page, field or id', async () => {
      const { token } = await addSuperadmin(keyward);
      for (const value of NOT_COUNTS)
        assertRefusal(await get(`/oauth/?page=${value}`, token), 422, 'ValidationError', ['page']);
      for (const path of ['/oauth/', '/oauth/query'])
        assertRefusal(await get(`${path}?field=secret&value=x`, token), 422, 'ValidationError', ['field']);
      for (const id of ['1', 0, null]) assertRefusal(await remove(id, token), 422, 'ValidationError', ['id']);
    });

    it('401, 403: for superadmins only', async () => {
      for (const path of ['/oauth/', '/oauth/query?field=id&value=1'])
        await assertForSuperadmins(keyward, (token) => get(path, token));
      await assertForSuperadmins(keyward, (token) => remove(1, token));
    });
  });
}
