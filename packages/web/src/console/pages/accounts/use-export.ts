import { useCallback, useRef, useState } from 'react';
import { download } from '../../lib/download.ts';
import { ask, service } from '../../service/service.ts';
import { csvHead, csvRows } from './csv.ts';
import type { AccountFilters } from '../../data/account-list-query.ts';

/** The maximum page size of the API. */
const LIMIT = 100;

export interface Exporting {
  done: number;
  total: number;
}

/**
 * Collects all accounts that match the filters in a file, oldest first, so that new accounts come at the end.
 */
export function useExport(): {
  /** Null: no export is running. */
  progress: Exporting | null;
  /** @returns the number of accounts in the file; null if it was stopped @throws KeywardError */
  begin: (filters: AccountFilters) => Promise<number | null>;
  stop: () => void;
} {
  const [progress, setProgress] = useState<Exporting | null>(null);
  const stopping = useRef<AbortController>(null);

  const begin = useCallback(async (filters: AccountFilters) => {
    const { signal } = (stopping.current = new AbortController());
    // Blobs are kept outside of the script's memory, which a million accounts would fill.
    const parts: Blob[] = [new Blob([csvHead])];
    let done = 0;
    const load = (start: { after?: string }) =>
      ask(
        service.admin.accounts.list({ ...filters, sort: 'created_at', limit: LIMIT, ...start }, { signal }),
      );
    setProgress({ done: 0, total: 0 });
    try {
      let next: { after?: string } | null = {};
      while (next !== null) {
        const { accounts, total, cursor } = await load(next);
        parts.push(new Blob([csvRows(accounts)]));
        done += accounts.length;
        setProgress({ done, total });
        next = cursor === null ? null : { after: cursor };
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
