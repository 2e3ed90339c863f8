import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAnswer, assertRefusal, suiteKeyward } from '../expectations.ts';
import { addPerson, newSession } from '../people.ts';
import { eventsOf, rowsOf } from '../admin/admin.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the own sessions on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const list = async (token: string) =>
      rowsOf(await keyward.call('GET', '/me/sessions', { token }), 'sessions');
    const end = (token: string | undefined, id: unknown) =>
      keyward.call('DELETE', `/me/sessions/${String(id)}`, { token });

    it('200: lists the live ones, newest first, and marks the current one', async () => {
      const person = await addPerson(keyward);
      const second = await newSession(keyward, person.id);
      const sessions = await list(person.token);
      assert.deepEqual(
        sessions.map(({ current }) => current),
        [false, true],
      );
      assert.deepEqual(
        (await list(second.token)).map(({ current }) => current),
        [true, false],
      );
      assert.deepEqual(Object.keys(sessions[0] ?? {}).sort(), [
        'account_id',
        'browser',
        'created_at',
        'current',
        'device',
        'expires_at',
        'id',
        'ip_address',
        'last_used_at',
        'system',
        'user_agent',
      ]);
      const oldest = sessions[1]?.['id'];
      await keyward.database.query('update sessions set expires_at = $1 where id = $2', [
        keyward.clock.now(),
        Number(oldest),
      ]);
      assert.deepEqual(
        (await list(second.token)).map(({ id }) => id),
        [sessions[0]?.['id']],
      );
      assertRefusal(await end(second.token, oldest), 404, 'SessionNotFoundError');
    });

    it('200: ends another one, and the current one too', async () => {
      const person = await addPerson(keyward);
      const other = await newSession(keyward, person.id);
      const [newest, own] = await list(person.token);
      const events = await eventsOf(keyward, async () =>
        assertAnswer(await end(person.token, newest?.['id']), 200, {
          success: true,
          message: 'Session destroyed successfully',
        }),
      );
      assert.deepEqual(
        events.map(({ name, accountId, sessionId }) => ({ name, accountId, sessionId })),
        [{ name: 'session.ended', accountId: person.id, sessionId: newest?.['id'] }],
      );
      assertRefusal(await keyward.call('GET', '/me', { token: other.token }), 401, 'SessionDestroyedError');
      assert.equal((await end(person.token, own?.['id'])).status, 200);
      assertRefusal(await keyward.call('GET', '/me', { token: person.token }), 401, 'SessionDestroyedError');
    });

    it('AZ5: 404 for somebody else’s, also for a superadmin, whatever the body says', async () => {
      const victim = await addPerson(keyward);
      const [session] = await list(victim.token);
      for (const role of ['user', 'superadmin']) {
        const { token } = await addPerson(keyward, { role });
        assertRefusal(await end(token, session?.['id']), 404, 'SessionNotFoundError');
        const forged = await keyward.call(
          'DELETE',
          `/me/sessions/${String(session?.['id'])}?account_id=${victim.id}`,
          { token },
        );
        assertRefusal(forged, 404, 'SessionNotFoundError');
        assert.ok((await list(token)).every(({ account_id }) => account_id !== victim.id));
      }
      assert.equal((await keyward.call('GET', '/me', { token: victim.token })).status, 200);
    });

    it('ends the others and keeps the current one, and nobody else’s', async () => {
      const [person, stranger] = [await addPerson(keyward), await addPerson(keyward)];
      const others = [await newSession(keyward, person.id), await newSession(keyward, person.id)];
      const sessions = () => keyward.call('DELETE', '/me/sessions', { token: person.token });
      const answer = await sessions();
      assert.deepEqual(answer.body, {
        success: true,
        message: 'Other sessions destroyed successfully',
        count: 2,
      });
      assert.deepEqual(
        (await list(person.token)).map(({ current }) => current),
        [true],
      );
      for (const { token } of others)
        assertRefusal(await keyward.call('GET', '/me', { token }), 401, 'SessionDestroyedError');
      assert.equal((await keyward.call('GET', '/me', { token: stranger.token })).status, 200);
      assert.equal((await sessions()).body['count'], 0);
    });

    it('401: without a token', async () => {
      assertRefusal(await keyward.call('GET', '/me/sessions'), 401, 'TokenMissingError');
      assertRefusal(await end(undefined, 1), 401, 'TokenMissingError');
      assertRefusal(await keyward.call('DELETE', '/me/sessions'), 401, 'TokenMissingError');
    });
  });
}
