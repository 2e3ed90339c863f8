import type { EventFilter } from '@keyward/client/admin';
import { useMemo } from 'react';
import { spanStart } from '../../filters/time-range.tsx';
import { isEventPattern } from '../../data/event-types.ts';
import type { Query } from '../../lib/address.ts';

/** The filters, with their names in the address and the API. */
export const NO_FILTER: Query = {
  q: undefined,
  type: undefined,
  account_id: undefined,
  actor_id: undefined,
  ip_address: undefined,
  last: undefined,
  since: undefined,
  until: undefined,
};

/** The parameters of the request, and a span that ends when it is sent. */
export interface Asked extends EventFilter {
  last?: string;
  since?: string;
  until?: string;
}

export function useAsked(query: Query): Asked {
  const { q = '', type = '', account_id, actor_id, ip_address, last, since, until } = query;
  return useMemo(() => {
    const types = type.split(',').filter(isEventPattern);
    const account = Number(account_id);
    return {
      ...(q.trim() !== '' && { q }),
      ...(types.length > 0 && { type: types }),
      ...(Number.isSafeInteger(account) && account > 0 && { account_id: account }),
      ...(actor_id && { actor_id }),
      ...(ip_address && { ip_address }),
      ...(last && { last }),
      ...(since && { since }),
      ...(until && { until }),
    };
  }, [q, type, account_id, actor_id, ip_address, last, since, until]);
}

/** The parameters of a request that is sent now. */
export function askedNow({ last, ...asked }: Asked): EventFilter & Pick<Asked, 'since' | 'until'> {
  const start = spanStart({ last }, Date.now());
  return start === undefined ? asked : { ...asked, since: new Date(start).toISOString() };
}

export const isFiltered = (query: Query): boolean => Object.keys(NO_FILTER).some((name) => query[name]);
