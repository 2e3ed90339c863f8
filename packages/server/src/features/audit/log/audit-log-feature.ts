import type { EventRow, NewEvent } from '../../../store/engine/schema.ts';
import { deriveKey } from '../../../lib/derive-key.ts';
import type { Core } from '../../core.ts';
import type { Events } from '../events/events.ts';
import { createStreamSlots, type StreamSlots } from '../../../lib/subscribers.ts';
import { createFeed } from './feed.ts';
import { createListeners } from './listeners.ts';
import { createEventNotifier } from './event-notifier.ts';
import { createFailedAttempts } from './failed-attempts.ts';
import { createSharedEvents } from './shared-events.ts';
import { createCoalescedAttempts } from './coalesced-attempts.ts';
import { presentEvent } from '../events/event.ts';

/** The audit log. Each event is stored in the transaction of its act, and sent to the subscribers of the feed. */
export function createAuditLogFeature(
  { store, config, secrets, clock, report }: Core,
  parts: {
    /** The configured name of the provider with this issuer. */
    providerName: (issuer: string) => string;
    events: Events;
    /** The limit of streams, which several processes share; null: this process counts only its own. */
    slots: StreamSlots | null;
  },
) {
  const coalesced = createCoalescedAttempts({ store: store.events, clock });
  store.eventRules.share = createSharedEvents();
  const bodyOf = (row: EventRow | NewEvent) => presentEvent(row, parts.providerName);
  const listeners = createListeners({ store, bodyOf, report: (error) => report(error, 'listener') });

  const news = createEventNotifier(store);
  const slots = parts.slots ?? createStreamSlots();
  const feed = createFeed({ store, news, bodyOf, slots });

  return {
    news,
    feed,
    slots,

    failedAttempts: createFailedAttempts({
      events: parts.events,
      coalesced,
      hashKey: deriveKey(secrets.masterKey, 'refusals'),
      limits: config.limits,
      clock,
      report: (error) => report(error, 'event'),
    }),

    /** Writes the counts of coalesced attempts. Called every second and at the end. */
    write: () => coalesced.write(),

    /** An event as readers receive it; null for a type that only a newer Keyward knows. */
    bodyOf,

    on: listeners.on,
  };
}
