import { useCallback, useRef, useState } from 'react';
import { download } from '../../lib/download.ts';
import { ask, service } from '../../service.ts';
import { csvHead, csvRows } from './csv.ts';
import type { AccountFilters } from './list-query.ts';

/** The most that the API gives at once. */
const LIMIT = 100;
/** Questions at the same time: enough to hide the way to the service, too few to slow down others. */
const AT_ONCE = 3;

export interface Exporting {
  done: number;
  total: number;
}

/**
 * Collects all accounts that the filters let through, as a file. Oldest first, so that accounts that are opened
 * meanwhile come at the end and move nobody.
 */
export function useExport(): {
  /** Null: nothing is being exported. */
  progress: Exporting | null;
  /** @returns how many accounts the file has; null if it was stopped @throws KeywardError */
  begin: (filters: AccountFilters) => Promise<number | null>;
  stop: () => void;
} {
  const [progress, setProgress] = useState<Exporting | null>(null);
  const stopping = useRef<AbortController>(null);

  const begin = useCallback(async (filters: AccountFilters) => {
    const { signal } = (stopping.current = new AbortController());
    // Parts of a file lie outside of the script's memory, which a million accounts would fill.
    const parts: Blob[] = [new Blob([csvHead])];
    let done = 0;
    const load = (page: number) =>
      ask(service.admin.accounts.list({ ...filters, sort: 'created_at', page, limit: LIMIT }, { signal }));
    setProgress({ done: 0, total: 0 });
    try {
      for (let page = 1, pages = 1; page <= pages;) {
        // The first tells how many there are.
        const width = page === 1 ? 1 : Math.min(AT_ONCE, pages - page + 1);
        const answers = await Promise.all(Array.from({ length: width }, (_, index) => load(page + index)));
        for (const { accounts, total, total_pages: last } of answers) {
          parts.push(new Blob([csvRows(accounts)]));
          done += accounts.length;
          pages = last;
          setProgress({ done, total });
        }
        page += width;
      }
      download('accounts.csv', parts, 'text/csv;charset=utf-8');
      return done;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      setProgress(null);
    }
  }, []);

  return { progress, begin, stop: () => stopping.current?.abort() };
}
