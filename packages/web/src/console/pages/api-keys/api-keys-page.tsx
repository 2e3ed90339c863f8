import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAccountsOf } from '../../data/accounts.ts';
import { useAddressQuery } from '../../lib/address.ts';
import { useNew } from '../../lib/use-new.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { ListFoot } from '../../ui/pager.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { Empty } from '../../ui/states.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useList } from '../../ui/use-list.ts';
import { dateOf, exactTime, When } from '../../ui/when.tsx';
import { CreateApiKey } from './create-api-key.tsx';

const MOST_KEYS = 100;

/** @param begin the beginning of the keys that are meant; empty: a page of all */
async function list(page: { page: number; limit: number }, begin: string) {
  if (begin === '') return ask(service.admin.apiKeys.list(page));
  const { api_keys: all, ...answer } = await ask(service.admin.apiKeys.list({ limit: MOST_KEYS }));
  const found = all.filter(({ hint }) => hint.startsWith(begin));
  return { ...answer, api_keys: found, total: found.length, total_pages: 1 };
}
type ListedKey = Awaited<ReturnType<typeof list>>['api_keys'][number];

/** Keys for programs, with their creators, scopes and last uses. */
export function ApiKeysPage() {
  const texts = useTexts();
  const t = texts.apiKeys;
  const [query, change] = useAddressQuery();
  const { key: begin = '' } = query;
  const [creating, setCreating] = useNew();
  const [made, setMade] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<ListedKey | null>(null);
  const keys = useList('api-keys', query, (page) => list(page, begin));
  const accounts = useAccountsOf(keys.data?.api_keys.map((key) => ({ account_id: key.created_by })));
  const revoke = useAct({
    run: (id: number) => ask(service.admin.apiKeys.revoke({ id })),
    changes: ['api-keys'],
    done: () => t.revoked,
  });
  const create = <Button onClick={() => setCreating(true)}>{t.create}</Button>;
  const columns: Column<ListedKey>[] = [
    {
      id: 'name',
      header: t.columns.name,
      width: 190,
      cell: ({ name, hint }) => (
        <>
          <span className="kc-primary">{name}</span> <code className="kc-muted">{hint}…</code>
        </>
      ),
    },
    {
      id: 'scopes',
      header: t.columns.scopes,
      width: 180,
      grow: 1,
      cell: ({ scopes }) => (
        <span title={scopes.join('\n')}>
          {scopes.length > 2 ? `${scopes[0]}, ${t.moreScopes(scopes.length - 1)}` : scopes.join(', ')}
        </span>
      ),
    },
    {
      id: 'addresses',
      header: t.columns.addresses,
      width: 120,
      named: true,
      grow: 0.4,
      priority: 3,
      cell: ({ allowed_addresses }) =>
        allowed_addresses === null ? (
          <span className="kc-muted">{t.anyAddress}</span>
        ) : (
          allowed_addresses.join(', ')
        ),
    },
    {
      id: 'by',
      header: t.columns.by,
      width: 140,
      grow: 0.4,
      named: true,
      priority: 2,
      cell: ({ created_by }) =>
        created_by === null ? '' : (accounts.get(created_by)?.email ?? `#${created_by}`),
    },
    {
      id: 'used',
      header: t.columns.used,
      width: 104,
      named: true,
      cell: ({ last_used_at }) => <When at={last_used_at} />,
    },
    {
      id: 'expires',
      header: t.columns.expires,
      width: 104,
      named: true,
      cell: ({ expires_at }) =>
        expires_at !== null && dateOf(expires_at).getTime() < Date.now() ? (
          <span title={exactTime(expires_at)}>
            <Badge tone="warn">{t.expired}</Badge>
          </span>
        ) : (
          <When at={expires_at} />
        ),
    },
    {
      id: 'revoke',
      header: t.revoke,
      end: true,
      cell: (key) => (
        <Button size="compact-xs" variant="default" onClick={() => setRevoking(key)}>
          {t.revoke}
        </Button>
      ),
    },
  ];
  return (
    <Page title={texts.pages.apiKeys} intro={t.intro} actions={create}>
      {begin !== '' && (
        <div className="kc-bar">
          <Button variant="default" onClick={() => change({ key: undefined })}>
            {begin}… ×
          </Button>
        </div>
      )}
      <DataTable
        label={texts.pages.apiKeys}
        columns={columns}
        rows={keys.data?.api_keys}
        rowKey={({ id }) => id}
        error={keys.error}
        retry={() => void keys.refetch()}
        empty={
          <Empty title={t.empty} action={create}>
            {t.emptyText}
          </Empty>
        }
        foot={<ListFoot list={keys.data} />}
      />
      {creating && <CreateApiKey onMade={setMade} onClose={() => setCreating(false)} />}
      {made !== null && (
        <SecretOnce title={t.madeTitle} secret={made} onClose={() => setMade(null)}>
          {t.madeText}
        </SecretOnce>
      )}
      {revoking !== null && (
        <Confirm
          title={t.revokeTitle(revoking.name)}
          button={t.revoke}
          onConfirm={() => revoke.mutateAsync(revoking.id)}
          onClose={() => setRevoking(null)}
        >
          {t.revokeText}
        </Confirm>
      )}
    </Page>
  );
}
