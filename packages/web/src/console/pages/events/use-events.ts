import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { ask, service } from '../../service/service.ts';
import { sessionEnded } from '../../session/ended.ts';
import { type Asked, askedNow } from './event-filter.ts';
import { type AnyEvent, anyEvent } from './event-facts.ts';

const PAGE = 200;
/** How often new events are drawn. */
const DRAW_MS = 150;

interface EventPage {
  events: AnyEvent[];
  cursor: string;
  more: boolean;
  /** The position at which new events begin; only the first page has it. */
  newest: string | null;
}

async function readPage(asked: Asked, after: string | null, signal: AbortSignal): Promise<EventPage> {
  // Requested before the page, so that no event falls between the two.
  const newest =
    after === null
      ? (await ask(service.admin.events.list({ limit: 1, order: 'desc' }, { signal }))).cursor
      : null;
  const { events, cursor, has_more } = await ask(
    service.admin.events.list(
      { ...askedNow(asked), order: 'desc', limit: PAGE, ...(after !== null && { after }) },
      { signal },
    ),
  );
  return { events: events.map(anyEvent), cursor, more: has_more, newest };
}

/** The events that match the filters, newest first: the loaded pages, and new events. */
export function useEvents(asked: Asked) {
  const list = useInfiniteQuery({
    queryKey: ['events', 'list', asked],
    queryFn: ({ pageParam, signal }) => readPage(asked, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor, more }) => (more ? cursor : null),
    // The stream delivers new events.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const newest = list.data?.pages[0]?.newest ?? null;
  const news = useNews(asked, newest);
  const pages = list.data?.pages;
  const events = useMemo(() => {
    if (pages === undefined) return undefined;
    const seen = new Set<string>();
    return [...news, ...pages.flatMap((page) => page.events)].filter(
      ({ id }) => !seen.has(id) && seen.add(id) !== undefined,
    );
  }, [news, pages]);
  return { list, events };
}

const NONE: readonly AnyEvent[] = [];

/** The events since the first page, newest first. @param after null until the page is loaded */
function useNews(asked: Asked, after: string | null): readonly AnyEvent[] {
  const [news, setNews] = useState(NONE);
  useEffect(() => {
    setNews(NONE);
    if (after === null) return undefined;
    const over = new AbortController();
    let arrived: AnyEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      timer = undefined;
      const drawn = arrived.toReversed();
      arrived = [];
      setNews((before) => [...drawn, ...before]);
    };
    const { since: _, until, ...filter } = askedNow(asked);
    const run = async () => {
      for await (const { data, error } of service.admin.events.follow({
        ...filter,
        after,
        signal: over.signal,
      })) {
        if (error) {
          if (error.status === 401) sessionEnded.tell(error);
          return;
        }
        if (until !== undefined && data.event.timestamp >= until) return;
        arrived.push(anyEvent(data.event));
        timer ??= setTimeout(draw, DRAW_MS);
      }
    };
    void run();
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [asked, after]);
  return news;
}
