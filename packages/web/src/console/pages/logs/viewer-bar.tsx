import { ActionIcon, Button, Popover } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconHelpCircle } from '@tabler/icons-react';
import { TimeRange } from '../../filters/time-range.tsx';
import type { ChangeQuery, Query } from '../../lib/address.ts';
import { useStore } from '../../lib/store.ts';
import { useTexts } from '../../texts/texts.ts';
import { inDigits } from '../../ui/in-digits.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { LEVELS, weightOf } from './levels.ts';
import type { Feed } from './log-feed.ts';
import { toggleTerm } from './search.ts';
import { type LogFilter, NO_FILTER } from './use-found.ts';

export interface ViewerBarProps {
  query: Query;
  filter: LogFilter;
  change: ChangeQuery;
  counts: ReadonlyMap<string, number>;
  /** The console's own requests. */
  ownCount: number;
  found: number;
  feed: Feed;
  live: boolean;
}

/** Search, levels and time of the viewer, and the switch for following the log. */
export function ViewerBar({ query, filter, change, counts, ownCount, found, feed, live }: ViewerBarProps) {
  const texts = useTexts();
  const t = texts.logs;
  const { search, levels, own, active } = filter;
  const shown = LEVELS.filter((level) => counts.has(level) || levels.includes(level));
  const toggle = (level: string) => {
    const next = levels.includes(level) ? levels.filter((one) => one !== level) : [...levels, level];
    change({ level: next.join(',') });
  };
  return (
    <div className="kc-bar kc-log-bar">
      <SearchField label={t.search} value={search} onChange={(q) => change({ q })} width={320} />
      <SearchHelp onChoose={(term) => change({ q: toggleTerm(search, term) })} />
      <TimeRange query={query} change={change} ends={['from', 'to']} />
      <div className="kc-log-levels" role="group" aria-label={t.levels}>
        {shown.map((level) => (
          <button
            key={level}
            type="button"
            className="kc-chip"
            data-weight={weightOf(level)}
            aria-pressed={levels.includes(level)}
            onClick={() => toggle(level)}
          >
            {level} <span>{inDigits(counts.get(level) ?? 0)}</span>
          </button>
        ))}
      </div>
      {/* A search finds them all. */}
      {ownCount > 0 && search.trim() === '' && (
        <button
          type="button"
          className="kc-chip"
          aria-pressed={own}
          title={t.ownHelp}
          onClick={() => change({ own: own ? undefined : '1' })}
        >
          {own ? t.hideOwn : t.showOwn} <span>{inDigits(ownCount)}</span>
        </button>
      )}
      {active && (
        <Button variant="subtle" color="gray" onClick={() => change(NO_FILTER, { push: true })}>
          {texts.ui.clearFilters}
        </Button>
      )}
      <span className="kc-log-live">
        <span className="kc-muted kc-small">{t.found(found)}</span>
        {live && <Follow feed={feed} />}
      </span>
    </div>
  );
}

function Follow({ feed }: { feed: Feed }) {
  const t = useTexts().logs;
  const { paused, waiting } = useStore(feed.state);
  return (
    <>
      {paused && (
        <span className="kc-badge" data-tone="accent">
          {t.waiting(waiting)}
        </span>
      )}
      {paused ? (
        <Button variant="default" leftSection={<IconPlayerPlay size={14} />} onClick={feed.resume}>
          {t.resume}
        </Button>
      ) : (
        <Button variant="default" leftSection={<IconPlayerPause size={14} />} onClick={feed.pause}>
          {t.pause}
        </Button>
      )}
    </>
  );
}

const EXAMPLES = [
  'status_code:404',
  'status_code:>=400',
  'level:ERROR,WARNING',
  'path:/auth/login',
  'account_id:7',
  'reason:invalid_credentials',
  '-event:request',
  '"a phrase"',
];

function SearchHelp({ onChoose }: { onChoose: (term: string) => void }) {
  const t = useTexts().logs;
  return (
    <Popover width={300} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t.searchHelp}>
          <IconHelpCircle size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.searchHelp}>
        <p className="kc-small kc-log-help">{t.searchHelpText}</p>
        <div className="kc-log-examples">
          {EXAMPLES.map((term) => (
            <button key={term} type="button" className="kc-log-term" onClick={() => onChoose(term)}>
              {term}
            </button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
