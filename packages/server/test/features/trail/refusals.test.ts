import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { createEvents } from '../../../src/features/events/events.ts';
import { createRefusals } from '../../../src/features/trail/refusals.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

it('RL20: whoever guesses names from one address fills neither the trail nor the queues of webhooks', async () => {
  const clock = createFakeClock(1_800_000_000_000);
  const keys = new Map<string, number>();
  const fail = (error: unknown) => assert.fail(String(error));
  const refusals = createRefusals({
    events: createEvents(() => clock.now(), fail),
    repetitions: {
      add: async ({ merge_key: key }) => void keys.set(String(key), (keys.get(String(key)) ?? 0) + 1),
      write: async () => {},
    },
    hashKey: randomBytes(32),
    clock,
    report: fail,
  });
  const guess = (typed: string, ip_address: string) =>
    refusals.keep('RateLimitedError', {
      method: 'password',
      by: { actor: null, client: { ip_address, user_agent: '' }, request_id: null },
      account: () => null,
      typed,
    });

  for (let index = 0; index < 1_000; index += 1) await guess(`nobody${index}`, '192.0.2.1');
  assert.equal(keys.size, 101);
  assert.deepEqual(
    [...keys.values()].filter((count) => count > 1),
    [900],
  );
  // Those who came first keep their own, and neighbours and the next minute have theirs.
  await guess('nobody7', '192.0.2.1');
  assert.equal(keys.size, 101);
  await guess('nobody7', '192.0.2.2');
  clock.advance(60_000);
  await guess('nobody7', '192.0.2.1');
  assert.equal(keys.size, 103);
});
