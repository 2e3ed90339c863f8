import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { KeywardError } from '../../../src/errors.ts';
import { createOverflow } from '../../../src/features/limits/overflow.ts';
import { createFailureLimiter } from '../../../src/features/limits/failure-limiter.ts';
import { createWriteBehindFailures } from '../../../src/features/limits/write-behind-failures.ts';
import { loginKeys } from '../../../src/features/limits/login-limits.ts';
import { createSharedFailures } from '../../../src/features/limits/shared-failures.ts';
import { openStore } from '../../../src/store/database.ts';
import { createTestDatabase, type DatabaseKind } from '../../support/databases.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { databasesFor } from '../../support/usual-size.ts';

const overflowOf = createOverflow(createSecretKey(Buffer.alloc(32)));
const MINUTE = 60_000;
const LIMITS = {
  accountAddress: { limit: 10, windowMs: 15 * MINUTE },
  account: { limit: 100, windowMs: 15 * MINUTE },
  address: { limit: 1_000, windowMs: 60 * MINUTE },
};

/** Guesses against a set of counters, by the keys of a login. */
function guesses(
  failures: Parameters<typeof createFailureLimiter>[0],
  clock: ReturnType<typeof createFakeClock>,
) {
  const limiter = createFailureLimiter(failures, clock);
  /** @returns whether the guess was tried */
  return async (who: string, address: string, right = false): Promise<boolean> => {
    const work = () =>
      right ? Promise.resolve() : Promise.reject(new KeywardError('InvalidCredentialsError'));
    try {
      await limiter.attempt(loginKeys(LIMITS, who, address), work, () => true);
    } catch (error) {
      assert.ok(error instanceof KeywardError);
      return error.kind === 'InvalidCredentialsError';
    }
    return true;
  };
}

describe('counters of one process under an attack', () => {
  const nothing = {
    live: async () => [],
    add: async () => {},
    forget: async () => {},
    sweep: async () => ({ removed: 0, more: false }),
  };

  it('RL18: 52,000 unknown identifiers from 55 addresses evict no failure', async () => {
    const clock = createFakeClock();
    const failures = createWriteBehindFailures(nothing, overflowOf);
    const guess = guesses(failures, clock);
    const victim = 'victim@example.org';
    for (let failure = 0; failure < 10; failure += 1) assert.ok(await guess(victim, '192.0.2.1'));
    for (let address = 0; address < 9; address += 1)
      for (let failure = 0; failure < 10; failure += 1) await guess(victim, `192.0.2.${address + 2}`);
    const refused = async () =>
      !(await guess(victim, '192.0.2.200')) && !(await guess(victim, '192.0.2.1', true));
    assert.ok(await refused());
    const failAt = async (who: string, address: string) =>
      failures.end(await failures.take(loginKeys(LIMITS, who, address), clock.now()), true);

    for (let address = 0; address < 55; address += 1)
      for (let serial = 0; serial < 946; serial += 1)
        await failAt(`${address}-${serial}@example.org`, `198.51.100.${address}`);
    assert.ok(await refused());
    // An identifier without room for its own counter gets no more guesses than others.
    let tried = 0;
    for (let failure = 0; failure < 20; failure += 1)
      if (await guess('late@example.org', '203.0.113.1')) tried += 1;
    assert.ok(tried <= 10, `${tried} guesses`);
    // The owner signs in from another address.
    assert.ok(await guess('second', '203.0.113.2', true));
    clock.advance(15 * MINUTE);
    assert.ok(await guess(victim, '192.0.2.1', true));
  });
});

async function openFailures(kind: DatabaseKind) {
  const database = await createTestDatabase(kind, 'tables');
  const { url } = database;
  const store = await openStore(
    kind === 'sqlite' ? { kind, file: `${database.dataDir}/keyward.db` } : { kind, url, poolSize: 4 },
  );
  after(async () => {
    await store.close();
    await database.drop();
  });
  return { table: store.failures, database };
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`counters without room on ${kind}`, async () => {
    const { table, database } = await openFailures(kind);
    const MOST = 60;
    const open = async (now: number) => {
      const failures = (kind === 'sqlite' ? createWriteBehindFailures : createSharedFailures)(
        table,
        overflowOf,
        MOST,
      );
      await failures.restore(now);
      return failures;
    };

    it('RL18: are shared until their windows end, across a restart and after there is room again', async () => {
      const clock = createFakeClock();
      let failures = await open(clock.now());
      let guess = guesses(failures, clock);
      const housekeep = async () => {
        await failures.write(clock.now());
        await failures.deleteExpired(clock.now());
      };
      const rows = async () => {
        const [row] = await database.query('select count(*) as rows from failures');
        return Number(row?.['rows']);
      };
      for (let serial = 0; serial < MOST / 3; serial += 1)
        await guess(`made-up-${serial}`, `198.51.100.${serial}`);
      await housekeep();
      const full = await rows();

      clock.advance(8 * MINUTE);
      for (let failure = 0; failure < 10; failure += 1)
        assert.ok(await guess('seventh', '192.0.2.1'), `${failure}`);
      assert.ok(!(await guess('seventh', '192.0.2.1', true)));
      assert.ok(await guess('eighth', '192.0.2.2', true));
      await housekeep();
      const shared = await database.query("select key from failures where key like 'crowd %' and count > 0");
      assert.equal(shared.length, 3, 'the account, the address, and both');
      assert.ok((await rows()) <= full + 6, `${await rows()} rows`);

      failures = await open(clock.now());
      guess = guesses(failures, clock);
      assert.ok(!(await guess('seventh', '192.0.2.1', true)));
      // The windows of the others end, and there is room; the attacker's window continues.
      clock.advance(8 * MINUTE);
      await housekeep();
      assert.ok(!(await guess('seventh', '192.0.2.1', true)));
      clock.advance(7 * MINUTE);
      await housekeep();
      assert.ok(await guess('seventh', '192.0.2.1', true));
    });
  });
}
