import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { createEvents } from '../../../../src/features/audit/events/events.ts';
import { createFailedAttempts } from '../../../../src/features/audit/log/failed-attempts.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const HOUR_MS = 3_600_000;

/** Refusals with this number of rows an hour for an address, and for all. */
function counted(anonymous: number, total: number) {
  const clock = createFakeClock(1_800_000_000_000);
  const keys = new Map<string, number>();
  const fail = (error: unknown) => assert.fail(String(error));
  const failedAttempts = createFailedAttempts({
    events: createEvents(() => clock.now(), fail),
    coalesced: {
      add: async ({ merge_key: key }) => void keys.set(String(key), (keys.get(String(key)) ?? 0) + 1),
      write: async () => {},
    },
    hashKey: createSecretKey(randomBytes(32)),
    limits: {
      anonymous: { limit: anonymous, windowMs: HOUR_MS },
      total: { limit: total, windowMs: HOUR_MS },
    },
    clock,
    report: fail,
  });
  const guess = (typed: string, ip_address: string) =>
    failedAttempts.recordFailure('RateLimitedError', {
      method: 'password',
      by: { actor: null, client: { ip_address, user_agent: '' }, request_id: null },
      account: () => null,
      typed,
    });
  return { clock, keys, guess };
}

it('RL20: an address that guesses names fills neither the audit log nor the queues of webhooks', async () => {
  const { clock, keys, guess } = counted(2_500, 100_000);
  for (let index = 0; index < 1_000; index += 1) await guess(`nobody${index}`, '192.0.2.1');
  assert.equal(keys.size, 101);
  assert.deepEqual(
    [...keys.values()].filter((count) => count > 1),
    [900],
  );
  // The first identifiers keep their rows; other addresses and the next minute have new ones.
  await guess('nobody7', '192.0.2.1');
  assert.equal(keys.size, 101);
  await guess('nobody7', '192.0.2.2');
  clock.advance(60_000);
  await guess('nobody7', '192.0.2.1');
  assert.equal(keys.size, 103);
});

it('RL20: the rows of an hour are limited, for each address and for all together', async () => {
  const { clock, keys, guess } = counted(150, 400);
  for (let minute = 0; minute < 4; minute += 1, clock.advance(60_000))
    for (let index = 0; index < 60; index += 1) await guess(`nobody${minute} ${index}`, '192.0.2.1');
  // 60, 60 and 30 separate rows, and one row in each minute for the rest.
  assert.equal(keys.size, 152);
  for (let address = 0; address < 500; address += 1) await guess('nobody', `198.51.100.${address}`);
  // 250 separate rows, and one for all others.
  assert.equal(keys.size, 152 + 250 + 1);
  clock.advance(HOUR_MS);
  await guess('nobody', '192.0.2.1');
  assert.equal(keys.size, 152 + 250 + 1 + 1);
});
