import type { Organization } from '@keyward/client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Initials } from '../../ui/person.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useAct } from '../../ui/use-act.ts';
import { When } from '../../ui/when.tsx';
import { Connections } from './connections.tsx';
import { Domains } from './domains.tsx';
import { EditOrganization } from './edit-organization.tsx';
import { Events } from './events.tsx';
import { Invitations } from './invitations.tsx';
import { Members } from './members.tsx';
import { TONES } from './organization.ts';
import { Roles } from './roles.tsx';

/** One organization: its actions, and everything that belongs to it. */
export function OrganizationPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts().organizations;
  const found = useQuery({
    queryKey: ['organizations', 'one', id],
    queryFn: ({ signal }) => ask(service.admin.organizations.get({ id }, { signal })),
    refetchInterval: 15_000,
  });
  return (
    <SidePanel
      title={found.data === undefined ? t.one : <Title organization={found.data} />}
      onClose={onClose}
    >
      <Loaded found={found} loading={8}>
        {(organization) => (
          <div className="kc-record">
            <Acts organization={organization} />
            <About organization={organization} />
            <Members organization={organization} />
            <Invitations organization={organization} />
            <Roles id={organization.id} />
            <Domains organization={organization} />
            <Connections organization={organization} />
            <Events id={organization.id} />
          </div>
        )}
      </Loaded>
    </SidePanel>
  );
}

function Title({ organization: { name, slug, status } }: { organization: Organization }) {
  const { states } = useTexts().organizations;
  return (
    <span className="kc-record-title">
      <Initials name={name} size={36} />
      <span>
        <b>{name}</b>
        <small>{slug}</small>
      </span>
      <Badge tone={TONES[status]}>{states[status]}</Badge>
    </span>
  );
}

function Acts({ organization: { id, name, slug, status } }: { organization: Organization }) {
  const t = useTexts().organizations;
  const [asking, setAsking] = useState<'suspend' | 'delete' | null>(null);
  const act = useAct({
    run: async (what: 'suspend' | 'activate' | 'restore' | 'delete') => {
      await ask<unknown>(service.admin.organizations[what]({ id }));
    },
    changes: ['organizations', 'events'],
    done: (_, what) => t.done[what](name),
  });
  const close = () => setAsking(null);
  const button = (label: string, onClick: () => void, danger = false) => (
    <Button
      variant="default"
      size="compact-sm"
      {...(danger && { c: 'var(--kw-bad)' })}
      onClick={onClick}
      loading={act.isPending}
    >
      {label}
    </Button>
  );
  const confirm = (what: 'suspend' | 'delete', text: ReactNode, phrase?: string) => (
    <Confirm
      title={t.asks[what](name)}
      button={t.acts[what]}
      phrase={phrase}
      onConfirm={() => act.mutateAsync(what)}
      onClose={close}
    >
      {text}
    </Confirm>
  );
  return (
    <div className="kc-record-acts" role="group" aria-label={t.acts.label}>
      {status === 'active' && button(t.acts.suspend, () => setAsking('suspend'))}
      {status === 'suspended' && button(t.acts.activate, () => act.mutate('activate'))}
      {status === 'deleted' && button(t.acts.restore, () => act.mutate('restore'))}
      {status !== 'deleted' && button(t.acts.delete, () => setAsking('delete'), true)}
      {asking === 'suspend' && confirm('suspend', t.suspendText)}
      {asking === 'delete' && confirm('delete', t.deleteText, slug)}
    </div>
  );
}

function About({ organization }: { organization: Organization }) {
  const texts = useTexts();
  const t = texts.organizations;
  const [editing, setEditing] = useState(false);
  const { id, name, slug, external_id: external, members_count: count, max_members: most } = organization;
  return (
    <Card
      title={t.about}
      actions={
        organization.status === 'active' && (
          <Button variant="default" size="compact-sm" onClick={() => setEditing(true)}>
            {t.edit}
          </Button>
        )
      }
    >
      <Facts
        entries={[
          [t.fields.name, name],
          [t.fields.slug, <Copyable key="slug" value={slug} />],
          ['id', <Copyable key="id" value={id} />],
          [
            t.fields.external_id,
            external === null ? undefined : <Copyable key="external" value={external} />,
          ],
          [t.columns.members, most === null ? count : t.ofMost(count, most)],
          [t.columns.created, <When key="created" at={organization.created_at} exactly />],
        ]}
      />
      {editing && <EditOrganization organization={organization} onClose={() => setEditing(false)} />}
    </Card>
  );
}
