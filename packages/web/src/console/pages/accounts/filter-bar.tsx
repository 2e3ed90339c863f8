import type { AdministeredAccount } from '@keyward/client';
import { Button, NativeSelect } from '@mantine/core';
import { useAddressQuery } from '../../lib/address.ts';
import { useTexts } from '../../texts/texts.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { isFiltered } from '../../data/account-list-query.ts';

/** @param props.rows the rows, whose custom roles and statuses become filters */
export function AccountFilterBar({ rows }: { rows: readonly AdministeredAccount[] | undefined }) {
  const texts = useTexts();
  const t = texts.accounts;
  const [query, change] = useAddressQuery();
  const filter = (
    part: 'role' | 'status' | 'verified',
    label: string,
    choices: readonly [string, string][],
  ) => (
    <NativeSelect
      size="sm"
      aria-label={label}
      value={query[part] ?? ''}
      onChange={(event) => change({ [part]: event.currentTarget.value, page: undefined })}
      data={[
        { value: '', label: `${label}: ${texts.ui.all}` },
        ...choices.map(([value, name]) => ({ value, label: `${label}: ${name}` })),
      ]}
    />
  );
  const words = (part: 'role' | 'status', known: readonly string[]): [string, string][] =>
    [...new Set([...known, ...(rows ?? []).map((row) => row[part]), query[part] ?? ''])]
      .filter((word) => word !== '')
      .map((word) => [word, word]);
  return (
    <div className="kc-bar" role="search">
      <SearchField
        label={t.search}
        value={query['q'] ?? ''}
        onChange={(q) => change({ q, page: undefined })}
        width={250}
      />
      {filter('role', t.columns.role, words('role', ['user', 'superadmin']))}
      {filter('status', t.columns.status, words('status', ['active', 'suspended']))}
      {filter('verified', t.columns.verified, [
        ['true', texts.ui.yes],
        ['false', texts.ui.no],
      ])}
      {isFiltered(query) && (
        <Button
          variant="subtle"
          onClick={() =>
            change({ q: undefined, role: undefined, status: undefined, verified: undefined, page: undefined })
          }
        >
          {texts.ui.clearFilters}
        </Button>
      )}
    </div>
  );
}
