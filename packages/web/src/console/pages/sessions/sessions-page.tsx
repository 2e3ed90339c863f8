import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAddressQuery } from '../../lib/address.ts';
import { choice } from '../../lib/choice.ts';
import { problemsOf } from '../../service/field-problems.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { AccountLink } from '../../ui/account-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ClearAll } from '../../ui/clear-all.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { deviceWords } from '../../ui/device-words.ts';
import { notify } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { ListFoot } from '../../ui/pager.tsx';
import { Empty } from '../../ui/states.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { SessionFilterBar } from './filter-bar.tsx';
import { isFiltered, sessionFilters } from './session-filters.ts';

const SORTS = ['created_at', '-created_at'] as const;

type List = Awaited<ReturnType<typeof service.admin.sessions.list>>;
type ListedSession = NonNullable<List['data']>['sessions'][number];

export function SessionsPage() {
  const texts = useTexts();
  const t = texts.sessions;
  const client = useQueryClient();
  const [query, change] = useAddressQuery();
  const list = useList('sessions', query, (page, options) =>
    ask(
      service.admin.sessions.list(
        { ...page, ...sessionFilters(query), sort: choice(SORTS, query['sort']) },
        options,
      ),
    ),
  );
  const refresh = () => client.invalidateQueries({ queryKey: ['sessions'] });
  const end = useMutation({
    mutationFn: (id: number) => ask(service.admin.sessions.end({ id })),
    onSuccess: () => notify(t.ended),
    onError: (error) => notify(error.message),
    onSettled: refresh,
  });
  const cleanUp = useMutation({
    mutationFn: () => ask(service.admin.sessions.cleanup()),
    onSuccess: ({ count }) => notify(t.cleanedUp(count)),
    onError: (error) => notify(error.message),
    onSettled: refresh,
  });

  const columns: Column<ListedSession>[] = [
    {
      id: 'account',
      header: t.columns.account,
      width: 200,
      cell: ({ account_id, account }) => <AccountLink id={account_id} account={account} />,
    },
    {
      id: 'device',
      header: t.columns.device,
      width: 152,
      grow: 1,
      cell: (session) => (
        <span title={session.user_agent}>
          {session.current && (
            <>
              <Badge tone="accent">{t.thisOne}</Badge>{' '}
            </>
          )}
          {deviceWords(session, t)}
        </span>
      ),
    },
    {
      id: 'address',
      header: t.columns.address,
      width: 176,
      named: true,
      cell: ({ ip_address }) => <code>{ip_address}</code>,
    },
    {
      id: 'created',
      header: t.columns.created,
      sort: 'created_at',
      width: 164,
      named: true,
      priority: 2,
      cell: ({ created_at, method }) => (
        <>
          <When at={created_at} />
          {method !== null && <span className="kc-muted"> · {t.methods[method]}</span>}
        </>
      ),
    },
    {
      id: 'used',
      header: t.columns.used,
      width: 94,
      named: true,
      cell: ({ last_used_at }) => <When at={last_used_at} />,
    },
    {
      id: 'expires',
      header: t.columns.expires,
      width: 94,
      named: true,
      priority: 1,
      cell: ({ expires_at }) => <When at={expires_at} />,
    },
    {
      id: 'end',
      header: t.end,
      end: true,
      cell: ({ id }) => (
        <Button size="compact-xs" variant="default" onClick={() => end.mutate(id)}>
          {t.end}
        </Button>
      ),
    },
  ];

  return (
    <Page
      title={texts.pages.sessions}
      intro={t.intro}
      actions={
        <Group gap="xs">
          <Button variant="default" loading={cleanUp.isPending} onClick={() => cleanUp.mutate()}>
            {t.cleanUp}
          </Button>
          <ClearAll texts={t} clear={() => ask(service.admin.sessions.clear())} onClosed={refresh} />
        </Group>
      }
    >
      <SessionFilterBar problems={problemsOf(list.error)} />
      <DataTable
        label={texts.pages.sessions}
        columns={columns}
        rows={list.data?.sessions}
        rowKey={({ id }) => id}
        error={list.error}
        retry={() => void list.refetch()}
        empty={
          isFiltered(query) ? (
            <Empty title={t.noneFound}>{t.noneFoundText}</Empty>
          ) : (
            <Empty title={t.empty}>{t.emptyText}</Empty>
          )
        }
        sort={query['sort'] ?? '-created_at'}
        onSort={(sort) => change({ sort, page: undefined })}
        foot={<ListFoot list={list.data} />}
      />
    </Page>
  );
}
