import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, service } from '../../../service/service.ts';
import { consolePath } from '../../../lib/paths.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Listed, More } from '../../../ui/states.tsx';
import { TimelineEntry } from '../../../ui/timeline-entry.tsx';
import { Card } from '../../../ui/card.tsx';

const PAGE = 20;
const EVERY_MS = 15_000;

/** The events of an account, newest first, with actor, origin and reason. */
export function Timeline({ id }: { id: number }) {
  const texts = useTexts();
  const { timeline: t } = texts.account;
  const found = useInfiniteQuery({
    queryKey: ['events', 'of-account', id],
    queryFn: ({ pageParam, signal }) =>
      ask(
        service.admin.events.list(
          { account_id: id, order: 'desc', limit: PAGE, ...(pageParam !== '' && { after: pageParam }) },
          { signal },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: ({ cursor, has_more: more }) => (more ? cursor : undefined),
    refetchInterval: EVERY_MS,
  });
  const events = found.data?.pages.flatMap((page) => page.events);
  return (
    <Card
      title={t.title}
      actions={
        <Link className="kc-small" to={consolePath('events')} search={{ account_id: String(id) }}>
          {t.all}
        </Link>
      }
    >
      <Listed rows={events} error={found.error} retry={() => void found.refetch()} none={t.empty}>
        {(rows) => (
          <ol className="kc-timeline">
            {rows.map((event) => (
              <TimelineEntry key={event.id} event={event} subject={id} />
            ))}
          </ol>
        )}
      </Listed>
      <More found={found} label={t.older} />
    </Card>
  );
}
