import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createStreamSlots, type StreamSlots } from '../../src/lib/subscribers.ts';
import { createChannel } from '../../src/workers/channel.ts';
import { exposeStreamSlots, remoteStreamSlots } from '../../src/workers/stream-slots.ts';
import { portPair } from '../support/ports.ts';
import { until } from '../support/until.ts';

describe('the places of several workers for streams of events', () => {
  let own: StreamSlots;
  let pairs: ReturnType<typeof portPair>[];
  let one: StreamSlots;
  let other: StreamSlots;

  beforeEach(() => {
    own = createStreamSlots();
    pairs = [];
    one = connect();
    other = connect();
  });
  afterEach(() => {
    for (const { close } of pairs) close();
  });

  function connect(): StreamSlots {
    const pair = portPair();
    pairs.push(pair);
    const [here, there] = pair.ends.map((end) => createChannel(end));
    assert.ok(here && there);
    exposeStreamSlots(here, own);
    return remoteStreamSlots(there);
  }

  async function takeAll(who: string): Promise<void> {
    for (let count = 0; count < 10; count += 1)
      assert.equal(await (count % 2 === 0 ? one : other).take(who), true);
  }

  it('are counted together, for each reader', async () => {
    await takeAll('ada');
    assert.deepEqual([await one.take('ada'), await other.take('ada')], [false, false]);
    assert.equal(await other.take('bob'), true);
    one.leave('ada');
    await until(async () => other.take('ada'), 'a place is free');
    assert.equal(await one.take('ada'), false);
  });

  it('are counted together, in all', async () => {
    for (let reader = 0; reader < 10; reader += 1) await takeAll(`reader ${reader}`);
    assert.deepEqual([await one.take('one more'), await other.take('one more')], [false, false]);
  });

  it('are free again when their worker dies', async () => {
    await takeAll('ada');
    const [first] = pairs;
    first?.close();
    await until(async () => other.take('ada'), 'a place is free');
    for (let count = 0; count < 4; count += 1) assert.equal(await other.take('ada'), true);
    assert.equal(await other.take('ada'), false);
  });
});
