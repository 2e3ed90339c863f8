import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aggregate, type Snapshot } from '../../../../src/features/operations/metrics/aggregate.ts';
import { counter, gauge } from '../../../../src/features/operations/metrics/families.ts';
import { createMetrics } from '../../../../src/features/operations/metrics/metrics.ts';
import { parseMetrics } from '../../../http/management/read-metrics.ts';

/** As between processes. */
const sent = (snapshot: Snapshot): Snapshot => JSON.parse(JSON.stringify(snapshot));

describe('metrics of several processes', () => {
  it('add up counters and histograms, series by series', async () => {
    const processes = [createMetrics(), createMetrics()];
    for (const [index, { requests }] of processes.entries()) {
      const me = requests.of('GET', '/auth/me');
      me.answered(200, 0.0004);
      // Each bound includes the values below it.
      me.answered(200, 0.25);
      if (index === 1) me.answered(401, 20);
      if (index === 0) requests.of('POST', '/auth/login').answered(null, 0.01);
      requests.inFlight = index + 1;
    }
    const snapshots = await Promise.all(processes.map(async (one) => sent(await one.snapshot())));
    for (const one of processes) one.close();
    const all = parseMetrics(await aggregate(snapshots));

    const total = 'keyward_http_requests_total';
    const me = { method: 'GET', route: '/auth/me' };
    assert.equal(all.value(total, { ...me, status: '200' }), 4);
    assert.equal(all.value(total, { ...me, status: '401' }), 1);
    assert.equal(all.value(total, { route: '/auth/login', status: '499' }), 1);
    const time = 'keyward_http_request_duration_seconds';
    const buckets = ['0.0005', '0.1', '0.25', '10', '+Inf'].map((le) =>
      all.value(`${time}_bucket`, { ...me, le }),
    );
    assert.deepEqual(buckets, [2, 2, 4, 4, 5]);
    assert.equal(all.value(`${time}_count`, me), 5);
    assert.equal(all.value(`${time}_sum`, me)?.toFixed(4), '20.5008');
    assert.equal(all.value('keyward_http_requests_in_flight'), 3);
    assert.equal(all.series('process_cpu_seconds_total').length, 1);
    assert.equal(all.series('nodejs_version_info').length, 1);
  });

  it('take each gauge by its own rule', async () => {
    const process = (index: number): Snapshot => [
      counter('sums_total', 'Sums.', [[{ event: 'a' }, index]]),
      gauge('sums', 'Sums.', index),
      gauge('worst', 'Worst.', index, 'max'),
      gauge('least', 'Least.', index, 'min'),
      gauge('same_info', 'Same.', [[{ version: '1' }, 1]], 'first'),
    ];
    const text = await aggregate([process(1), process(5), process(3)]);
    const all = parseMetrics(text);
    assert.equal(all.value('sums_total', { event: 'a' }), 9);
    assert.deepEqual(
      ['sums', 'worst', 'least', 'same_info'].map((name) => all.value(name)),
      [9, 5, 1, 1],
    );
  });

  it('say how they add up, and hold only numbers and short labels, from the first moment on', async () => {
    const metrics = createMetrics();
    await metrics.snapshot();
    // The event loop had no time to measure anything in between.
    const snapshot = await metrics.snapshot();
    metrics.close();
    const rule = (family: string) => snapshot.find(({ name }) => name === family)?.aggregator;
    for (const percentile of ['p50', 'p90', 'p99', 'max'])
      assert.equal(rule(`nodejs_eventloop_lag_${percentile}_seconds`), 'max');
    assert.equal(rule('process_resident_memory_bytes'), 'sum');
    assert.equal(rule('process_start_time_seconds'), 'min');
    for (const { name, values } of snapshot)
      for (const { value } of values) assert.ok(Number.isFinite(value) && value < 1e12, `${name}: ${value}`);
  });
});
