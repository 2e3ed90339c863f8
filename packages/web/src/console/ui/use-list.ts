import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Query } from '../lib/address.ts';

const PAGE_SIZE = 25;

/** What every list of the API answers with. */
interface Listed {
  total: number;
  total_pages: number;
  page: number;
}

/** A page of a list by the query of the address: `page` from there, the rest as `filters`. The old page stays until the new one is there. */
export function useList<Answer extends Listed>(
  key: string,
  query: Query,
  load: (input: { page: number; limit: number }) => Promise<Answer>,
) {
  const page = Math.max(1, Number.parseInt(query['page'] ?? '1', 10) || 1);
  return useQuery({
    queryKey: [key, 'list', query],
    queryFn: () => load({ page, limit: PAGE_SIZE }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
}
