import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Client } from 'pg';
import type { SessionRow } from '../../../src/store/engine/schema.ts';
import type { Begun } from '../../../src/store/tables/session-start.ts';
import { SWEEP_BATCH } from '../../../src/store/lists/sweep.ts';
import { DATABASES } from '../../support/databases.ts';
import { until } from '../../support/until.ts';
import {
  changePassword,
  newAccount,
  newSession,
  NOW,
  suiteStore,
  times,
  BEGINNING,
  known,
  inBatches,
} from '../stores.ts';

const KEEP = 5;

for (const kind of DATABASES) {
  describe(`the store of sessions on ${kind}`, async () => {
    const { database, store } = await suiteStore(kind);
    const { accounts, sessions } = store;

    const newOwner = () => accounts.insert(newAccount());
    async function begin(owner: { id: number }, fields?: Partial<Begun>): Promise<SessionRow> {
      const row = await sessions.insert(newSession(owner, fields), known('hash'), KEEP, BEGINNING);
      assert.ok(row);
      return row;
    }
    const liveIds = async (owner: { id: number }) =>
      (await database.query('select id from sessions where account_id = $1 order by id', [owner.id])).map(
        (row) => Number(row['id']),
      );
    const idsOf = (rows: readonly (SessionRow | null)[]) =>
      rows.map((row) => row?.id ?? NaN).sort((a, b) => a - b);

    it('returns what it stored, and numbers as numbers', async () => {
      const fields = newSession(await newOwner(), { last_used_at: NOW + 1, refresh_generation: 3 });
      const row = await sessions.insert(fields, known('hash'), KEEP, BEGINNING);
      assert.ok(row);
      const { id, ...rest } = row;
      assert.ok(Number.isSafeInteger(id));
      assert.deepEqual(rest, { ...fields, reauthenticated_at: null, membership_id: null, longest_rest: 0 });
    });

    it('finds a session with the account it belongs to, but for its password', async () => {
      const owner = await newOwner();
      const session = await begin(owner);
      const {
        password_hash: _secret,
        password_unproven_at: _at,
        email_unproven_at: _since,
        password_after_proof: _after,
        assigned_at: _assigned,
        awaits_proof: _awaits,
        device_epoch: _epoch,
        deletion_connection: _connection,
        proven_at: _proven,
        ...account
      } = owner;
      const prefixed = Object.entries(account).map(([column, value]) => [`account__${column}`, value]);
      assert.deepEqual(
        { ...(await sessions.findWithAccount(session.id)) },
        { ...session, ...Object.fromEntries(prefixed) },
      );
      assert.equal(await sessions.findWithAccount(session.id + 1_000), null);
    });

    it('begins no session with a password that is not the current one', async () => {
      const owner = await newOwner();
      assert.equal(await sessions.insert(newSession(owner), known('old hash'), KEEP, BEGINNING), null);
      assert.equal(await sessions.insert(newSession(owner), known(null), KEEP, BEGINNING), null);
      const without = await accounts.insert(newAccount({ password_hash: null }));
      assert.ok(await sessions.insert(newSession(without), known(null), KEEP, BEGINNING));
      assert.deepEqual(await liveIds(owner), []);
    });

    it('SE9: begins no session for an account that is not active', async () => {
      const owner = await accounts.insert(newAccount({ status: 'suspended' }));
      assert.equal(await sessions.insert(newSession(owner), known('hash'), KEEP, BEGINNING), null);
      assert.deepEqual(await liveIds(owner), []);
    });

    it('SE2: begins no session with the old password beside a change of it', async () => {
      for (let round = 0; round < 10; round += 1) {
        const owner = await newOwner();
        const [changed] = await Promise.all([
          changePassword(store, owner.id),
          ...times(5, () => sessions.insert(newSession(owner), known('hash'), KEEP, BEGINNING)),
        ]);
        assert.ok(changed);
        assert.deepEqual(await liveIds(owner), []);
      }
    });

    it('SE8: ends the oldest sessions beyond the cap, of this account only', async () => {
      const [owner, bystander] = [await newOwner(), await newOwner()];
      const others = [await begin(bystander), await begin(bystander)];
      const begun: SessionRow[] = [];
      for (let i = 0; i < KEEP + 2; i += 1) begun.push(await begin(owner));
      assert.deepEqual(await liveIds(owner), idsOf(begun.slice(2)));
      await sessions.insert(newSession(owner), known('hash'), 1, BEGINNING);
      assert.equal((await liveIds(owner)).length, 1);
      assert.deepEqual(await liveIds(bystander), idsOf(others));
    });

    it('SE8: keeps the cap, and the newest, for 40 that begin at once', async () => {
      const owner = await newOwner();
      const begun = await Promise.all(times(40, () => begin(owner)));
      assert.deepEqual(await liveIds(owner), idsOf(begun).slice(-KEEP));
    });

    it(
      'locks the sessions that it ends in the order of their ids, so that two never deadlock',
      { skip: kind === 'sqlite' && 'SQLite has one writer' },
      async (test) => {
        const holder = new Client({ connectionString: database.url });
        await holder.connect();
        test.after(() => holder.end());
        const free = async (owner: { id: number }) =>
          idsOf(
            (
              await holder.query<SessionRow>(
                'select id::int from sessions where account_id = $1 for update skip locked',
                [owner.id],
              )
            ).rows,
          );
        for (const end of [
          (owner: { id: number }) => sessions.deleteOfAccount(owner.id),
          (owner: { id: number }) => sessions.insert(newSession(owner), known('hash'), 1, BEGINNING),
          (owner: { id: number }) => changePassword(store, owner.id),
        ]) {
          const owner = await newOwner();
          const begun = [await begin(owner), await begin(owner), await begin(owner)];
          const [first = 0, ...others] = idsOf(begun);
          // An update moves the row behind the others.
          await database.query('update sessions set expires_at = expires_at + 1 where id = $1', [first]);
          await holder.query('begin');
          await holder.query('select 1 from sessions where id = $1 for update', [first]);
          const ending = end(owner);
          await until(
            async () =>
              (
                await database.query(
                  "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
                )
              ).length === 1,
            'it waits for the first',
          );
          const untouched = await free(owner);
          await holder.query('rollback');
          await ending;
          assert.deepEqual(
            untouched.filter((id) => id !== first && others.includes(id)),
            others,
          );
        }
      },
    );

    it('TK7: rotates to the next refresh token for one of 50 at once', async () => {
      const { id } = await begin(await newOwner());
      const results = await Promise.all(times(50, () => sessions.rotate(id, 0, NOW + 5, NOW)));
      const [rotated, ...more] = results.filter((row) => row !== null);
      assert.deepEqual(more, []);
      assert.deepEqual(
        [rotated?.refresh_generation, rotated?.refreshed_at, rotated?.last_used_at],
        [1, NOW + 5, NOW + 5],
      );
      assert.equal(await sessions.rotatedAt(id, 0), NOW + 5);
      assert.equal(await sessions.rotatedAt(id, 1), null);
      assert.equal((await sessions.findWithAccount(id))?.refresh_generation, 1);
    });

    it('rotates neither a token of the future nor a session that is gone', async () => {
      const { id } = await begin(await newOwner());
      assert.equal(await sessions.rotate(id, 1, NOW, NOW), null);
      await sessions.end(id, 0);
      assert.equal(await sessions.rotate(id, 0, NOW, NOW), null);
      assert.equal(await sessions.rotatedAt(id, 0), null);
    });

    it('forgets rotations that are too long ago, of this session only', async () => {
      const owner = await newOwner();
      const [{ id }, other] = [await begin(owner), await begin(owner)];
      await sessions.rotate(other.id, 0, NOW, NOW);
      for (const [generation, at] of [NOW, NOW + 10, NOW + 20].entries()) {
        await sessions.rotate(id, generation, at, NOW);
      }
      await sessions.rotate(id, 3, NOW + 30, NOW + 10);
      const rotations = await Promise.all(times(4, (generation) => sessions.rotatedAt(id, generation)));
      assert.deepEqual(rotations, [null, NOW + 10, NOW + 20, NOW + 30]);
      assert.equal(await sessions.rotatedAt(other.id, 0), NOW);
    });

    it('leaves nothing of a session that ends', async () => {
      const owner = await newOwner();
      const [ended, kept] = [await begin(owner), await begin(owner)];
      for (const { id } of [ended, kept]) {
        await sessions.rotate(id, 0, NOW, NOW);
        const code_hash = `of ${id}`;
        await store.exchanges.insert({
          code_hash,
          session_id: id,
          code_challenge: null,
          expires_at: NOW + 1,
        });
      }
      await sessions.end(ended.id, 0);
      await sessions.end(ended.id, 0);
      assert.deepEqual(await liveIds(owner), [kept.id]);
      for (const table of ['refresh_rotations', 'exchanges']) {
        const rows = await database.query(`select session_id from ${table} where session_id in ($1, $2)`, [
          ended.id,
          kept.id,
        ]);
        assert.deepEqual(rows, [{ session_id: kept.id }]);
      }
    });

    it('ends all sessions of an account, and none of another', async () => {
      const [owner, bystander] = [await newOwner(), await newOwner()];
      await begin(owner);
      await begin(owner);
      const { id } = await begin(bystander);
      await sessions.deleteOfAccount(owner.id);
      assert.deepEqual([await liveIds(owner), await liveIds(bystander)], [[], [id]]);
    });

    it('records uses, but never an earlier one over a later', async () => {
      const owner = await newOwner();
      const [first, second, untouched, gone] = [
        await begin(owner),
        await begin(owner),
        await begin(owner),
        await begin(owner),
      ];
      await sessions.end(gone.id, 0);
      await sessions.touch(
        new Map([
          [second.id, NOW + 20],
          [gone.id, NOW + 20],
          [first.id, NOW + 10],
        ]),
      );
      await sessions.touch(new Map([[second.id, NOW + 5]]));
      await sessions.touch(new Map());
      const usedAt = async ({ id }: SessionRow) => (await sessions.findWithAccount(id))?.last_used_at;
      assert.deepEqual(
        [await usedAt(first), await usedAt(second), await usedAt(untouched)],
        [NOW + 10, NOW + 20, NOW],
      );
    });

    it('records uses, in whatever order, beside other changes of sessions', async () => {
      for (let round = 0; round < 10; round += 1) {
        const owner = await newOwner();
        const begun = await Promise.all(
          times(30, () => sessions.insert(newSession(owner), known('hash'), 100, BEGINNING)),
        );
        const ids = idsOf(begun);
        // Each update moves its row to the end of the table, so the order changes.
        for (const id of ids.toReversed()) await sessions.touch(new Map([[id, NOW + 1]]));
        const uses = ids.map((id): [number, number] => [id, NOW + 2]);
        await Promise.all([
          sessions.touch(new Map(uses)),
          sessions.touch(new Map(uses.toReversed())),
          sessions.deleteOfAccount(owner.id),
          changePassword(store, owner.id, { name: 'Ada' }),
          ...ids.slice(0, 5).map((id) => sessions.rotate(id, 0, NOW + 2, NOW)),
        ]);
        assert.deepEqual(await liveIds(owner), []);
      }
    });

    it('records many uses in steps, with other writes in between', async () => {
      const owner = await newOwner();
      const { id } = await begin(owner);
      const uses = new Map([
        [id, NOW + 10],
        ...times(300, (index): [number, number] => [id + 1 + index, NOW]),
      ]);
      let isWritten = false;
      const written = sessions.touch(uses).then(() => (isWritten = true));
      await begin(owner);
      assert.equal(isWritten, false);
      await written;
      assert.equal((await sessions.findWithAccount(id))?.last_used_at, NOW + 10);
    });

    it('sweeps a batch of expired sessions at a time, and no live one', async () => {
      const owner = await newOwner();
      const { id: live } = await begin(owner, { expires_at: NOW + 2 });
      const fields = newSession(owner, { expires_at: NOW + 1 });
      const columns = Object.keys(fields);
      const types = Object.values(fields).map((value) => (typeof value === 'string' ? 'text' : 'bigint'));
      const values = types.map((type, index) => `cast($${index + 1} as ${type})`);
      await database.query(
        `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${SWEEP_BATCH + 3})
         insert into sessions (${columns.join()}) select ${values.join()} from numbers`,
        Object.values(fields),
      );
      assert.deepEqual(await sessions.sweep(NOW), { removed: 0, more: false });
      assert.equal(await inBatches(() => sessions.sweep(NOW + 1)), SWEEP_BATCH + 3);
      assert.deepEqual(await liveIds(owner), [live]);
    });

    it('never gives an id twice, also after the newest session has ended', async () => {
      const owner = await newOwner();
      const { id } = await begin(owner);
      await database.query('delete from sessions');
      assert.ok((await begin(owner)).id > id);
    });
  });
}
