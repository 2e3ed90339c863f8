import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type CodeStore, type NewCode, REPLACED } from '../../../src/store/tables/codes.ts';
import type { DatabaseOptions } from '../../../src/store/engine/dialect.ts';
import { openStore, type Store } from '../../../src/store/database.ts';
import { SWEEP_BATCH } from '../../../src/store/lists/sweep.ts';
import { createTestDatabase, DATABASES, type TestDatabase } from '../../support/databases.ts';
import { startKeyward } from '../../support/keyward.ts';
import { addPerson } from '../../http/people.ts';
import { inBatches } from '../stores.ts';

const NOW = 1_800_000_000_000;

function optionsOf({ kind, url }: TestDatabase): DatabaseOptions {
  return kind === 'sqlite' ? { kind, file: url.slice('sqlite:'.length) } : { kind, url, poolSize: 10 };
}

for (const kind of DATABASES) {
  describe(`the store of codes on ${kind}`, () => {
    let database: TestDatabase;
    let store: Store;
    let codes: CodeStore;
    before(async () => {
      database = await createTestDatabase(kind);
      store = await openStore(optionsOf(database));
      codes = store.codes;
    });
    after(async () => {
      await store.close();
      await database.drop();
    });
    let serial = 0;
    const newCode = (fields: Partial<NewCode> = {}) => {
      serial += 1;
      return {
        email: `Store${serial}@example.org`,
        email_key: `store${serial}@example.org`,
        purpose: 'login',
        code_hash: `hash${serial}`,
        asker_hash: 'asker',
        created_at: NOW,
        expires_at: NOW + 1_000,
        ...fields,
      };
    };
    const rowsOf = (emailKey: string) =>
      database.query('select * from codes where email_key = $1 order by id', [emailKey]);

    it('stores a new code unused and untried', async () => {
      const code = newCode();
      await codes.replace(code);
      const [row] = await codes.lock(code.email_key, 'login');
      assert.ok(row);
      const { id, ...rest } = row;
      assert.ok(Number.isSafeInteger(id));
      assert.deepEqual(
        { ...rest },
        {
          ...code,
          account_id: null,
          link_key_hash: null,
          asker_browser_hash: null,
          by_known_device: 0,
          attempts: 0,
          stranger_attempts: 0,
          used_at: null,
        },
      );
    });

    it('a new code replaces the one for its email and purpose, and no other', async () => {
      const first = newCode();
      const otherPurpose = { ...first, purpose: 'reset', code_hash: 'other purpose' };
      const otherEmail = newCode();
      for (const code of [first, otherPurpose, otherEmail]) await codes.replace(code);
      await codes.replace({ ...first, code_hash: 'second' });
      const hashes = (await rowsOf(first.email_key)).map((row) => String(row['code_hash']));
      assert.deepEqual(hashes.sort(), ['other purpose', 'second']);
      assert.equal((await rowsOf(otherEmail.email_key)).length, 1);
      assert.equal((await codes.lock(first.email_key, 'login'))[0]?.code_hash, 'second');
    });

    it('codes of different requesters do not replace each other, and end together', async () => {
      const [others, known] = [newCode(), newCode({ asker_hash: 'another asker', by_known_device: 1 })];
      const both = [others, { ...known, email: others.email, email_key: others.email_key }];
      for (const code of [...both, ...both]) await codes.replace(code);
      const locked = await codes.lock(others.email_key, 'login');
      assert.deepEqual(
        locked.map(({ code_hash }) => code_hash),
        [known.code_hash, others.code_hash],
      );
      const [newest] = locked;
      assert.ok(newest);
      await codes.markUsed(newest, NOW);
      assert.deepEqual(
        (await rowsOf(others.email_key)).map((row) => row['code_hash']),
        [known.code_hash],
      );
    });

    it('a browser keeps its code when its address requests another, until it requests one itself', async () => {
      const first = newCode({ asker_browser_hash: 'first browser' });
      const second = { ...first, code_hash: 'second', asker_browser_hash: 'second browser' };
      const again = { ...first, code_hash: 'again', asker_hash: '' };
      const askers = async () =>
        (await rowsOf(first.email_key)).map(
          (row) => `${String(row['code_hash'])} ${String(row['asker_hash'])}`,
        );
      await codes.replace(first);
      await codes.replace(second);
      assert.deepEqual(await askers(), [`${first.code_hash} ${REPLACED}`, 'second asker']);
      await codes.replace(again);
      assert.deepEqual(await askers(), ['second asker', 'again ']);
    });

    it('finds no code where there is none', async () => {
      assert.deepEqual(await codes.lock('nobody@example.org', 'login'), []);
      const code = newCode();
      await codes.replace(code);
      assert.deepEqual(await codes.lock(code.email_key, 'verify'), []);
    });

    it('counts and marks only the given code', async () => {
      const [one, two] = [newCode(), newCode()];
      await codes.replace(one);
      await codes.replace(two);
      const [locked] = await codes.lock(one.email_key, 'login');
      assert.ok(locked);
      const { id } = locked;
      await codes.countAttempt(id, false);
      await codes.countAttempt(id, false);
      await codes.countAttempt(id, true);
      await codes.markUsed(locked, NOW + 5);
      const [changed] = await rowsOf(one.email_key);
      assert.deepEqual(
        [changed?.['attempts'], changed?.['stranger_attempts'], changed?.['used_at']],
        [3, 1, NOW + 5],
      );
      const [untouched] = await rowsOf(two.email_key);
      assert.deepEqual([untouched?.['attempts'], untouched?.['used_at']], [0, null]);
    });

    it('a transaction that holds a code makes the others wait, and they see what it did', async () => {
      const code = newCode();
      await codes.replace(code);
      const counts = await Promise.all(
        Array.from({ length: 20 }, () =>
          store.transaction(async (tables) => {
            const [row] = await tables.codes.lock(code.email_key, 'login');
            assert.ok(row);
            // The value that was read decides, like a limit.
            if (row.attempts < 5) await tables.codes.countAttempt(row.id, false);
            return row.attempts;
          }),
        ),
      );
      assert.deepEqual(counts.sort((a, b) => a - b).slice(0, 6), [0, 1, 2, 3, 4, 5]);
      assert.equal((await rowsOf(code.email_key))[0]?.['attempts'], 5);
    });

    it('a transaction that fails leaves a code as it was', async () => {
      const code = newCode();
      await codes.replace(code);
      const failing = store.transaction(async (tables) => {
        const [row] = await tables.codes.lock(code.email_key, 'login');
        assert.ok(row);
        await tables.codes.countAttempt(row.id, false);
        await tables.codes.markUsed(row, NOW);
        await tables.codes.replace({ ...code, code_hash: 'never' });
        throw new Error('no');
      });
      await assert.rejects(failing, /^Error: no$/);
      const [row] = await rowsOf(code.email_key);
      assert.deepEqual([row?.['attempts'], row?.['used_at'], row?.['code_hash']], [0, null, code.code_hash]);
    });

    it('deletes the unused codes of an email', async () => {
      const code = newCode();
      const other = newCode();
      for (const purpose of ['signup', 'login', 'reset', 'verify'])
        for (const owner of [code, other]) await codes.replace({ ...owner, purpose });
      const [used] = await codes.lock(code.email_key, 'verify');
      assert.ok(used);
      await codes.markUsed(used, NOW);
      await codes.deleteUnused(code.email_key);
      const left = (await rowsOf(code.email_key)).map((row) => String(row['purpose']));
      assert.deepEqual(left, ['verify']);
      assert.equal((await rowsOf(other.email_key)).length, 4);
    });

    it('sweeps expired codes a batch at a time', async () => {
      await database.query('delete from codes');
      await store.transaction(async (tables) => {
        for (let index = 0; index < SWEEP_BATCH + 1; index += 1)
          await tables.codes.replace(newCode({ expires_at: NOW - index }));
        await tables.codes.replace(newCode({ expires_at: NOW + 1 }));
      });
      assert.equal(await inBatches(() => codes.sweep(NOW)), SWEEP_BATCH + 1);
      assert.deepEqual(await codes.sweep(NOW), { removed: 0, more: false });
      assert.equal((await database.query('select id from codes')).length, 1);
    });
  });

  describe(`the store of one-time codes for sessions on ${kind}`, () => {
    it('hands each code out once, until it expires, and forgets the expired', async () => {
      await using keyward = await startKeyward(kind);
      const { exchanges, sessions } = keyward.app.services.store;
      await addPerson(keyward);
      const [session] = await keyward.database.query('select id from sessions');
      const session_id = Number(session?.['id']);
      const add = (code_hash: string, expires_at: number) =>
        exchanges.insert({ code_hash, session_id, code_challenge: null, expires_at });
      const count = async () => (await keyward.database.query('select code_hash from exchanges')).length;

      await add('once', NOW + 1);
      const takers = await Promise.all(Array.from({ length: 20 }, () => exchanges.take('once', NOW)));
      assert.deepEqual(
        takers.filter((taken) => taken !== null).map((taken) => taken.session_id),
        [session_id],
      );
      await add('late', NOW);
      assert.equal(await exchanges.take('late', NOW), null);
      assert.equal(await exchanges.take('unknown', NOW), null);

      await add('expired', NOW);
      await add('alive', NOW + 1);
      await exchanges.sweep(NOW);
      assert.equal(await count(), 1);
      // Ending a session removes its codes.
      await sessions.end(session_id, 0);
      assert.equal(await count(), 0);
    });
  });

  describe(`the sweeper on ${kind}`, () => {
    it('removes 1,200 expired codes and sessions in batches, and keeps the live ones', async () => {
      await using keyward = await startKeyward(kind);
      const { services } = keyward.app;
      const { id, token } = await addPerson(keyward);
      const now = keyward.clock.now();
      await services.store.transaction(async (tables) => {
        for (let index = 0; index < 1_203; index += 1) {
          const email = `swept${index}@example.org`;
          // All expire now, except for the last three: they are live for some milliseconds.
          const expires_at = now + Math.max(0, index - 1_199);
          await tables.codes.replace({
            email,
            email_key: email,
            purpose: 'login',
            code_hash: 'x',
            asker_hash: 'x',
            created_at: now - 600_000,
            expires_at,
          });
        }
      });
      await keyward.database.query(
        `insert into sessions (account_id, ip_address, user_agent, created_at, last_used_at, expires_at, refresh_generation, refreshed_at)
         select account_id, ip_address, user_agent, created_at, last_used_at, $1, 0, refreshed_at
         from sessions cross join (select id as n from codes order by id limit 1200) as many`,
        [now],
      );
      const counts = () => services.store.counts(0);
      assert.deepEqual([(await counts()).otp, (await counts()).sessions], [1_203, 1_201]);

      await services.sweep();
      assert.deepEqual([(await counts()).otp, (await counts()).sessions], [3, 1]);
      const me = await keyward.call('GET', '/me', { token });
      assert.equal(me.status, 200, me.text);
      keyward.clock.advance(3);
      await services.sweep();
      assert.equal((await counts()).otp, 0);
      assert.equal((await services.store.accounts.find('id', id))?.id, id);
    });
  });
}
