import type { Organization } from '@keyward/client';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useAccountsOf } from '../../data/accounts.ts';
import { useAddressQuery } from '../../lib/address.ts';
import { boot } from '../../lib/boot.ts';
import { consolePath } from '../../lib/paths.ts';
import { useNew } from '../../lib/use-new.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { inDigits } from '../../ui/in-digits.ts';
import { Page } from '../../ui/page.tsx';
import { ListFoot } from '../../ui/pager.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Empty } from '../../ui/states.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { CreateOrganization } from './create-organization.tsx';
import { organizationFilters, pathOf, TONES } from './organization.ts';
import { OrganizationPanel } from './organization-panel.tsx';

export function OrganizationsPage() {
  const texts = useTexts();
  const t = texts.organizations;
  return boot.organizations === null ? (
    <Page title={texts.pages.organizations}>
      <Empty
        title={t.off}
        action={<Link to={consolePath('settings/organizations')}>{texts.pages.settings}</Link>}
      >
        {t.offText}
      </Empty>
    </Page>
  ) : (
    <OrganizationList />
  );
}

/** The organizations, each in a panel with its members, invitations, roles and events. */
function OrganizationList() {
  const texts = useTexts();
  const t = texts.organizations;
  const navigate = useNavigate();
  const { id } = useParams({ strict: false });
  const [query, change] = useAddressQuery();
  const [creating, setCreating] = useNew();
  const filters = organizationFilters(query);
  const list = useList('organizations', query, (page, options) =>
    ask(service.admin.organizations.list({ ...filters, ...page }, options)),
  );
  const { member } = filters;
  const account = useAccountsOf([{ account_id: member ?? null }]).get(member ?? 0);
  const open = (path: string) => void navigate({ to: consolePath(path), search: true, resetScroll: false });
  const create = (
    <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  const isFiltered = Object.keys(filters).some((name) => name !== 'sort');
  return (
    <Page title={texts.pages.organizations} intro={t.intro} actions={create}>
      <div className="kc-bar" role="search">
        <SearchField
          label={t.search}
          value={query['q'] ?? ''}
          onChange={(q) => change({ q, page: undefined })}
        />
        {member !== undefined && (
          <Button variant="default" onClick={() => change({ member: undefined, page: undefined })}>
            {t.withMember(account?.email ?? `#${member}`)} ×
          </Button>
        )}
      </div>
      <DataTable
        label={texts.pages.organizations}
        columns={useColumns()}
        rows={list.data?.organizations}
        rowKey={({ id: key }) => key}
        current={id}
        linkTo={({ id: key }) => pathOf(key)}
        error={list.error}
        retry={() => void list.refetch()}
        empty={
          isFiltered ? (
            <Empty title={t.noMatch}>{t.noMatchText}</Empty>
          ) : (
            <Empty title={t.empty} action={create}>
              {t.emptyText}
            </Empty>
          )
        }
        sort={query['sort'] ?? '-created_at'}
        onSort={(sort) => change({ sort, page: undefined })}
        foot={<ListFoot list={list.data} />}
      />
      {creating && (
        <CreateOrganization onMade={(made) => open(pathOf(made.id))} onClose={() => setCreating(false)} />
      )}
      {id !== undefined && <OrganizationPanel key={id} id={id} onClose={() => open('organizations')} />}
    </Page>
  );
}

function useColumns(): Column<Organization>[] {
  const t = useTexts().organizations;
  return [
    {
      id: 'name',
      header: t.columns.name,
      sort: 'name',
      width: 200,
      grow: 2,
      cell: ({ name }) => (
        <span className="kc-primary" title={name}>
          {name}
        </span>
      ),
    },
    {
      id: 'slug',
      header: t.columns.slug,
      width: 150,
      grow: 1,
      priority: 1,
      cell: ({ slug }) => <code>{slug}</code>,
    },
    {
      id: 'state',
      header: t.columns.state,
      width: 100,
      cell: ({ status }) => <Badge tone={TONES[status]}>{t.states[status]}</Badge>,
    },
    {
      id: 'members',
      header: t.columns.members,
      width: 90,
      named: true,
      cell: ({ members_count }) => inDigits(members_count),
    },
    {
      id: 'external',
      header: t.columns.external,
      width: 120,
      named: true,
      priority: 3,
      cell: ({ external_id }) => external_id !== null && <code>{external_id}</code>,
    },
    {
      id: 'created',
      header: t.columns.created,
      sort: 'created_at',
      width: 104,
      priority: 2,
      cell: ({ created_at }) => <When at={created_at} />,
    },
  ];
}
