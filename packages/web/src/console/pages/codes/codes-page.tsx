import type { Otp } from '@keyward/client';
import { Button, Group, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAddressQuery } from '../../lib/address.ts';
import { keysOf } from '../../lib/keys-of.ts';
import { choice } from '../../lib/choice.ts';
import { ask, service } from '../../service/service.ts';
import { consolePath } from '../../lib/paths.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { ClearAll } from '../../ui/clear-all.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { notify } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { ListFoot } from '../../ui/pager.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Empty } from '../../ui/states.tsx';
import { useList } from '../../ui/use-list.ts';
import { dateOf, When } from '../../ui/when.tsx';

const SORTS = ['created_at', '-created_at'] as const;
type Purpose = NonNullable<NonNullable<Parameters<typeof service.admin.otps.list>[0]>['purpose']>;

const PURPOSES = keysOf<Purpose>({ login: true, signup: true, reset: true, verify: true });
const STATES = ['open', 'expired', 'used'] as const;
/** The API's filter for each state. */
const OF_STATE = {
  open: { used: false, expired: false },
  expired: { used: false, expired: true },
  used: { used: true },
} as const;
const TONES = { open: 'good', expired: 'neutral', used: 'neutral' } as const;

function stateOf({ used_at: used, expires_at: end }: Otp): (typeof STATES)[number] {
  if (used !== null) return 'used';
  return dateOf(end).getTime() <= Date.now() ? 'expired' : 'open';
}

export function CodesPage() {
  const texts = useTexts();
  const t = texts.codes;
  const client = useQueryClient();
  const [query, change] = useAddressQuery();
  const { q = '' } = query;
  const purpose = choice(PURPOSES, query['purpose']);
  const state = choice(STATES, query['state']) ?? 'open';
  const list = useList('codes', query, (page, options) =>
    ask(
      service.admin.otps.list(
        {
          ...page,
          ...(q.trim() !== '' && { field: 'identifier', value: q.trim() }),
          ...(purpose !== undefined && { purpose }),
          ...OF_STATE[state],
          sort: choice(SORTS, query['sort']) ?? '-created_at',
        },
        options,
      ),
    ),
  );
  const refresh = () => client.invalidateQueries({ queryKey: ['codes'] });
  const remove = useMutation({
    mutationFn: (id: number) => ask(service.admin.otps.delete({ id })),
    onSuccess: () => notify(t.removed),
    onError: (error) => notify(error.message),
    onSettled: refresh,
  });
  const cleanUp = useMutation({
    mutationFn: () => ask(service.admin.otps.cleanup()),
    onSuccess: ({ count }) => notify(t.cleanedUp(count)),
    onError: (error) => notify(error.message),
    onSettled: refresh,
  });
  const purposes: Readonly<Record<string, string>> = t.purposes;
  const isFiltered = q !== '' || purpose !== undefined || state !== 'open';

  const columns: Column<Otp>[] = [
    {
      id: 'email',
      header: t.columns.email,
      width: 180,
      cell: ({ identifier }) => (
        <Link className="kc-primary" to={consolePath('accounts')} search={{ q: identifier }}>
          {identifier}
        </Link>
      ),
    },
    {
      id: 'purpose',
      header: t.columns.purpose,
      width: 100,
      grow: 0.2,
      cell: ({ purpose: of }) => purposes[of] ?? of,
    },
    {
      id: 'state',
      header: t.columns.state,
      width: 190,
      grow: 0.2,
      cell: (code) => (
        <>
          <Badge tone={TONES[stateOf(code)]}>{t.states[stateOf(code)]}</Badge>
          {code.attempts > 0 && <span className="kc-muted"> {t.wrongGuesses(code.attempts)}</span>}
        </>
      ),
    },
    {
      id: 'created',
      header: t.columns.created,
      sort: 'created_at',
      width: 104,
      named: true,
      priority: 1,
      cell: ({ created_at: at }) => <When at={at} />,
    },
    {
      id: 'expires',
      header: t.columns.expires,
      width: 104,
      named: true,
      cell: ({ expires_at: at }) => <When at={at} />,
    },
    {
      id: 'remove',
      header: t.remove,
      end: true,
      cell: ({ id }) => (
        <Button size="compact-xs" variant="default" onClick={() => remove.mutate(id)}>
          {t.remove}
        </Button>
      ),
    },
  ];
  const filter = (
    part: 'purpose' | 'state',
    label: string,
    choices: readonly (readonly [value: string, name: string])[],
  ) => (
    <NativeSelect
      aria-label={label}
      value={query[part] ?? ''}
      onChange={(event) => change({ [part]: event.currentTarget.value, page: undefined })}
      data={choices.map(([value, name]) => ({ value, label: `${label}: ${name}` }))}
    />
  );

  return (
    <Page
      title={texts.pages.codes}
      intro={t.intro}
      actions={
        <Group gap="xs">
          <Button variant="default" loading={cleanUp.isPending} onClick={() => cleanUp.mutate()}>
            {t.cleanUp}
          </Button>
          <ClearAll texts={t} clear={() => ask(service.admin.otps.clear())} onClosed={refresh} />
        </Group>
      }
    >
      <div className="kc-bar" role="search">
        <SearchField
          label={t.search}
          value={q}
          onChange={(text) => change({ q: text, page: undefined })}
          width={340}
        />
        {filter('purpose', t.columns.purpose, [
          ['', texts.ui.all],
          ...PURPOSES.map((one) => [one, t.purposes[one]] as const),
        ])}
        {filter(
          'state',
          t.columns.state,
          STATES.map((one) => [one === 'open' ? '' : one, t.states[one]] as const),
        )}
        {isFiltered && (
          <Button
            variant="subtle"
            onClick={() => change({ q: undefined, purpose: undefined, state: undefined, page: undefined })}
          >
            {texts.ui.clearFilters}
          </Button>
        )}
      </div>
      <DataTable
        label={texts.pages.codes}
        columns={columns}
        rows={list.data?.otps}
        rowKey={({ id }) => id}
        error={list.error}
        retry={() => void list.refetch()}
        empty={
          isFiltered ? (
            <Empty title={t.noMatch}>{t.noMatchText}</Empty>
          ) : (
            <Empty
              title={t.empty}
              action={
                <Button variant="default" onClick={() => change({ state: 'expired' })}>
                  {t.showExpired}
                </Button>
              }
            >
              {t.emptyText}
            </Empty>
          )
        }
        sort={query['sort'] ?? '-created_at'}
        onSort={(sort) => change({ sort, page: undefined })}
        foot={<ListFoot list={list.data} />}
      />
    </Page>
  );
}
