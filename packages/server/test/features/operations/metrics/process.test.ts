import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { until } from '../../../support/until.ts';
import { createProcessMeter } from '../../../../src/features/operations/metrics/process.ts';

describe('the lag of the event loop', () => {
  it('shows a stall, even if somebody asks meanwhile', async () => {
    const meter = createProcessMeter();
    const max = async () => {
      const family = (await meter.families()).find(({ name }) => name === 'nodejs_eventloop_lag_max_seconds');
      return family?.values[0]?.value ?? 0;
    };
    // On a busy machine the meter may begin after the first stall.
    await until(async () => {
      await setTimeout(30);
      const end = performance.now() + 100;
      while (performance.now() < end);
      await setTimeout(30);
      return (await max()) >= 0.05;
    }, 'a stall');
    const shown = await max();
    assert.ok(shown < 10, String(shown));
    assert.ok((await max()) >= shown);
    meter.close();
  });
});
