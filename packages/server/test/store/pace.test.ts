import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Kysely } from 'kysely';
import { createDialect } from '../../src/store/engine/dialect.ts';
import { inSteps } from '../../src/store/engine/in-steps.ts';
import { createPace } from '../../src/store/engine/pace.ts';
import type { Schema } from '../../src/store/engine/schema.ts';
import { createTestDatabase, WITHOUT_POSTGRES, WITHOUT_SQLITE } from '../support/databases.ts';
import { optionsOf } from './stores.ts';

const SIZES = { first: 100, most: 300 };

async function paceOf(kind: 'sqlite' | 'postgres') {
  await using database = await createTestDatabase(kind, 'tables');
  const db = new Kysely<Schema>({ dialect: createDialect(optionsOf(database)) });
  const pace = createPace(db, SIZES);
  await db.destroy();
  return pace;
}

/** Keeps the thread busy, as SQLite does. */
async function busy(ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('the pace of a long task', () => {
  it(
    'on SQLite, grows while steps are fast, and shrinks as soon as one is slow',
    { skip: WITHOUT_SQLITE },
    async () => {
      const pace = await paceOf('sqlite');
      assert.equal(pace.rows, 100);
      await pace.run(() => busy(30));
      assert.ok(pace.rows <= 13, String(pace.rows));
      // On a busy machine, a step of nothing can be slow too.
      for (let step = 0; step < 1_000 && pace.rows < 300; step += 1) await pace.run(async () => {});
      assert.equal(pace.rows, 300);
      await assert.rejects(
        pace.run(async () => {
          await busy(30);
          throw new Error('failed');
        }),
      );
      assert.ok(pace.rows <= 38, 'a step that fails has taken its time too');
      for (let step = 0; step < 10; step += 1) await pace.run(() => busy(30));
      assert.equal(pace.rows, 1, 'never none');
    },
  );

  it('stays as it is on PostgreSQL, which works in its own process', { skip: WITHOUT_POSTGRES }, async () => {
    const pace = await paceOf('postgres');
    await pace.run(() => busy(30));
    assert.equal(pace.rows, 300);
  });

  it('divides values into the parts that statements are prepared for', () => {
    const sizes = (count: number, rows?: number) =>
      [...inSteps(Array.from({ length: count }), rows === undefined ? undefined : { rows })].map(
        ({ length }) => length,
      );
    assert.deepEqual(sizes(627), [500, 100, 20, 5, 1, 1]);
    assert.deepEqual(sizes(45, 30), [20, 20, 5]);
    assert.deepEqual(sizes(3, 0.5), [1, 1, 1]);
    assert.deepEqual(sizes(0), []);
  });
});
