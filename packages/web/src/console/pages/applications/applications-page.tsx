import { Button } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAddressQuery } from '../../lib/address.ts';
import { consolePath } from '../../lib/paths.ts';
import { useNew } from '../../lib/use-new.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { ListFoot } from '../../ui/pager.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { Empty } from '../../ui/states.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { type Application, pathOf } from './application.ts';
import { ApplicationForm } from './application-form.tsx';
import { ApplicationPanel } from './application-panel.tsx';
import { ApplicationState } from './application-state.tsx';
import { RotateKeys } from './rotate-keys.tsx';
import { TryIt } from './try-it.tsx';

/** The applications that sign in with Keyward, each in a panel with its secrets and a guide. */
export function ApplicationsPage() {
  const texts = useTexts();
  const t = texts.applications;
  const navigate = useNavigate();
  const { id } = useParams({ strict: false });
  const [query] = useAddressQuery();
  const [creating, setCreating] = useNew();
  const [shown, setShown] = useState<{ secret: string; of?: string } | null>(null);
  const list = useList('applications', query, (page) => ask(service.admin.applications.list(page)));
  const open = (path: string) => void navigate({ to: consolePath(path) });
  const create = <Button onClick={() => setCreating(true)}>{t.create}</Button>;
  const columns: Column<Application>[] = [
    {
      id: 'name',
      header: t.columns.name,
      width: 240,
      grow: 2,
      cell: ({ name, client_id }) => (
        <>
          <span className="kc-primary">{name}</span> <code className="kc-muted">{client_id}</code>
        </>
      ),
    },
    { id: 'kind', header: t.columns.kind, width: 140, named: true, cell: ({ type }) => t.kinds[type] },
    {
      id: 'state',
      header: t.columns.state,
      width: 180,
      cell: (application) => <ApplicationState application={application} />,
    },
    {
      id: 'used',
      header: t.columns.used,
      width: 110,
      named: true,
      cell: ({ last_used_at }) => <When at={last_used_at} />,
    },
    {
      id: 'created',
      header: t.columns.created,
      width: 110,
      priority: 1,
      cell: ({ created_at }) => <When at={created_at} />,
    },
  ];
  return (
    <Page
      title={texts.pages.applications}
      intro={t.intro}
      actions={
        <>
          {(list.data?.total ?? 0) > 0 && (
            <>
              <TryIt />
              <RotateKeys />
            </>
          )}
          {create}
        </>
      }
    >
      <DataTable
        label={texts.pages.applications}
        columns={columns}
        rows={list.data?.applications}
        rowKey={({ client_id }) => client_id}
        current={id}
        linkTo={({ client_id }) => pathOf(client_id)}
        error={list.error}
        retry={() => void list.refetch()}
        empty={
          <Empty title={t.empty} action={create}>
            {t.emptyText}
          </Empty>
        }
        foot={<ListFoot list={list.data} />}
      />
      {creating && (
        <ApplicationForm
          onMade={({ client_id: of, client_secret: secret }) =>
            secret === undefined ? open(pathOf(of)) : setShown({ secret, of })
          }
          onClose={() => setCreating(false)}
        />
      )}
      {id !== undefined && (
        <ApplicationPanel
          key={id}
          id={id}
          onClose={() => open('applications')}
          onSecret={(secret) => setShown({ secret })}
        />
      )}
      {shown !== null && (
        <SecretOnce
          title={t.secretTitle}
          secret={shown.secret}
          onClose={() => {
            setShown(null);
            if (shown.of !== undefined) open(pathOf(shown.of));
          }}
        >
          {t.secretText}
        </SecretOnce>
      )}
    </Page>
  );
}
