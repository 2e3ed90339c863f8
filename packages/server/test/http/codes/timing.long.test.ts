import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../../src/lib/clock.ts';
import { addPerson } from '../people.ts';
import { type MailedKeyward, mailsDelivered, PURPOSES, send, startMailed } from './support/mailed.ts';

/** The number of samples of each kind. For a manual run: EN3_SAMPLES=300. */
const SAMPLES = Number(process.env['EN3_SAMPLES'] ?? 60);
const LIMIT_MS = 5;
/** Not measured: connections, caches and compiled code warm up. */
const WARM_UP = 5;
/** A busy machine gets another try. */
const TRIES = 3;

let serial = 0;

/** The median times of sends to known and to unknown addresses, in milliseconds. */
async function measure(keyward: MailedKeyward): Promise<{ known: number; unknown: number }> {
  const taken = { known: new Array<number>(), unknown: new Array<number>() };
  for (let index = -WARM_UP; index < SAMPLES; index += 1) {
    serial += 1;
    const purpose = PURPOSES[serial % PURPOSES.length] ?? 'login';
    const { email } = await addPerson(keyward);
    const pair = [
      ['known', email],
      ['unknown', `nobody${serial}@example.org`],
    ] as const;
    // The order alternates.
    for (const [kind, address] of Math.random() < 0.5 ? pair : pair.toReversed()) {
      // Otherwise the previous mail would be sent during this request.
      await mailsDelivered(keyward);
      const begin = performance.now();
      const answer = await send(keyward, purpose, address);
      if (index >= 0) taken[kind].push(performance.now() - begin);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [200, ['expires_at']]);
    }
  }
  return { known: median(taken.known), unknown: median(taken.unknown) };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

describe('how long a send takes', () => {
  it(`EN3: alike for known and unknown addresses: ${SAMPLES} samples of each, interleaved`, async (test) => {
    // The real clock, because a mail waits a moment before it is processed.
    const clock = { ...systemClock, advance: () => assert.fail('the clock is real'), slept: [] };
    await using keyward = await startMailed('sqlite', {
      clock,
      settings: { KEYWARD_LIMIT_MAILS: '100000/1h' },
    });
    let difference = Infinity;
    for (let attempt = 0; attempt < TRIES && difference >= LIMIT_MS; attempt += 1) {
      const { known, unknown } = await measure(keyward);
      test.diagnostic(`median known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms`);
      difference = Math.abs(known - unknown);
    }
    assert.ok(difference < LIMIT_MS, `${difference} ms`);
  });
});
