import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { suiteKeyward } from '../../server/test/http/expectations.ts';
import { PASSWORD } from '../../server/test/support/keyward.ts';
import { addPerson } from '../../server/test/http/people.ts';
import { type AdminClient, createAdminClient } from '../src/admin.ts';
import { memoryStorage } from '../src/index.ts';
import { dataOf, errorOf } from './support/people.ts';

describe('the client of superadmins', () => {
  const keyward = suiteKeyward('sqlite', { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });

  async function superadmin(role = 'superadmin'): Promise<AdminClient> {
    const { email } = await addPerson(keyward, { role });
    const client = createAdminClient({ url: keyward.url, storage: memoryStorage() });
    dataOf(await client.login({ identifier: email, password: PASSWORD }));
    return client;
  }

  it('does what the client does, and lists events by type', async () => {
    const { admin, me } = await superadmin();
    const { account } = dataOf(await me());
    const start = dataOf(await admin.events.list({ limit: 1 })).cursor;
    const ada = await keyward.signUp({ name: 'Ada' });
    dataOf(await admin.accounts.endSessions({ id: ada.id }));

    const all = dataOf(await admin.events.list({ after: start }));
    assert.deepEqual(
      all.events.map(({ type }) => type),
      ['account.created', 'session.started', 'session.ended'],
    );
    assert.equal(all.has_more, false);
    const [ended] = dataOf(await admin.events.list({ type: 'session.ended', account_id: ada.id })).events;
    // Its type is known by what was asked for.
    assert.equal(ended?.data.reason, 'revoked');
    assert.deepEqual([ended?.data.actor?.type, ended?.data.actor?.id], ['superadmin', account.id]);
    const found = dataOf(await admin.events.list({ after: start, type: ['session.*', 'account.created'] }));
    for (const event of found.events)
      if (event.type === 'account.created') assert.equal(event.data.account.name, 'Ada');
    assert.equal(found.events.length, 3);
    assert.deepEqual(dataOf(await admin.events.get({ id: ended?.id ?? '' })), ended);
    errorOf(await admin.events.get({ id: 'evt_none' }), 'EventNotFoundError');
    // @ts-expect-error -- there is no such type
    errorOf(await admin.events.list({ type: 'session.endet' }), 'ValidationError');
  });

  it('is refused to others', async () => {
    const { admin } = await superadmin('user');
    errorOf(await admin.events.list(), 'RoleMismatchError');
  });
});
