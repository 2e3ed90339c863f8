import { KeywardError } from '../../../errors.ts';
import { type Clock, timestamp } from '../../../lib/clock.ts';
import type { Store } from '../../../store/database.ts';
import type { Events } from '../../audit/events/events.ts';
import { counter, type Limit } from '../../limits/counter-key.ts';
import type { Consume } from '../../limits/quota.ts';
import { BY_SERVICE } from '../../audit/events/origin.ts';
import { newEvent } from '../../audit/events/event.ts';

/**
 * Records, once for all instances, that wrong codes over the whole deployment have passed their limit.
 * @param until when codes are no longer restricted, in milliseconds since the epoch
 */
export async function recordRestricted(
  deps: { store: Store; consume: Consume; events: Events; limit: Limit; clock: Clock },
  until: number,
): Promise<void> {
  const { store, consume, events, limit, clock } = deps;
  try {
    await consume([
      counter({ kind: 'codes-restricted', subject: until }, { limit: 1, windowMs: limit.windowMs }),
    ]);
  } catch (error) {
    if (error instanceof KeywardError && error.kind === 'RateLimitedError') return;
    throw error;
  }
  const data = { limit: limit.limit, until: timestamp(until) };
  await store.events.add([newEvent('codes.restricted', data, { by: BY_SERVICE, at: clock.now() })]);
  events.emit('code.restricted', { metadata: data });
}
