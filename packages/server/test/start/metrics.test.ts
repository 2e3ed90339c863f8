import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMetrics } from '../http/management/read-metrics.ts';
import { startProcess } from '../support/process.ts';

describe('a process with metrics and traces', () => {
  it('serves the metrics at the address that it prints, and ends with the service', async () => {
    await using keyward = await startProcess({
      env: { KEYWARD_MANAGEMENT_PORT: '0', KEYWARD_TRACES: 'on' },
      ready: /API +(\S+)\/auth\n[^]*Metrics +http:/,
    });
    await fetch(`${keyward.url}/auth/config/pulse`);
    const [, port] = /Metrics +http:\/\/127\.0\.0\.1:(\d+)\/metrics\n/.exec(keyward.stdout()) ?? [];
    const metrics = await readMetrics(Number(port));
    const pulse = { method: 'GET', route: '/auth/config/pulse', status: '200' };
    assert.equal(metrics.value('keyward_http_requests_total', pulse), 1);
    assert.deepEqual(await keyward.kill('SIGTERM'), { code: 0, signal: null });
    await assert.rejects(readMetrics(Number(port)), { code: 'ECONNREFUSED' });
  });
});
