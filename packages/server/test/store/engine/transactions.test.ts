import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore, type Store, type Tables } from '../../../src/store/database.ts';
import { isDatabaseUnavailable } from '../../../src/store/engine/database-errors.ts';
import { createTestDatabase, DATABASES } from '../../support/databases.ts';
import { newAccount, newSession, NOW, optionsOf, suiteStore, times, BEGINNING, known } from '../stores.ts';

class Failed extends Error {}

/** A transaction that stays open until `end` is called. */
async function openTransaction<T>(store: Store, work: (tables: Tables) => Promise<T>) {
  const begun = Promise.withResolvers<T>();
  const end = Promise.withResolvers<void>();
  const ended = store.transaction(async (tables) => {
    begun.resolve(await work(tables));
    await end.promise;
  });
  ended.catch(begun.reject);
  return {
    result: await begun.promise,
    commit: () => (end.resolve(), ended),
    rollBack: async () => {
      end.reject(new Failed());
      await assert.rejects(ended, Failed);
    },
  };
}

for (const kind of DATABASES) {
  describe(`transactions on ${kind}`, async () => {
    const { database, store } = await suiteStore(kind);

    it('return what their work returns, and commit', async () => {
      const account = await store.transaction(({ accounts }) => accounts.insert(newAccount()));
      assert.deepEqual(await store.accounts.find('id', account.id), account);
    });

    it('leave nothing in any table when their work fails, however deep', async () => {
      const account = await store.accounts.insert(newAccount());
      const kept = await store.sessions.insert(newSession(account), known('hash'), 5, BEGINNING);
      const before = await store.counts(0);
      const fields = newAccount();
      await assert.rejects(
        store.transaction(async ({ accounts, sessions, codes, outbox }) => {
          const added = await accounts.insert(fields);
          // Outside of a transaction, these methods begin one themselves.
          const session = await sessions.insert(newSession(added), known('hash'), 5, BEGINNING);
          await sessions.rotate(session?.id ?? NaN, 0, NOW, NOW);
          await sessions.touch(new Map([[kept?.id ?? NaN, NOW + 5]]));
          await accounts.update(account.id, { name: 'Changed' });
          await sessions.deleteOfAccount(account.id);
          await codes.replace({
            email: 'a@b',
            email_key: 'a@b',
            purpose: 'login',
            code_hash: 'x',
            asker_hash: 'x',
            created_at: NOW,
            expires_at: NOW,
          });
          await outbox.keep([{ id: 'mail', sealed_mail: 'x', expires_at: NOW }]);
          throw new Failed();
        }),
        Failed,
      );
      assert.deepEqual(await store.counts(0), before);
      assert.deepEqual(await store.accounts.find('id', account.id), account);
      assert.equal((await store.sessions.findWithAccount(kept?.id ?? NaN))?.last_used_at, NOW);
      for (const table of ['refresh_rotations', 'outbox']) {
        assert.deepEqual(await database.query(`select * from ${table}`), []);
      }
      assert.ok(await store.accounts.insert(fields));
    });

    it('leave nothing when a statement fails', async () => {
      const taken = await store.accounts.insert(newAccount());
      const fields = newAccount();
      const duplicate = newAccount({ phone: taken.phone });
      await assert.rejects(
        store.transaction(async ({ accounts }) => {
          await accounts.insert(fields);
          await accounts.insert(duplicate);
        }),
        /phone is taken/,
      );
      assert.equal(await store.accounts.find('email_key', fields.email_key), null);
      assert.ok(await store.accounts.insert(fields));
    });

    it('show what they wrote to themselves at once, and to others when they are committed', async () => {
      const fields = newAccount();
      const open = await openTransaction(store, async ({ accounts }) => {
        await accounts.insert(fields);
        return accounts.find('email_key', fields.email_key);
      });
      assert.equal(open.result?.email, fields.email);
      assert.equal(await store.accounts.find('email_key', fields.email_key), null);
      await open.commit();
      assert.deepEqual(await store.accounts.find('email_key', fields.email_key), open.result);
    });

    it('never show what they roll back', async () => {
      const account = await store.accounts.insert(newAccount());
      const open = await openTransaction(store, ({ accounts }) =>
        accounts.update(account.id, { name: 'Changed' }),
      );
      assert.equal(open.result?.name, 'Changed');
      assert.deepEqual(await store.accounts.find('id', account.id), account);
      await open.rollBack();
      assert.deepEqual(await store.accounts.find('id', account.id), account);
    });

    it('block no read while they wait for something slow', async () => {
      const account = await store.accounts.insert(newAccount());
      const session = await store.sessions.insert(newSession(account), known('hash'), 5, BEGINNING);
      const open = await openTransaction(store, ({ accounts }) =>
        accounts.update(account.id, { name: 'Changed' }),
      );
      const reads = Promise.all(
        times(50, async () => [
          await store.accounts.find('id', account.id),
          await store.sessions.findWithAccount(session?.id ?? NaN),
        ]),
      );
      const results = await Promise.race([reads, delay(2_000, null, { ref: false })]);
      assert.ok(results !== null, 'the reads wait');
      for (const [found] of results) assert.equal(found?.id, account.id);
      await open.rollBack();
    });

    it('make a second writer of the same row wait, and it sees what the first did', async () => {
      const account = await store.accounts.insert(newAccount());
      const open = await openTransaction(store, ({ accounts }) =>
        accounts.update(account.id, { name: 'First' }),
      );
      let done = false;
      const second = store.accounts.replacePasswordHash(account.id, 'hash', 'second').finally(() => {
        done = true;
      });
      await delay(50);
      assert.equal(done, false);
      await open.commit();
      assert.equal(await second, true);
      const row = await store.accounts.find('id', account.id);
      assert.deepEqual([row?.name, row?.password_hash], ['First', 'second']);
    });

    it('all succeed, in any number at once, each of them whole', async () => {
      // More than there are connections, but few enough that the last one does not time out on a busy machine.
      const number = 15;
      const account = await store.accounts.insert(newAccount());
      const log: string[] = [];
      const results = await Promise.allSettled(
        times(number, (i) =>
          store.transaction(async ({ accounts, sessions }) => {
            log.push(`begin ${i}`);
            await accounts.update(account.id, { name: `By ${i}` });
            await delay(i % 3);
            const session = await sessions.insert(
              newSession(account, { user_agent: `By ${i}` }),
              known('hash'),
              1,
              BEGINNING,
            );
            if (i % 5 === 0) throw new Failed();
            log.push(`end ${i}`);
            return session;
          }),
        ),
      );
      assert.equal(results.filter(({ status }) => status === 'rejected').length, 3);
      const rows = await database.query('select user_agent from sessions where account_id = $1', [
        account.id,
      ]);
      const { name } = (await store.accounts.find('id', account.id)) ?? {};
      assert.deepEqual(rows, [{ user_agent: name }]);
      // SQLite has one writer, so they queue there.
      if (kind === 'sqlite') {
        const failing = (i: number) => i % 5 === 0;
        assert.deepEqual(
          log,
          times(number, (i) => (failing(i) ? [`begin ${i}`] : [`begin ${i}`, `end ${i}`])).flat(),
        );
      }
    });

    it('cannot be used when they have ended', async () => {
      const kept = await store.transaction(async (tables) => tables);
      await assert.rejects(kept.accounts.insert(newAccount()), /already committed/i);
      let rolledBack: Tables | undefined;
      const failing = store.transaction(async (tables) => {
        rolledBack = tables;
        throw new Failed();
      });
      await assert.rejects(failing, Failed);
      await assert.rejects(async () => rolledBack?.accounts.insert(newAccount()), /already rolled back/i);
    });
  });

  describe(`a store that is closed on ${kind}`, () => {
    it('finishes running work, and then refuses everything', async () => {
      await using database = await createTestDatabase(kind);
      const store = await openStore(optionsOf(database));
      const account = await store.accounts.insert(newAccount());
      const open = await openTransaction(store, ({ accounts }) =>
        accounts.update(account.id, { name: 'Last' }),
      );
      const closed = store.close();
      await open.commit();
      await closed;
      for (const use of [
        () => store.accounts.find('id', account.id),
        () => store.accounts.insert(newAccount()),
        () => store.transaction(async () => {}),
        () => store.ping(),
      ]) {
        await assert.rejects(use, isDatabaseUnavailable);
      }
      await store.close();

      const again = await openStore(optionsOf(database));
      assert.equal((await again.accounts.find('id', account.id))?.name, 'Last');
      await again.close();
    });
  });
}
