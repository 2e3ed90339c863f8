import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { CHEAP_SERVICE } from '../failures/kill-rounds.ts';
import { WITHOUT_LIMITS } from '../failures/without-limits.ts';
import { MIGRATIONS } from '../../src/store/migrations/index.ts';
import { type TempFolder, tempFolder } from '../support/at-exit.ts';
import { createTestDatabase, WITHOUT_POSTGRES } from '../support/databases.ts';
import { startProcess } from '../support/process.ts';
import { olderRef, olderTree } from './older-release.ts';
import { type Part, Skipped } from './part.ts';
import { assertWhole, startLoad } from './through-outage.ts';

const PHASE_MS = 8_000;
const START_MS = 60_000;

export const rolling: Part = {
  name: 'rolling',
  about: 'An older release beside this one on one database, which this one migrates under load',
  limit: 4,
  async run(tell) {
    if (WITHOUT_POSTGRES) throw new Skipped(WITHOUT_POSTGRES);
    const ref = olderRef();
    const older = olderTree(ref);
    const folders: TempFolder[] = [older.folder, tempFolder(), tempFolder()];
    try {
      await using database = await createTestDatabase('postgres');
      const env = {
        ...WITHOUT_LIMITS,
        KEYWARD_DATABASE_URL: database.url,
        KEYWARD_DUAL_TOKEN_MODE: 'on',
        KEYWARD_JWT_SECRET: 'a-secret-for-all-instances-of-this-run',
        KEYWARD_MASTER_KEY: '5a'.repeat(32),
      };
      const start = (script: string, dataDir: string) =>
        startProcess({
          script,
          args: [],
          env: { ...env, KEYWARD_DATA_DIR: dataDir },
          timeoutMs: START_MS,
        });
      const [, oldData, newData] = folders.map(({ path }) => path);
      await using old = await start(older.script, oldData ?? '');
      const rows = await database.query('select name from keyward_migrations');
      const applied = new Set(rows.map(({ name }) => name));
      const urls = [old.url];
      const load = startLoad(urls, Date.now() % 2 ** 31);
      await delay(PHASE_MS);
      tell(`${load.figures.writes} writes at ${ref.slice(0, 12)}; this version joins and migrates`);
      await using present = await start(CHEAP_SERVICE, newData ?? '');
      const missing = MIGRATIONS.filter(({ name }) => !applied.has(name)).length;
      assert.ok(
        missing > 0,
        `${ref} has all migrations of this version: name an older one in KEYWARD_OLD_REF`,
      );
      urls.push(present.url);
      await delay(PHASE_MS);
      tell(`${load.figures.writes} writes; the older one stops`);
      urls.splice(0, 1);
      // It answers the requests that it has received.
      await delay(1_000);
      await old.kill('SIGTERM');
      await delay(PHASE_MS);
      const checked =
        (await load.finish()) + (await assertWhole((text) => database.query(text), load.people()));

      await assert.rejects(
        start(older.script, oldData ?? ''),
        /The database was written by a newer Keyward/,
        'an older release starts on the database of a newer one',
      );
      const { sent, worstMs, refused, writes } = load.figures;
      tell(`${writes} writes, ${refused} answers with 503`);
      return {
        sent,
        injected: `${missing} migrations`,
        checked: checked + 1,
        lost: 0,
        worstMs,
        slopeKib: null,
      };
    } finally {
      for (const folder of folders) folder.remove();
    }
  },
};
