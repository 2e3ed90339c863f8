import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditLogOf } from '../../support/audit-log.ts';
import { asObject, assertRefusal, suiteKeyward } from '../expectations.ts';
import { accountRow, addPerson } from '../people.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`metadata of the owner on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const patch = (token: string, metadata: unknown) =>
      keyward.call('PATCH', '/me', { token, body: { metadata } });
    const carried = async (token: string) => {
      const { metadata, app_metadata, external_id } = asObject(
        (await keyward.call('GET', '/me', { token })).body['account'],
      );
      return { metadata, app_metadata, external_id };
    };

    it('is empty at first, and a patch is merged into it', async () => {
      const { id, token } = await addPerson(keyward);
      assert.deepEqual(await carried(token), { metadata: {}, app_metadata: {}, external_id: null });
      await patch(token, { theme: 'dark', mail: { news: true, tips: true }, tags: [1, 2] });
      const answer = await patch(token, { theme: null, mail: { tips: false }, tags: [3] });
      assert.equal(answer.status, 200, answer.text);
      const metadata = { mail: { news: true, tips: false }, tags: [3] };
      assert.deepEqual(answer.body['metadata'], metadata);
      assert.deepEqual((await carried(token)).metadata, metadata);
      await patch(token, { mail: null, tags: null });
      assert.equal((await accountRow(keyward, id))['metadata'], null);
    });

    it('OW1: keeps all members of patches at the same time', async () => {
      const { token } = await addPerson(keyward);
      const names = Array.from({ length: 8 }, (_, index) => `key${index}`);
      const answers = await Promise.all(names.map((name) => patch(token, { [name]: 1 })));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      assert.deepEqual(Object.keys(asObject((await carried(token)).metadata)).sort(), names);
    });

    it('is recorded with the members that changed, in an event without the rest', async () => {
      const { id, token } = await addPerson(keyward);
      await patch(token, { theme: 'dark', notes: 'n'.repeat(7_000) });
      await patch(token, { theme: 'light' });
      const events = await auditLogOf(keyward.database, 'account.updated');
      const { changed, previous, account } = events.at(-1)?.data ?? {};
      assert.deepEqual(changed, { metadata: { theme: 'light' } });
      assert.deepEqual(previous, { metadata: { theme: 'dark' } });
      assert.equal(asObject(account)['id'], id);
      assert.equal('metadata' in asObject(account), false);
    });

    it('RL22: is shortened to “…” when it is long: an account fills no disk with its events', async () => {
      const { id, token } = await addPerson(keyward);
      const largest = (letter: string) => ({
        name: '😀'.repeat(100),
        avatar_url: `https://a.example/${letter}`.padEnd(2_048, letter),
        metadata: { notes: letter.repeat(8_000) },
      });
      for (const letter of ['a', 'b']) {
        const answer = await keyward.call('PATCH', '/me', { token, body: largest(letter) });
        assert.equal(answer.status, 200, answer.text);
      }
      const told = (await auditLogOf(keyward.database, 'account.updated')).at(-1)?.data ?? {};
      assert.deepEqual(asObject(told['changed'])['metadata'], '…');
      assert.deepEqual(asObject(told['previous'])['avatar_url'], '…');
      const rows = await keyward.database.query('select data from events where account_id = $1', [id]);
      for (const { data } of rows) assert.ok(Buffer.byteLength(String(data)) < 6_000, String(data));
    });

    it('RL22: an event has less than 8 kB, whatever the characters of a profile take', async () => {
      const { id, token } = await addPerson(keyward);
      for (const character of ['a', 'é', '"', '😀'])
        for (const [path, notes] of [
          [2_029, 1_000],
          [1_000, 1_000],
          [300, 300],
          [150, 150],
        ] as const)
          for (const last of ['x', 'y']) {
            const body = {
              name: `${character.repeat(199)}${last}`,
              avatar_url: `https://a.example/${character.repeat(path)}${last}`,
              metadata: { notes: `${character.repeat(notes)}${last}` },
            };
            const answer = await keyward.call('PATCH', '/me', { token, body });
            assert.equal(answer.status, 200, answer.text);
            const told = (await auditLogOf(keyward.database, 'account.updated')).at(-1)?.data ?? {};
            const isLong = Buffer.byteLength(JSON.stringify(body.avatar_url)) > 2_050;
            assert.equal(asObject(told['account'])['avatar_url'], isLong ? null : body.avatar_url);
            assert.ok('avatar_url' in asObject(told['changed']), 'it changed');
          }
      const rows = await keyward.database.query('select data from events where account_id = $1', [id]);
      for (const { data } of rows) assert.ok(Buffer.byteLength(String(data)) < 8_000, String(data));
    });

    it('OW2: refuses what is too large, and the fields that only superadmins change', async () => {
      const { token } = await addPerson(keyward);
      assert.equal((await patch(token, { notes: 'n'.repeat(8_000) })).status, 200);
      assertRefusal(await patch(token, { more: 'm'.repeat(200) }), 422, 'ValidationError', ['metadata']);
      assert.deepEqual(Object.keys(asObject((await carried(token)).metadata)), ['notes']);
      for (const metadata of [null, [], 'text']) {
        assertRefusal(await patch(token, metadata), 422, 'ValidationError', ['metadata']);
      }
      for (const body of [{ app_metadata: { plan: 'pro' } }, { external_id: 'x' }])
        assertRefusal(
          await keyward.call('PATCH', '/me', { token, body }),
          422,
          'ValidationError',
          Object.keys(body),
        );
    });

    if (kind === 'sqlite')
      it('may change 300 times an hour, like the rest of the profile', async () => {
        const { token } = await addPerson(keyward);
        for (let count = 0; count < 300; count += 1) await patch(token, {});
        assertRefusal(await patch(token, {}), 429, 'RateLimitedError');
        const body = { name: 'Ada King' };
        assertRefusal(await keyward.call('PATCH', '/me', { token, body }), 429, 'RateLimitedError');
        keyward.clock.advance(3_600_000);
        assert.equal((await patch(token, {})).status, 200);
      });
  });
}
