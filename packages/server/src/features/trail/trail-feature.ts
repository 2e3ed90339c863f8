import type { EventRow, NewEvent } from '../../store/schema.ts';
import type { Core } from '../core.ts';
import type { EventBody, EventType } from './catalogue.ts';
import { createFeed } from './feed.ts';
import { createNews } from './news.ts';
import { eventBody } from './trail-event.ts';

export type TrailListener<T extends EventType = EventType> = (event: EventBody<T>) => void;

/** The durable trail: what happened, kept with what it changed, and told to whoever follows it. */
export function createTrailFeature(
  { store, report }: Core,
  parts: {
    /** The configured name of the provider with this issuer. */
    providerName: (issuer: string) => string;
  },
) {
  const listeners = new Set<{ type: string; listener: TrailListener }>();

  const bodyOf = (row: EventRow | NewEvent) => eventBody(row, parts.providerName);

  store.onEvents((events) => {
    if (listeners.size === 0) return;
    for (const row of events) {
      const event = bodyOf(row);
      if (event === null) continue;
      for (const { type, listener } of listeners) {
        if (type !== event.type) continue;
        try {
          listener(event);
        } catch (error) {
          report(error, 'event');
        }
      }
    }
  });

  const news = createNews(store);

  return {
    news,
    feed: createFeed({ store, news, bodyOf }),

    /** An event as it is told; null for one of a newer Keyward. */
    bodyOf,

    /**
     * Calls `listener` with each event of the type that this instance stores, after its commit.
     * @returns a function that ends the subscription
     */
    on(type: EventType, listener: TrailListener): () => void {
      const entry = { type, listener };
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
  };
}
