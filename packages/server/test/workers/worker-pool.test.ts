import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSharedLogs } from '../../src/workers/logs-supervisor.ts';
import { createWorkerPool } from '../../src/workers/worker-pool.ts';
import { startKeyward } from '../support/keyward.ts';

describe('a service with workers', () => {
  it('continues without one when the system starts no process', async (context) => {
    const logs = createSharedLogs();
    await using keyward = await startKeyward('sqlite', {
      inOneProcess: true,
      parts: { createLogKeeper: logs.create },
    });
    const { execPath } = process;
    context.after(() => (process.execPath = execPath));
    process.execPath = '/no/such/program';
    const pool = createWorkerPool(keyward.ready, { services: keyward.app.services, logs }, null);
    await assert.rejects(pool.add(), /ENOENT/);
    await pool.stop();
  });
});
