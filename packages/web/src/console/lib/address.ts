import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The query of an address: plain texts, as people type them. */
export type Query = Readonly<Record<string, string | undefined>>;

export function parseQuery(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** @returns the query with its question mark; empty if no part is set */
export function writeQuery(query: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (typeof value === 'string' && value !== '') params.set(name, value);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Changes some parts of the query; undefined and '' remove a part. `push` adds an entry to the history. */
export type ChangeQuery = (changes: Query, options?: { push?: boolean }) => void;

/** The filters of a page are in its address, so they survive a reload and can be shared. */
export function useAddressQuery(): [query: Query, change: ChangeQuery] {
  const query: Query = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback<ChangeQuery>(
    (changes, { push = false } = {}) => {
      void navigate({
        to: '.',
        search: (before: Query) => ({ ...before, ...changes }),
        replace: !push,
      });
    },
    [navigate],
  );
  return [query, change];
}
