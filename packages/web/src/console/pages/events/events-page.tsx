import { useMediaQuery } from '@mantine/hooks';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type KeyboardEvent, useCallback } from 'react';
import { type Query, useAddressQuery } from '../../lib/address.ts';
import { consolePath } from '../../lib/paths.ts';
import { useTexts } from '../../texts/texts.ts';
import { problemsOf } from '../../service/field-problems.ts';
import { Page } from '../../ui/page.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import type { AnyEvent } from './event-facts.ts';
import { isFiltered, useAsked } from './event-filter.ts';
import { EventFilters } from './event-filters.tsx';
import { EventPanel } from './event-panel.tsx';
import { EventCells } from './event-row.tsx';
import { ExportEvents } from './export-events.tsx';
import { useEvents } from './use-events.ts';
import './events.css';

const ROW_PX = 40;
/** The actor is in a second line. */
const MEDIUM_ROW_PX = 56;
/** Up to four lines, on a narrow screen. */
const NARROW_ROW_PX = 102;

const idOf = ({ id }: AnyEvent) => id;

/** Changes of accounts, sessions, rights and settings, and who made them. */
export function EventsPage() {
  const texts = useTexts();
  const t = texts.events;
  const [query, change] = useAddressQuery();
  const navigate = useNavigate();
  const { id } = useParams({ strict: false });
  const narrow = useMediaQuery('(max-width: 640px)');
  const medium = useMediaQuery('(max-width: 1100px)');
  const asked = useAsked(query);
  const { list, events } = useEvents(asked);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const open = useCallback(
    (event: AnyEvent, replace = false) =>
      void navigate({ to: consolePath(`events/${event.id}`), search: (before: Query) => before, replace }),
    [navigate],
  );
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const openRow = id === undefined ? undefined : events?.find((event) => event.id === id);
  const onKeyDown = ({ key, metaKey, ctrlKey, altKey }: KeyboardEvent) => {
    if (metaKey || ctrlKey || altKey || (key !== 'j' && key !== 'k') || openRow === undefined) return;
    const next = events?.[events.indexOf(openRow) + (key === 'j' ? 1 : -1)];
    if (next !== undefined) open(next, true);
  };
  const problems = problemsOf(list.error);
  const foreign = list.error !== null && Object.keys(problems).length === 0;
  return (
    <Page title={texts.pages.events} intro={t.intro} actions={<ExportEvents asked={asked} />}>
      <EventFilters query={query} change={change} problems={problems} />
      {foreign ? (
        <Failure error={list.error} retry={() => void list.refetch()} />
      ) : events === undefined ? (
        list.error === null && (
          <div className="kc-table-frame">
            <Loading rows={8} />
          </div>
        )
      ) : events.length === 0 ? (
        <div className="kc-table-frame">
          {isFiltered(query) ? (
            <Empty title={t.nothingFound}>{t.nothingFoundText}</Empty>
          ) : (
            <Empty title={t.empty}>{t.emptyText}</Empty>
          )}
        </div>
      ) : (
        <VirtualRows
          // Other filters make a new list, which begins at its top.
          key={JSON.stringify(asked)}
          label={texts.pages.events}
          className="kc-event-rows"
          headers={[
            t.columns.time,
            t.columns.type,
            t.columns.detail,
            t.columns.account,
            t.columns.actor,
            t.columns.address,
          ]}
          rows={events}
          rowKey={idOf}
          rowHeight={narrow ? NARROW_ROW_PX : medium ? MEDIUM_ROW_PX : ROW_PX}
          Cells={EventCells}
          onOpen={open}
          current={id}
          onEnd={loadMore}
          above={t.newEvents}
          foot={
            <div className="kc-rows-foot kc-muted">
              {isFetchingNextPage ? texts.ui.loading : hasNextPage ? null : t.beginning}
            </div>
          }
        />
      )}
      {id !== undefined && (
        <div role="presentation" onKeyDown={onKeyDown}>
          <EventPanel
            id={id}
            known={openRow}
            onClose={() => void navigate({ to: consolePath('events'), search: (before: Query) => before })}
            onPivot={(filter) => void navigate({ to: consolePath('events'), search: { ...filter } })}
          />
        </div>
      )}
    </Page>
  );
}
