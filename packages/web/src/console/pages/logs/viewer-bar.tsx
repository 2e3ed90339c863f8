import { ActionIcon, Button, CloseButton, Popover } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconHelpCircle } from '@tabler/icons-react';
import type { ChangeQuery } from '../../lib/address.ts';
import { useStore } from '../../lib/store.ts';
import { useTexts } from '../../texts/texts.ts';
import { inDigits } from '../../ui/in-digits.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { LEVELS, weightOf } from './levels.ts';
import type { Feed } from './log-feed.ts';
import { toggleTerm } from './search.ts';
import { placeInTime } from './times.ts';
import type { LogFilter } from './use-found.ts';

export interface ViewerBarProps {
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
export function ViewerBar({ filter, change, counts, ownCount, found, feed, live }: ViewerBarProps) {
  const t = useTexts().logs;
  const { search, levels, range, own } = filter;
  const shown = LEVELS.filter((level) => counts.has(level) || levels.includes(level));
  const toggle = (level: string) => {
    const next = levels.includes(level) ? levels.filter((one) => one !== level) : [...levels, level];
    change({ level: next.join(',') });
  };
  return (
    <div className="kc-bar kc-log-bar">
      <SearchField label={t.search} value={search} onChange={(q) => change({ q })} width={360} />
      <SearchHelp onChoose={(term) => change({ q: toggleTerm(search, term) })} />
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
      {(range.from !== undefined || range.to !== undefined) && (
        <span className="kc-chip" data-static>
          {[range.from, range.to].map((at) => (at === undefined ? '…' : placeInTime(at))).join(' – ')}
          <CloseButton
            size="xs"
            aria-label={t.wholeTime}
            onClick={() => change({ from: undefined, to: undefined }, { push: true })}
          />
        </span>
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
