import type { ListedWebhook } from '@keyward/client';
import { Button } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAddressQuery } from '../../lib/address.ts';
import { useNew } from '../../lib/use-new.ts';
import { ask, service } from '../../service/service.ts';
import { consolePath } from '../../lib/paths.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { inPercent } from '../../ui/in-digits.ts';
import { Page } from '../../ui/page.tsx';
import { ListFoot } from '../../ui/pager.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { Empty } from '../../ui/states.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { maskedAddress } from './masked-address.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookPanel } from './webhook-panel.tsx';
import { WebhookState } from './webhook-state.tsx';

/** Most messages fail. */
const BAD_RATE = 0.5;

/** The receivers of events: each with its state, and in a panel the outcome of each delivery. */
export function WebhooksPage() {
  const texts = useTexts();
  const t = texts.webhooks;
  const navigate = useNavigate();
  const { id } = useParams({ strict: false });
  const [query] = useAddressQuery();
  const [creating, setCreating] = useNew();
  const [secret, setSecret] = useState<string | null>(null);
  const list = useList('webhooks', query, (page) => ask(service.admin.webhooks.list(page)));
  const open = (path: string) => void navigate({ to: consolePath(path) });
  const create = <Button onClick={() => setCreating(true)}>{t.create}</Button>;
  const columns: Column<ListedWebhook>[] = [
    {
      id: 'url',
      header: t.columns.url,
      width: 240,
      grow: 2,
      cell: ({ url, description }) => (
        <span title={description}>
          <span className="kc-primary">{maskedAddress(url)}</span>
          {description !== '' && <small className="kc-muted kc-second">{description}</small>}
        </span>
      ),
    },
    {
      id: 'state',
      header: t.columns.state,
      width: 176,
      cell: (webhook) => <WebhookState webhook={webhook} />,
    },
    {
      id: 'last',
      header: t.columns.last,
      width: 110,
      named: true,
      cell: ({ last_attempt_at }) => <When at={last_attempt_at} />,
    },
    {
      id: 'success',
      header: t.columns.success,
      width: 110,
      named: true,
      cell: ({ success_rate: rate }) =>
        rate !== null && (
          <Badge tone={rate === 1 ? 'good' : rate < BAD_RATE ? 'bad' : 'warn'}>{inPercent(rate)}</Badge>
        ),
    },
    {
      id: 'types',
      header: t.columns.types,
      priority: 1,
      width: 150,
      grow: 1,
      cell: ({ types }) => (types === null ? t.allTypes : <code>{types.join(', ')}</code>),
    },
    {
      id: 'created',
      header: t.columns.created,
      width: 110,
      priority: 2,
      cell: ({ created_at }) => <When at={created_at} />,
    },
  ];
  return (
    <Page title={texts.pages.webhooks} intro={t.intro} actions={create}>
      <DataTable
        label={texts.pages.webhooks}
        columns={columns}
        rows={list.data?.webhooks}
        rowKey={(webhook) => webhook.id}
        current={id}
        linkTo={(webhook) => `webhooks/${webhook.id}`}
        error={list.error}
        retry={() => void list.refetch()}
        empty={
          <Empty title={t.empty} action={create}>
            {t.emptyText}
          </Empty>
        }
        foot={<ListFoot list={list.data} />}
      />
      {creating && <WebhookForm onClose={() => setCreating(false)} onSecret={setSecret} />}
      {secret !== null && (
        <SecretOnce title={t.secretTitle} secret={secret} onClose={() => setSecret(null)}>
          {t.secretText}
        </SecretOnce>
      )}
      {id !== undefined && (
        <WebhookPanel key={id} id={id} onClose={() => open('webhooks')} onSecret={setSecret} />
      )}
    </Page>
  );
}
