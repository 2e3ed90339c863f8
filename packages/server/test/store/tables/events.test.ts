import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DATABASES } from '../../support/databases.ts';
import { newAccount, newEvent, newSession, suiteStore, BEGINNING, known } from '../stores.ts';

for (const kind of DATABASES) {
  describe(`the store of events on ${kind}`, async () => {
    const { database, store } = await suiteStore(kind);
    const { events } = store;

    const placed = async () => {
      while (await events.place());
      const rows = await database.query(
        'select uid from events where position is not null order by position',
      );
      return rows.map((row) => row['uid']);
    };

    it('holds an event with its act, or neither', async () => {
      const kept = newEvent('account.created');
      await store.transaction((tables) => tables.events.add([kept]));
      const lost = newEvent('account.created');
      const failing = store.transaction(async (tables) => {
        await tables.events.add([lost]);
        throw new Error('undone');
      });
      await assert.rejects(failing, /undone/);
      assert.equal((await events.find(kept.uid))?.type, 'account.created');
      assert.equal(await events.find(lost.uid), null);
    });

    it('reports what was committed, and nothing else', async () => {
      const told: string[] = [];
      const stop = store.onEvents((some) => told.push(...some.map(({ uid }) => uid)));
      const event = newEvent('account.created');
      await store.transaction(async (tables) => {
        await tables.events.add([event]);
        assert.deepEqual(told, []);
      });
      await store
        .transaction(async (tables) => {
          await tables.events.add([newEvent('account.created')]);
          throw new Error('undone');
        })
        .catch(() => {});
      stop();
      await events.add([newEvent('account.created')]);
      assert.deepEqual(told, [event.uid]);
    });

    it('numbers events in the order of commit, whatever their ids', async () => {
      if (kind === 'sqlite') return;
      await placed();
      const begun = Promise.withResolvers<void>();
      const end = Promise.withResolvers<void>();
      const [late, early] = [newEvent('account.created'), newEvent('account.created')];
      const slow = store.transaction(async (tables) => {
        await tables.events.add([late]);
        begun.resolve();
        await end.promise;
      });
      await begun.promise;
      await events.add([early]);
      assert.equal((await placed()).at(-1), early.uid);
      end.resolve();
      await slow;
      assert.equal((await placed()).at(-1), late.uid);
    });

    it('gives each event one position, whichever instance does it', async () => {
      await Promise.all(Array.from({ length: 40 }, () => events.add([newEvent('account.created')])));
      await Promise.all([placed(), placed(), placed()]);
      const rows = await database.query('select position from events where position is not null order by 1');
      assert.equal(await events.head(), Number(rows.at(-1)?.['position']));
      assert.equal(new Set(rows.map((row) => row['position'])).size, rows.length);
    });

    it('stores one of several events with the same key', async () => {
      const first = newEvent('login.failed', { merge_key: 'k' });
      const told: string[] = [];
      const stop = store.onEvents((some) => told.push(...some.map(({ uid }) => uid)));
      await events.merge([first, newEvent('login.failed', { merge_key: 'k' })]);
      const other = newEvent('login.failed', { merge_key: 'j' });
      await events.merge([newEvent('login.failed', { merge_key: 'k', count: 3 }), other]);
      stop();
      assert.equal((await events.find(first.uid))?.count, 5);
      assert.deepEqual(told, [first.uid, other.uid]);
    });

    it('begins a session with its event, and ends it with one', async () => {
      const owner = await store.accounts.insert(newAccount());
      const { started, ended } = BEGINNING;
      const session = await store.sessions.insert(newSession(owner), known('hash'), 5, { started, ended });
      assert.ok(session);
      assert.equal((await events.find(started.uid))?.session_id, session.id);
      const refused = newEvent('session.started');
      await store.sessions.insert(newSession(owner), known('another'), 5, { started: refused, ended });
      assert.equal(await events.find(refused.uid), null);

      const [end, again] = [newEvent('session.ended'), newEvent('session.ended')];
      assert.equal(await store.sessions.endWithEvent(session.id, end), true);
      assert.equal(await store.sessions.endWithEvent(session.id, again), false);
      assert.ok(await events.find(end.uid));
      assert.equal(await events.find(again.uid), null);
    });

    it('counts the events of sessions that share a row by the rules, and reports the stored ones', async () => {
      const owner = await store.accounts.insert(newAccount());
      const told: string[] = [];
      const stop = store.onEvents((some) => told.push(...some.map(({ uid }) => uid)));
      const { share } = store.eventRules;
      store.eventRules.share = (some) =>
        some.map((event) => ({ ...event, merge_key: `${event.type} shared` }));
      const begin = async (started = newEvent('session.started')) => {
        const { ended } = BEGINNING;
        const session = await store.sessions.insert(newSession(owner), known('hash'), 2, { started, ended });
        assert.ok(session);
        return { id: session.id, started: started.uid };
      };
      const first = await begin();
      await Promise.all([begin(), begin()]);
      const last = await begin();
      assert.equal(await store.sessions.endWithEvent(last.id, newEvent('session.ended')), true);
      assert.equal(await store.sessions.endWithEvent(last.id, newEvent('session.ended')), false);
      store.eventRules.share = share;
      stop();
      assert.equal((await events.find(first.started))?.count, 4);
      const [ends, ...others] = await database.query(
        "select uid, count from events where merge_key = 'session.ended shared'",
      );
      assert.equal(Number(ends?.['count']), 3);
      assert.deepEqual(others, []);
      assert.deepEqual(told, [first.started, ends?.['uid']]);
    });
  });
}
