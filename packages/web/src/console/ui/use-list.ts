import type { CallOptions } from '@keyward/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Query } from '../lib/address.ts';

const PAGE_SIZE = 25;

/** The fields in the answer of every list of the API. */
export interface Listed {
  total: number;
  total_pages: number;
  page: number;
}

/**
 * A page of a list by the query of the address: `page` from there, the rest as `filters`. The old page stays
 * until the new one is loaded; outdated requests are cancelled.
 */
export function useList<Answer extends Listed>(
  key: string,
  query: Query,
  load: (input: { page: number; limit: number }, options: CallOptions) => Promise<Answer>,
) {
  const page = Math.max(1, Number.parseInt(query['page'] ?? '1', 10) || 1);
  return useQuery({
    queryKey: [key, 'list', query],
    queryFn: ({ signal }) => load({ page, limit: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
}
