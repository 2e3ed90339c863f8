import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createProcessMeter } from '../../../../src/features/operations/metrics/process.ts';

describe('the lag of the event loop', () => {
  it('shows a stall, however often somebody asks meanwhile', async () => {
    const meter = createProcessMeter();
    const max = async () => {
      const family = (await meter.families()).find(({ name }) => name === 'nodejs_eventloop_lag_max_seconds');
      return family?.values[0]?.value ?? 0;
    };
    await setTimeout(30);
    const until = performance.now() + 100;
    while (performance.now() < until);
    await setTimeout(30);
    const shown = await max();
    assert.ok(shown >= 0.05 && shown < 10, String(shown));
    assert.ok((await max()) >= shown);
    meter.close();
  });
});
