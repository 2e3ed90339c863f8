import type { Store } from '../../store/database.ts';
import type { EventFilter } from '../../store/event-list.ts';
import type { EventRow } from '../../store/schema.ts';
import type { EventBody } from './catalogue.ts';
import type { News } from './news.ts';

export interface FeedRequest {
  filter: EventFilter;
  /** The position that the reader has come to; null: an end of the trail. */
  after: number | null;
  descending: boolean;
  limit: number;
}

export interface FeedPage {
  events: EventBody[];
  /** The position that the page has come to. From here the reader goes on, in either direction. */
  position: number;
  hasMore: boolean;
}

export interface FeedParts {
  store: Pick<Store, 'events'>;
  news: Pick<News, 'look'>;
  bodyOf: (row: EventRow) => EventBody | null;
}

/** Reads the trail in the order of commit. */
export function createFeed({ store, news, bodyOf }: FeedParts) {
  return {
    async page({ filter, after, descending, limit }: FeedRequest): Promise<FeedPage> {
      // Before the page is read: nothing will appear any more at or before the position that an empty page answers.
      const head = await news.look();
      const span = descending
        ? { after: 0, upTo: Math.min(head, (after ?? Number.MAX_SAFE_INTEGER) - 1) }
        : { after: after ?? 0, upTo: head };
      const rows = await store.events.list({ filter, span, descending, limit: limit + 1 });
      const told = rows.slice(0, limit);
      const last = told.at(-1)?.position ?? (descending ? (after ?? head) : Math.max(after ?? 0, head));
      return {
        events: told.flatMap((row) => bodyOf(row) ?? []),
        position: last,
        hasMore: rows.length > limit,
      };
    },
  };
}
