import type { AdministeredAccount } from '@keyward/client';
import { Button } from '@mantine/core';
import { Outlet, useParams } from '@tanstack/react-router';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAddressQuery } from '../../lib/address.ts';
import { useNew } from '../../lib/use-new.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { type Column, DataTable, type Selection } from '../../ui/data-table.tsx';
import { notify } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { ListFoot } from '../../ui/pager.tsx';
import { Empty } from '../../ui/states.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { BulkActs } from './bulk-acts.tsx';
import { AccountFilterBar } from './filter-bar.tsx';
import { CreateAccount } from './create-account.tsx';
import { accountFilters, isFiltered, listQuery } from '../../data/account-list-query.ts';
import { Portrait, RoleBadge, StatusBadges } from '../../ui/person.tsx';
import { useExport } from './use-export.ts';
import './accounts.css';

export function AccountsPage() {
  const texts = useTexts();
  const t = texts.accounts;
  const [query, change] = useAddressQuery();
  const { id: open } = useParams({ strict: false });
  const filters = accountFilters(query);
  const list = useList('accounts', listQuery(query), (page, options) =>
    ask(service.admin.accounts.list({ ...filters, ...page }, options)),
  );
  const { progress, begin, stop } = useExport();
  const exportAll = async () => {
    try {
      const count = await begin(filters);
      notify(count === null ? t.exportStopped : t.exported(count));
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
    }
  };
  const rows = list.data?.accounts;
  const columns = useColumns(rows);
  const [selected, setSelected] = useState<ReadonlyMap<number, AdministeredAccount>>(new Map());
  const selection: Selection<AdministeredAccount> = {
    has: ({ id }) => selected.has(id),
    toggle: (some, chosen) =>
      setSelected((before) => {
        const next = new Map(before);
        for (const account of some) {
          if (chosen) next.set(account.id, account);
          else next.delete(account.id);
        }
        return next;
      }),
    label: ({ email }) => t.bulk.select(email),
    allLabel: t.bulk.selectAll,
  };
  const [creating, setCreating] = useNew();
  const create = () => setCreating(true);

  return (
    <Page
      title={texts.pages.accounts}
      intro={t.intro}
      actions={
        <>
          {progress === null ? (
            <Button
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => void exportAll()}
            >
              {t.exportCsv}
            </Button>
          ) : (
            <Button variant="default" onClick={stop}>
              {t.exporting(progress.done, progress.total)}
            </Button>
          )}
          <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={create}>
            {t.create}
          </Button>
        </>
      }
    >
      {selected.size === 0 ? (
        <AccountFilterBar rows={rows} />
      ) : (
        <BulkActs accounts={[...selected.values()]} onClear={() => setSelected(new Map())} />
      )}
      <div className="kc-accounts" aria-busy={list.isPlaceholderData}>
        <DataTable
          label={texts.pages.accounts}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          error={list.error}
          retry={() => void list.refetch()}
          empty={
            isFiltered(query) ? (
              <Empty title={t.noMatch}>{t.noMatchText}</Empty>
            ) : (
              <Empty title={t.empty} action={<Button onClick={create}>{t.create}</Button>}>
                {t.emptyText}
              </Empty>
            )
          }
          current={open === undefined ? undefined : Number(open)}
          linkTo={({ id }) => `accounts/${id}`}
          sort={query['sort'] ?? '-created_at'}
          onSort={(sort) => change({ sort, page: undefined })}
          foot={<ListFoot list={list.data} />}
          selection={selection}
        />
      </div>
      {creating && <CreateAccount onClose={() => setCreating(false)} />}
      <Outlet />
    </Page>
  );
}

/** Whether a handle only repeats the email. */
const repeats = ({ handle, email }: AdministeredAccount) => handle === email.split('@')[0]?.toLowerCase();

/** Handles that only repeat the emails, and phones that nobody has, get no column. */
function useColumns(rows: readonly AdministeredAccount[] = []): Column<AdministeredAccount>[] {
  const texts = useTexts();
  const { columns: c } = texts.accounts;
  const columns: Column<AdministeredAccount>[] = [
    {
      id: 'name',
      header: c.name,
      sort: 'name',
      width: 142,
      cell: (account) => (
        <span className="kc-account-name">
          <Portrait account={account} />
          <span className="kc-primary">{account.name}</span>
        </span>
      ),
    },
    {
      id: 'handle',
      header: c.handle,
      sort: 'handle',
      width: 120,
      grow: 0.4,
      priority: 4,
      cell: (account) => !repeats(account) && <span className="kc-muted">{account.handle}</span>,
    },
    { id: 'email', header: c.email, sort: 'email', width: 208, grow: 1, cell: ({ email }) => email },
    {
      id: 'phone',
      header: c.phone,
      width: 160,
      priority: 5,
      cell: ({ phone }) => <span className="kc-muted">{phone}</span>,
    },
    {
      id: 'role',
      header: c.role,
      width: 106,
      grow: 0.2,
      cell: ({ role }) => <RoleBadge role={role} />,
    },
    { id: 'status', header: c.status, width: 98, cell: (account) => <StatusBadges account={account} /> },
    {
      id: 'verified',
      header: c.verified,
      width: 74,
      priority: 2,
      cell: ({ email_verified: verified }) =>
        verified ? texts.ui.yes : <span className="kc-muted">{texts.ui.no}</span>,
    },
    {
      id: 'created',
      header: c.created,
      sort: 'created_at',
      width: 92,
      priority: 1,
      cell: ({ created_at }) => <When at={created_at} />,
    },
  ];
  const tellsMore: Readonly<Record<string, boolean>> = {
    handle: rows.some((account) => !repeats(account)),
    phone: rows.some(({ phone }) => phone !== null),
  };
  return columns.filter(({ id }) => tellsMore[id] ?? true);
}
export { AccountPanel } from './account/account-panel.tsx';
