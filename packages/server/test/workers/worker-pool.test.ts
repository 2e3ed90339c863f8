import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadConfig } from '../../src/config/load.ts';
import { claimPort } from '../../src/listening.ts';
import { createSharedLogs } from '../../src/workers/logs-supervisor.ts';
import { createWorkerPool } from '../../src/workers/worker-pool.ts';
import { startKeyward } from '../support/keyward.ts';

describe('a service that would begin workers', () => {
  it('goes on without one when the system begins no process', async (context) => {
    const logs = createSharedLogs(() => performance.now());
    await using keyward = await startKeyward('sqlite', {
      inOneProcess: true,
      parts: { logKeeping: logs.keeping },
    });
    const { execPath } = process;
    context.after(() => (process.execPath = execPath));
    process.execPath = '/no/such/program';
    const pool = createWorkerPool(keyward.ready, { services: keyward.app.services, logs }, null);
    await assert.rejects(pool.add(), /ENOENT/);
    await pool.stop();
  });

  it('claims its port before another service does', { skip: process.platform !== 'linux' }, async () => {
    const at = (port: number) =>
      loadConfig({
        env: { KEYWARD_HOST: `claim-${process.pid}`, KEYWARD_PORT: `${port}` },
        cwd: '/',
        dotenv: false,
      });
    await claimPort(at(4000));
    await claimPort(at(4001));
    await assert.rejects(claimPort(at(4000)), /4000 is taken by another program/);
  });
});
