import type { Invitation } from '@keyward/client';
import { Button, Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useAccountsOf } from '../../data/accounts.ts';
import { useAddressQuery } from '../../lib/address.ts';
import { keysOf } from '../../lib/keys-of.ts';
import { choice } from '../../lib/choice.ts';
import { useNew } from '../../lib/use-new.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { AccountLink } from '../../ui/account-link.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { ListFoot } from '../../ui/pager.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Empty } from '../../ui/states.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { Invite } from './invite.tsx';

const SORTS = ['created_at', '-created_at', 'expires_at', '-expires_at', 'email', '-email'] as const;
const TONES: Record<Invitation['status'], Tone> = { pending: 'accent', accepted: 'good', expired: 'neutral' };
const STATES = keysOf(TONES);

export function InvitationsPage() {
  const texts = useTexts();
  const t = texts.invitations;
  const [query, change] = useAddressQuery();
  const [inviting, setInviting] = useNew();
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const { sort = '-created_at', status, q = '' } = query;
  const list = useList('invitations', query, (page) =>
    ask(
      service.admin.invitations.list({
        ...page,
        q: q === '' ? undefined : q,
        status: choice(STATES, status),
        sort: choice(SORTS, sort),
      }),
    ),
  );
  const accounts = useAccountsOf(list.data?.invitations.map((one) => ({ account_id: one.created_by })));
  const resend = useAct({
    run: ({ id }: Invitation) => ask(service.admin.invitations.resend({ id })),
    changes: ['invitations'],
    done: (_, { email }) => t.resent(email),
  });
  const revoke = useAct({
    run: ({ id }: Invitation) => ask(service.admin.invitations.revoke({ id })),
    changes: ['invitations'],
    done: (_, { email }) => t.revoked(email),
  });
  const invite = <Button onClick={() => setInviting(true)}>{t.invite}</Button>;
  const columns: Column<Invitation>[] = [
    {
      id: 'email',
      header: t.columns.email,
      sort: 'email',
      width: 210,
      cell: ({ email, name }) => (
        <>
          <span className="kc-primary">{email}</span>
          {name !== null && <small className="kc-muted kc-second">{name}</small>}
        </>
      ),
    },
    {
      id: 'state',
      header: t.columns.state,
      width: 90,
      cell: ({ status: state }) => <Badge tone={TONES[state]}>{t.states[state]}</Badge>,
    },
    { id: 'role', header: t.columns.role, width: 100, cell: ({ role }) => role },
    {
      id: 'by',
      header: t.columns.by,
      width: 150,
      named: true,
      priority: 2,
      cell: ({ created_by }) =>
        created_by !== null && <AccountLink id={created_by} account={accounts.get(created_by)} />,
    },
    {
      id: 'created',
      header: t.columns.created,
      sort: 'created_at',
      width: 92,
      named: true,
      priority: 1,
      cell: ({ created_at }) => <When at={created_at} />,
    },
    {
      id: 'expires',
      header: t.columns.expires,
      sort: 'expires_at',
      width: 100,
      named: true,
      cell: ({ status: state, expires_at, accepted_at }) => (
        <When at={state === 'accepted' ? accepted_at : expires_at} />
      ),
    },
    {
      id: 'acts',
      header: t.columns.acts,
      end: true,
      cell: (invitation) =>
        invitation.status !== 'accepted' && (
          <Group gap={6} wrap="nowrap" justify="flex-end">
            <Button size="compact-xs" variant="default" onClick={() => resend.mutate(invitation)}>
              {t.resend}
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => setRevoking(invitation)}>
              {t.revoke}
            </Button>
          </Group>
        ),
    },
  ];
  const filtered = q !== '' || status !== undefined;
  return (
    <Page title={texts.pages.invitations} intro={t.intro} actions={invite}>
      <div className="kc-bar">
        <SearchField label={t.search} value={q} onChange={(value) => change({ q: value, page: undefined })} />
        <SegmentedControl
          size="xs"
          aria-label={t.columns.state}
          value={choice(STATES, status) ?? ''}
          onChange={(value) => change({ status: value, page: undefined })}
          data={[
            { value: '', label: texts.ui.all },
            ...STATES.map((value) => ({ value, label: t.states[value] })),
          ]}
        />
      </div>
      <DataTable
        label={texts.pages.invitations}
        columns={columns}
        rows={list.data?.invitations}
        rowKey={({ id }) => id}
        error={list.error}
        retry={() => void list.refetch()}
        sort={sort}
        onSort={(next) => change({ sort: next, page: undefined })}
        empty={
          filtered ? (
            <Empty title={t.noneFound} />
          ) : (
            <Empty title={t.empty} action={invite}>
              {t.emptyText}
            </Empty>
          )
        }
        foot={<ListFoot list={list.data} />}
      />
      {inviting && <Invite onClose={() => setInviting(false)} />}
      {revoking !== null && (
        <Confirm
          title={t.revokeTitle(revoking.email)}
          button={t.revoke}
          onConfirm={() => revoke.mutateAsync(revoking)}
          onClose={() => setRevoking(null)}
        >
          {t.revokeText}
        </Confirm>
      )}
    </Page>
  );
}
