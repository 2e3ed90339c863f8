import type { EventRow, NewEvent } from '../../store/schema.ts';
import type { Core } from '../core.ts';
import { createFeed } from './feed.ts';
import { createListeners } from './listeners.ts';
import { createNews } from './news.ts';
import { eventBody } from './trail-event.ts';

/** The durable trail: what happened, kept with what it changed, and told to whoever follows it. */
export function createTrailFeature(
  { store, report }: Core,
  parts: {
    /** The configured name of the provider with this issuer. */
    providerName: (issuer: string) => string;
  },
) {
  const bodyOf = (row: EventRow | NewEvent) => eventBody(row, parts.providerName);
  const listeners = createListeners({ store, bodyOf, report: (error) => report(error, 'listener') });

  const news = createNews(store);

  return {
    news,
    feed: createFeed({ store, news, bodyOf }),

    /** An event as it is told; null for one of a newer Keyward. */
    bodyOf,

    on: listeners.on,
  };
}
