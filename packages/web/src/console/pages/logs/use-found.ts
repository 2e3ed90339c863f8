import { useMemo } from 'react';
import { spanStart, timeIn } from '../../filters/time-range.tsx';
import type { ChangeQuery, Query } from '../../lib/address.ts';
import { useNow } from '../../ui/when.tsx';
import type { Entry } from './entry.ts';
import type { Range } from './histogram.tsx';
import { createSearch, parseSearch } from './search.ts';

/** The filters of the viewer, as in the address. */
export interface LogFilter {
  search: string;
  /** None: all. */
  levels: readonly string[];
  range: Range;
  active: boolean;
  /** Whether the console's own requests are shown. */
  own: boolean;
}

export const NO_FILTER: Query = {
  q: undefined,
  level: undefined,
  last: undefined,
  from: undefined,
  to: undefined,
};

export function useLogFilter(query: Query): LogFilter {
  const { q = '', level = '', from, to, own } = query;
  const start = spanStart(query, useNow());
  return useMemo(() => {
    const levels = level.split(',').filter((one) => one !== '');
    const range = { from: start ?? timeIn(from), to: timeIn(to) };
    const active = q.trim() !== '' || levels.length > 0 || range.from !== undefined || range.to !== undefined;
    return { search: q, levels, range, active, own: own !== undefined };
  }, [q, level, start, from, to, own]);
}

/** Narrows the time. */
export function setRange(change: ChangeQuery, from: number, to: number): void {
  change(
    { last: undefined, from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    { push: true },
  );
}

/**
 * The records that match the filter, the number for each level without the filter of levels, and the number of the
 * console's own requests. These are hidden, unless the person wants to see them or searches for a text.
 */
export function useFound(
  entries: readonly Entry[] | undefined,
  { search, levels, range, own }: LogFilter,
  isOwn: (entry: Entry) => boolean,
) {
  const { from = -Infinity, to = Infinity } = range;
  const timeless = range.from === undefined && range.to === undefined;
  return useMemo(() => {
    const matches = createSearch(parseSearch(search));
    const counts = new Map<string, number>();
    const found: Entry[] = [];
    const all = own || search.trim() !== '';
    let ownCount = 0;
    for (const entry of entries ?? []) {
      if (!timeless && !(entry.at >= from && entry.at < to)) continue;
      if (!matches(entry)) continue;
      if (isOwn(entry)) {
        ownCount += 1;
        if (!all) continue;
      }
      counts.set(entry.level, (counts.get(entry.level) ?? 0) + 1);
      if (levels.length === 0 || levels.includes(entry.level)) found.push(entry);
    }
    return { found, counts, ownCount };
  }, [entries, search, levels, timeless, from, to, own, isOwn]);
}
