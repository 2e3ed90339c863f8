import type { FileHandle } from 'node:fs/promises';
import { timestamp } from '../../../lib/clock.ts';
import { createMatcher, type Filter, type Format, isEmpty, timeOf } from './filter.ts';
import type { LineIndex } from './line-index.ts';
import { readLines } from './read-lines.ts';

export interface PageRequest {
  /** Records to skip before the page. */
  offset: number;
  limit: number;
  order: 'asc' | 'desc';
  filter: Filter;
}

export interface Page {
  /** Matching records on all pages. */
  total: number;
  /** The lines, oldest first, or newest first for `desc`. */
  lines: string[];
  /** Whether only the newest part was searched, because one search may not read all of it. */
  partial: boolean;
}

/** The maximum number of lines that a search reads. `since` and `until` make older parts searchable. */
const MAX_SEARCHED_LINES = 200_000;
/** The number of lines to search in one step, about a millisecond of work. */
const SEARCH_STEP = 1_024;

/** The maximum distance of lines that are out of order. */
const DISORDER_MS = 1_000;

interface Range {
  from: number;
  to: number;
}

/** One page of a file. Without a filter its cost depends on the page alone. */
export async function readPage(
  file: FileHandle,
  index: LineIndex,
  format: Format,
  request: PageRequest,
): Promise<Page> {
  const { offset, limit, order, filter } = request;
  const all = { from: 0, to: index.lines };
  if (isEmpty(filter)) {
    const { from, to } = pick(all, offset, limit, order);
    const lines = await readLines(file, index, from, to);
    return { total: index.lines, lines: order === 'asc' ? lines : lines.toReversed(), partial: false };
  }
  const within = await between(file, index, format, filter);
  const from = Math.max(within.from, within.to - MAX_SEARCHED_LINES);
  const range = { from, to: within.to };
  return { ...(await search(file, index, format, range, request)), partial: from > within.from };
}

/** The lines of a page, counted from the end for `desc`. */
function pick({ to: lines }: Range, offset: number, limit: number, order: 'asc' | 'desc'): Range {
  const start = Math.min(offset, lines);
  const end = Math.min(offset + limit, lines);
  return order === 'asc' ? { from: start, to: end } : { from: lines - end, to: lines - start };
}

/** Reads the lines in the requested order and keeps only the page. It yields to the event loop at every step. */
async function search(
  file: FileHandle,
  index: LineIndex,
  format: Format,
  { from, to }: Range,
  { offset, limit, order, filter }: PageRequest,
): Promise<Omit<Page, 'partial'>> {
  const matches = createMatcher(filter, format);
  const page: string[] = [];
  let total = 0;
  for (let done = 0; done < to - from; done += SEARCH_STEP) {
    const step = Math.min(SEARCH_STEP, to - from - done);
    const start = order === 'asc' ? from + done : to - done - step;
    const lines = await readLines(file, index, start, start + step);
    for (const line of order === 'asc' ? lines : lines.toReversed()) {
      if (!matches(line)) continue;
      if (total >= offset && page.length < limit) page.push(line);
      total += 1;
    }
  }
  return { total, lines: page };
}

/**
 * The lines that can be in the filter's time span, found by bisection: lines are in the order of their times, except
 * for those of parallel requests.
 */
async function between(
  file: FileHandle,
  index: LineIndex,
  format: Format,
  { since, until }: Filter,
): Promise<Range> {
  async function firstNotBefore(time: string | undefined, otherwise: number): Promise<number> {
    if (time === undefined) return otherwise;
    let low = 0;
    let high = index.lines;
    while (high - low > SEARCH_STEP) {
      const middle = Math.floor((low + high) / 2);
      const [line = ''] = await readLines(file, index, middle, middle + 1);
      const found = timeOf(line, format);
      // Bisection fails within a text that was printed in several lines, and among lines that others have written.
      if (found === null) return otherwise;
      if (found < time) low = middle;
      else high = middle;
    }
    return otherwise === 0 ? low : high;
  }
  const to = await firstNotBefore(moved(until, DISORDER_MS), index.lines);
  return { from: Math.min(to, await firstNotBefore(moved(since, -DISORDER_MS), 0)), to };
}

function moved(time: string | undefined, ms: number): string | undefined {
  const at = Date.parse(`${time}Z`);
  // The log cannot contain this year.
  return time === undefined || Number.isNaN(at) ? time : timestamp(at + ms);
}
