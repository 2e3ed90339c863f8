import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { isEventPattern } from '../../data/event-types.ts';
import type { ChangeQuery, Query } from '../../lib/address.ts';
import { loaded } from '../../lib/loaded.ts';
import { useTexts } from '../../texts/texts.ts';
import type { FieldProblems } from '../../service/field-problems.ts';
import { AddressFilter } from '../../filters/address-filter.tsx';
import { TimeRange } from '../../filters/time-range.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { isFiltered, NO_FILTER } from './event-filter.ts';

/* Loaded after the rest of the page, because they are larger. */
const TypeFilter = lazy(() =>
  loaded(async () => ({ default: (await import('./type-filter.tsx')).TypeFilter })),
);

const AccountFilter = lazy(() =>
  loaded(async () => ({ default: (await import('../../filters/account-filter.tsx')).AccountFilter })),
);
const ActorFilter = lazy(() =>
  loaded(async () => ({ default: (await import('./actor-filter.tsx')).ActorFilter })),
);

export interface EventFiltersProps {
  query: Query;
  change: ChangeQuery;
  /** The API's errors about the filters. */
  problems: FieldProblems;
}

/** The filters of the list. */
export function EventFilters({ query, change, problems }: EventFiltersProps) {
  const t = useTexts().events;
  const [more, setMore] = useState(false);
  const types = (query['type'] ?? '').split(',').filter(isEventPattern);
  return (
    <div className="kc-bar kc-event-filters" role="search" aria-label={t.filters.title}>
      <SearchField
        label={t.filters.words}
        value={query['q'] ?? ''}
        onChange={(q) => change({ q })}
        width={180}
      />
      <div className="kc-event-types">
        <Suspense>
          <TypeFilter
            types={types}
            problem={problems['type']}
            onChange={(chosen) => change({ type: chosen.join(',') })}
          />
        </Suspense>
      </div>
      <Button
        className="kc-event-toggle"
        variant="default"
        aria-expanded={more}
        onClick={() => setMore(!more)}
      >
        {t.filters.title}
      </Button>
      <div className="kc-event-more" data-open={more || undefined}>
        <Suspense>
          <AccountFilter
            value={query['account_id']}
            problem={problems['account_id']}
            onChange={(account_id) => change({ account_id })}
          />
          <ActorFilter
            value={query['actor_id']}
            problem={problems['actor_id']}
            onChange={(actor_id) => change({ actor_id })}
          />
        </Suspense>
        <AddressFilter
          value={query['ip_address']}
          problem={problems['ip_address']}
          onChange={(ip_address) => change({ ip_address })}
        />
        <TimeRange query={query} change={change} ends={['since', 'until']} problems={problems} />
      </div>
      {isFiltered(query) && (
        <Button variant="subtle" color="gray" onClick={() => change(NO_FILTER)}>
          {t.filters.clear}
        </Button>
      )}
    </div>
  );
}
