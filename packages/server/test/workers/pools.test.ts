import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load.ts';
import { connectionsBeside, poolBeside, shareOf } from '../../src/workers/pools.ts';

/** A service that begins alone and may have so many processes. */
function growing(most: number, env: Record<string, string>): Config {
  const KEYWARD_DATABASE_URL = 'postgres://keyward@localhost/keyward';
  const config = loadConfig({ env: { KEYWARD_DATABASE_URL, ...env }, cwd: '/', dotenv: false });
  return { ...config, workers: { first: 1, most } };
}

describe('the parts of a process beside its workers', () => {
  it('leave each process connections of clients, and are hardly more than all together', () => {
    for (const all of [1, 2, 10, 1000, 4096])
      for (const most of [2, 3, 16, 64, 256]) {
        const config = growing(most, { KEYWARD_MAX_CONNECTIONS: String(all) });
        for (let workers = 1; workers < most; workers += 1) {
          const own = connectionsBeside(config, workers);
          assert.ok(own >= 1, `${own} of ${all} beside ${workers} of ${most}`);
          assert.ok(own + workers * Math.ceil(all / most) < all + most);
        }
      }
  });

  it('are the whole pool of PostgreSQL at most', () => {
    for (const all of [4, 10, 32, 100]) {
      const config = growing(Math.floor(all / 2), { KEYWARD_DATABASE_POOL_SIZE: String(all) });
      const each = shareOf(config, 'worker');
      assert.ok(each.kind === 'postgres' && each.poolSize >= 2);
      for (let workers = 1; workers < config.workers.most; workers += 1) {
        const own = poolBeside(config, workers) ?? 0;
        assert.ok(own >= 2 && own + workers * each.poolSize <= all, `${own} beside ${workers}`);
      }
    }
  });
});
