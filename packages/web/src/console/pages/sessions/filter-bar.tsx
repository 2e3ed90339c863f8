import { Button, NativeSelect } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { type Query, useAddressQuery } from '../../lib/address.ts';
import { loaded } from '../../lib/loaded.ts';
import type { FieldProblems } from '../../service/field-problems.ts';
import { useTexts } from '../../texts/texts.ts';
import { AddressFilter } from '../../filters/address-filter.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { isFiltered, METHODS, NO_FILTER } from './session-filters.ts';

/* Loaded after the rest of the page, because it is larger. */
const AccountFilter = lazy(() =>
  loaded(async () => ({ default: (await import('../../filters/account-filter.tsx')).AccountFilter })),
);

/** The filters of the list. @param props.problems the API's errors about them */
export function SessionFilterBar({ problems }: { problems: FieldProblems }) {
  const texts = useTexts();
  const t = texts.sessions;
  const [query, change] = useAddressQuery();
  const filter = (changes: Query) => change({ ...changes, page: undefined });
  const { device = '', account_id, ip_address, method = '', id } = query;
  return (
    <div className="kc-bar" role="search" aria-label={texts.ui.filters}>
      <SearchField
        label={t.search}
        value={device}
        onChange={(typed) => filter({ device: typed })}
        width={280}
      />
      <Suspense>
        <AccountFilter
          value={account_id}
          problem={problems['account_id']}
          onChange={(chosen) => filter({ account_id: chosen })}
        />
      </Suspense>
      <AddressFilter
        value={ip_address}
        problem={problems['ip_address']}
        onChange={(typed) => filter({ ip_address: typed })}
      />
      <NativeSelect
        aria-label={t.method}
        value={method}
        onChange={(event) => filter({ method: event.currentTarget.value })}
        data={[
          { value: '', label: `${t.method}: ${texts.ui.all}` },
          ...METHODS.map((value) => ({ value, label: `${t.method}: ${t.methods[value]}` })),
        ]}
      />
      {id !== undefined && (
        <Button variant="default" onClick={() => filter({ id: undefined })}>
          {t.one(id)} ×
        </Button>
      )}
      {isFiltered(query) && (
        <Button variant="subtle" onClick={() => filter(NO_FILTER)}>
          {texts.ui.clearFilters}
        </Button>
      )}
    </div>
  );
}
