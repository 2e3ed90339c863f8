import type { KeywardEvent } from '@keyward/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Card } from '../../ui/card.tsx';
import { Listed, More } from '../../ui/states.tsx';
import { TimelineEntry } from '../../ui/timeline-entry.tsx';

/** The feed has no filter for one organization, so each page is searched for it. */
const PAGE = 200;

const TYPES = ['organization.*', 'member.*', 'role.*'] as const;

const isAbout = ({ data }: KeywardEvent, id: string): boolean =>
  'organization' in data && Object(data.organization).id === id;

/** What has happened to an organization, newest first. */
export function Events({ id }: { id: string }) {
  const t = useTexts().organizations.events;
  const found = useInfiniteQuery({
    queryKey: ['events', 'of-organization', id],
    queryFn: ({ pageParam, signal }) =>
      ask(
        service.admin.events.list(
          { type: TYPES, order: 'desc', limit: PAGE, ...(pageParam !== '' && { after: pageParam }) },
          { signal },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: ({ cursor, has_more: more }) => (more ? cursor : undefined),
  });
  const events = found.data?.pages.flatMap((page) => page.events).filter((event) => isAbout(event, id));
  return (
    <Card title={t.title}>
      <Listed
        rows={events}
        error={found.error}
        retry={() => void found.refetch()}
        none={found.hasNextPage ? t.noneYet : t.none}
      >
        {(rows) => (
          <ol className="kc-timeline">
            {rows.map((event) => (
              <TimelineEntry key={event.id} event={event} />
            ))}
          </ol>
        )}
      </Listed>
      <More found={found} label={t.older} />
    </Card>
  );
}
