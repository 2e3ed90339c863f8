import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useEffect } from 'react';
import { useAddressQuery } from '../../lib/address.ts';
import { useStore } from '../../lib/store.ts';
import { useTexts } from '../../texts/texts.ts';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { addressOf, type Entry } from './entry.ts';
import { Histogram } from './histogram.tsx';
import { type Feed, isOff, PAGE } from './log-feed.ts';
import { LineCells, RecordCells } from './log-row.tsx';
import { LoggingOff } from './logging-off.tsx';
import { OpenRecord } from './open-record.tsx';
import { useIsOwn } from './own-requests.ts';
import { NO_FILTER, setRange, useFound, useLogFilter } from './use-found.ts';
import { ViewerBar } from './viewer-bar.tsx';

const ROW_PX = 26;
/** Two lines, on a narrow screen. */
const NARROW_ROW_PX = 48;
/** A search loads this number of older records automatically. */
const SEARCHED = 20_000;

export interface LogViewerProps {
  name: string;
  /** Whether its records are objects, as in app.log. */
  records: boolean;
  feed: Feed;
  /** Reloads the log. */
  onRetry: () => void;
}

/**
 * The records of one log: search, levels, time, the list, and the open record. The address contains all of this
 * state.
 */
export function LogViewer({ name, records, feed, onRetry }: LogViewerProps) {
  const texts = useTexts();
  const t = texts.logs;
  const narrow = useMediaQuery('(max-width: 640px)');
  const [query, change] = useAddressQuery();
  const state = useStore(feed.state);
  const { entries, older, error } = state;
  const filter = useLogFilter(query);
  const { found, counts, ownCount } = useFound(entries, filter, useIsOwn());
  const open = useCallback((entry: Entry) => change({ record: addressOf(entry) }, { push: true }), [change]);
  const reachesBack = filter.range.from !== undefined && filter.range.from < (entries?.at(-1)?.at ?? 0);
  const searching =
    filter.active && entries !== undefined && (found.length === 0 || reachesBack) && older > 0;
  useEffect(() => {
    if (searching && entries.length < SEARCHED) void feed.loadOlder();
  }, [searching, entries, feed]);
  if (isOff(error)) return <LoggingOff onDone={onRetry} />;
  if (entries === undefined)
    return error === null ? <Loading rows={8} /> : <Failure error={error} retry={onRetry} />;
  const current = query['record'];
  const openRow = current === undefined ? undefined : found.find((entry) => addressOf(entry) === current);
  const step = (by: number) => {
    const next = openRow && found[found.indexOf(openRow) + by];
    if (next !== undefined) change({ record: addressOf(next) });
  };
  return (
    <>
      <ViewerBar
        query={query}
        filter={filter}
        change={change}
        counts={counts}
        ownCount={ownCount}
        found={found.length}
        feed={feed}
        live={name === 'app' || name === 'server'}
      />
      {error !== null && <Failure error={error} retry={onRetry} />}
      {found.length > 0 && (
        <Histogram entries={found} range={filter.range} onRange={(from, to) => setRange(change, from, to)} />
      )}
      {found.length === 0 ? (
        <div className="kc-table-frame">
          {filter.active ? (
            <Empty
              title={
                state.loadingOlder
                  ? t.searchingOlder
                  : ofRequest(filter.search)
                    ? t.noRequest
                    : t.nothingFound
              }
              action={
                <Button variant="default" onClick={() => change(NO_FILTER)}>
                  {ofRequest(filter.search) ? t.allRecords : texts.ui.clearFilters}
                </Button>
              }
            >
              {t.nothingFoundText(entries.length, older)}
            </Empty>
          ) : (
            <Empty title={ownCount > 0 ? t.onlyOwn : t.empty}>{t.emptyText}</Empty>
          )}
        </div>
      ) : (
        <VirtualRows
          key={name}
          label={t.listLabel(`${name}.log`)}
          className={records ? 'kc-log-app' : 'kc-log-server'}
          headers={
            records
              ? [t.columns.time, t.columns.level, t.columns.event, t.columns.what, t.columns.account]
              : [t.columns.time, t.columns.level, t.columns.line]
          }
          rows={found}
          rowKey={idOf}
          rowHeight={narrow ? NARROW_ROW_PX : ROW_PX}
          Cells={records ? RecordCells : LineCells}
          onOpen={open}
          current={openRow?.id}
          above={t.newRecords}
          foot={<Foot feed={feed} older={older} loading={state.loadingOlder} filtered={filter.active} />}
        />
      )}
      {current !== undefined && (
        <OpenRecord
          name={name}
          address={current}
          entries={entries}
          onStep={step}
          onClose={() => change({ record: undefined })}
          onPivot={(term) => change({ ...NO_FILTER, q: term, record: undefined }, { push: true })}
        />
      )}
    </>
  );
}

const idOf = ({ id }: Entry) => id;

/** Whether a search is for the records of one request only. */
const ofRequest = (search: string): boolean => /^request(?:_id)?:\S+$/.test(search.trim());

function Foot(props: { feed: Feed; older: number; loading: boolean; filtered: boolean }) {
  const { feed, older, loading, filtered } = props;
  const t = useTexts().logs;
  return (
    <div className="kc-rows-foot">
      {older === 0 ? (
        <span className="kc-muted">{filtered ? t.noMore : t.beginning}</span>
      ) : (
        <Button size="compact-xs" variant="default" loading={loading} onClick={() => void feed.loadOlder()}>
          {t.loadOlder(Math.min(older, PAGE), older)}
        </Button>
      )}
    </div>
  );
}
