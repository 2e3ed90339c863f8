import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AccountRow, NewAccount } from '../../../src/store/engine/schema.ts';
import { DuplicateError } from '../../../src/store/engine/duplicate-error.ts';
import { DATABASES } from '../../support/databases.ts';
import {
  changePassword,
  newAccount,
  newSession,
  NOW,
  refuseDeletes,
  suiteStore,
  times,
  BEGINNING,
  known,
} from '../stores.ts';

const UNIQUE = ['email_key', 'handle_key', 'phone', 'uid'] as const;

for (const kind of DATABASES) {
  describe(`the store of accounts on ${kind}`, async () => {
    const { database, store } = await suiteStore(kind);
    const { accounts, sessions } = store;

    const insert = (fields?: Partial<NewAccount>) => accounts.insert(newAccount(fields));
    /** An account with this many sessions, and their ids. */
    async function withSessions(count: number) {
      const account = await insert();
      const ids: number[] = [];
      for (let i = 0; i < count; i += 1) {
        const row = await sessions.insert(newSession(account), known(account.password_hash), 100, BEGINNING);
        ids.push(row?.id ?? NaN);
      }
      return { account, ids };
    }
    const liveSessions = async ({ id }: AccountRow) =>
      (await database.query('select id from sessions where account_id = $1 order by id', [id])).map((row) =>
        Number(row['id']),
      );

    it('returns what it stored, and numbers as numbers', async () => {
      const fields = newAccount({ email_verified: 1, created_at: NOW + 1, updated_at: NOW + 2 });
      const { id, ...rest } = await accounts.insert(fields);
      assert.ok(Number.isSafeInteger(id) && id > 0);
      const empty = {
        password_unproven_at: null,
        email_unproven_at: null,
        password_after_proof: null,
        assigned_at: null,
        awaits_proof: null,
        device_epoch: 0,
        second_factors: 0,
        metadata: null,
        app_metadata: null,
        external_id: null,
        deletion_at: null,
        deletion_connection: null,
        proven_at: null,
      };
      assert.deepEqual(rest, { ...fields, ...empty });
      assert.deepEqual({ ...(await accounts.find('id', id)) }, { id, ...fields, ...empty });
    });

    it('finds an account by its id and by each of its keys, exactly as they are', async () => {
      const account = await insert();
      await insert();
      for (const column of ['id', 'email_key', 'handle_key', 'phone'] as const) {
        assert.deepEqual(await accounts.find(column, account[column] ?? ''), account);
      }
      assert.equal(await accounts.find('email_key', account.email), null);
      assert.equal(await accounts.find('handle_key', account.handle), null);
      assert.equal(await accounts.find('phone', account.phone?.slice(1) ?? ''), null);
      assert.equal(await accounts.find('id', account.id + 1_000), null);
    });

    it('stores any text literally', async () => {
      const name = `Robert'); drop table accounts; -- "\\ % _ 名前 🙂`;
      const account = await insert({ name, email_key: name });
      assert.equal((await accounts.find('email_key', name))?.name, name);
      assert.equal(await accounts.find('email_key', '%'), null);
      assert.deepEqual(await accounts.find('id', account.id), account);
    });

    for (const column of UNIQUE) {
      it(`DB2: refuses a second ${column} by the name of its column, from any source`, async () => {
        const [first, second] = [await insert(), await insert()];
        const isTaken = (error: unknown) => error instanceof DuplicateError && error.column === column;
        const taken = { [column]: first[column] };
        await assert.rejects(insert(taken), isTaken);
        await assert.rejects(accounts.update(second.id, taken), isTaken);
        assert.deepEqual(await accounts.find('id', second.id), second);
      });

      it(`DB2: of 20 simultaneous requests for one ${column}, one succeeds`, async () => {
        const wanted = newAccount()[column] ?? '';
        const results = await Promise.allSettled(times(20, () => insert({ [column]: wanted })));
        const refused = results.filter((result) => result.status === 'rejected');
        assert.equal(refused.length, 19);
        for (const { reason } of refused) assert.ok(reason instanceof DuplicateError, String(reason));
        const rows = await database.query(`select count(*) as rows from accounts where ${column} = $1`, [
          wanted,
        ]);
        assert.equal(rows[0]?.['rows'], 1);
      });
    }

    it('has room for any number of accounts without a phone', async () => {
      for (let i = 0; i < 3; i += 1) assert.equal((await insert({ phone: null })).phone, null);
    });

    it('tells other broken constraints from duplicates', async () => {
      const incomplete = newAccount();
      Reflect.deleteProperty(incomplete, 'role');
      await assert.rejects(accounts.insert(incomplete), (error) => {
        return (
          error instanceof Error && !(error instanceof DuplicateError) && /not.null/i.test(error.message)
        );
      });
      const orphan = { code_hash: 'orphan', session_id: 1_000_000, code_challenge: null, expires_at: NOW };
      await assert.rejects(store.exchanges.insert(orphan), /foreign key/i);
    });

    it('changes only the given fields', async () => {
      const [account, other] = [await insert(), await insert()];
      const changed = await accounts.update(account.id, { name: 'Ada', phone: null, updated_at: NOW + 5 });
      assert.deepEqual({ ...changed }, { ...account, name: 'Ada', phone: null, updated_at: NOW + 5 });
      assert.deepEqual(await accounts.find('id', account.id), changed);
      assert.deepEqual(await accounts.find('id', other.id), other);
      assert.equal(await accounts.update(other.id + 1_000, { name: 'Nobody' }), null);
    });

    it('SE2: changes an account and ends its other sessions, and nobody else’s', async () => {
      const [{ account, ids }, bystander] = [await withSessions(3), await withSessions(2)];
      const changed = await changePassword(store, account.id, { password_hash: 'new' }, ids[1]);
      assert.equal(changed.password_hash, 'new');
      assert.deepEqual(await liveSessions(account), [ids[1]]);
      assert.deepEqual(await liveSessions(bystander.account), bystander.ids);
    });

    it('SE3: ends all sessions where none is kept', async () => {
      const { account } = await withSessions(3);
      await changePassword(store, account.id);
      assert.deepEqual(await liveSessions(account), []);
    });

    it('ends no session when the change is refused, and changes nothing when a session cannot end', async () => {
      const other = await insert();
      const { account, ids } = await withSessions(3);
      const taken = { email_key: other.email_key };
      await assert.rejects(changePassword(store, account.id, taken, ids[0]), DuplicateError);
      assert.deepEqual(await liveSessions(account), ids);

      const allowDeletes = await refuseDeletes(database, 'sessions');
      await assert.rejects(changePassword(store, account.id), /refused/);
      await allowDeletes();
      assert.deepEqual(await accounts.find('id', account.id), account);
      assert.deepEqual(await liveSessions(account), ids);
    });

    it('replaces a hash only while it is the current one', async () => {
      const { id } = await insert({ password_hash: 'old' });
      const results = await Promise.all(
        times(20, (i) => accounts.replacePasswordHash(id, 'old', `rehash ${i}`)),
      );
      assert.deepEqual(results.filter((replaced) => replaced).length, 1);
      const { password_hash: hash } = (await accounts.find('id', id)) ?? {};
      assert.equal(hash, `rehash ${results.indexOf(true)}`);
      assert.equal(await accounts.replacePasswordHash(id, 'old', 'late'), false);
      const { id: without } = await insert({ password_hash: null });
      assert.equal(await accounts.replacePasswordHash(without, '', 'late'), false);
    });

    it('knows whether anybody has a role', async () => {
      assert.equal(await accounts.hasRole('superadmin'), false);
      await insert({ role: 'superadmin' });
      assert.equal(await accounts.hasRole('superadmin'), true);
    });

    it('is counted in numbers, like every table', async () => {
      const counts = await store.counts(0);
      assert.deepEqual(Object.keys(counts), ['accounts', 'oauth', 'sessions', 'otp']);
      for (const count of Object.values(counts)) assert.equal(typeof count, 'number');
      const [row] = await database.query('select count(*) as accounts from accounts');
      assert.equal(counts.accounts, row?.['accounts']);
    });

    it('never gives an id twice, also after the newest account is gone', async () => {
      const { id } = await insert();
      await database.query('delete from accounts where id = $1', [id]);
      assert.ok((await insert()).id > id);
      // Not even after all accounts are deleted.
      await database.query('delete from accounts');
      assert.ok((await insert()).id > id + 1);
    });
  });
}
