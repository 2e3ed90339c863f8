import { Button } from '@mantine/core';
import { useState } from 'react';
import type { FullAccount } from '../../../data/accounts.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Copyable } from '../../../ui/copy.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { When } from '../../../ui/when.tsx';
import { RoleBadge } from '../../../ui/person.tsx';
import { EditProfile } from './edit-profile.tsx';
import { Section } from './section.tsx';
import type { AccountActs } from './use-account-acts.ts';

export function Profile({ account, acts }: { account: FullAccount; acts: AccountActs }) {
  const texts = useTexts();
  const { profile: t } = texts.account;
  const { fields: f } = texts.accounts;
  const [editing, setEditing] = useState(false);
  const copyable = (value: string | null) =>
    value === null ? <span className="kc-muted">{t.none}</span> : <Copyable value={value} />;
  const when = (at: string) => <When at={at} exactly />;
  const role = <RoleBadge role={account.role} />;
  const email = (
    <span className="kc-badges">
      <Copyable value={account.email} />
      {account.email_verified ? (
        <Badge tone="good">{t.verified}</Badge>
      ) : (
        <Badge tone="warn">{t.unverified}</Badge>
      )}
    </span>
  );
  return (
    <Section
      title={t.title}
      actions={
        !editing && (
          <Button variant="default" size="compact-sm" onClick={() => setEditing(true)}>
            {t.edit}
          </Button>
        )
      }
    >
      {editing ? (
        <EditProfile account={account} acts={acts} onClose={() => setEditing(false)} />
      ) : (
        <Facts
          entries={[
            [f.name, account.name],
            [f.handle, account.handle],
            [f.email, email],
            [f.phone, copyable(account.phone)],
            [f.avatar_url, copyable(account.avatar_url)],
            [f.role, role],
            [f.status, account.status],
            [f.external_id, copyable(account.external_id)],
            ['id', copyable(String(account.id))],
            ['uid', copyable(account.uid)],
            [t.created, when(account.created_at)],
            [t.updated, when(account.updated_at)],
            [t.deletion, account.deletion_at === null ? undefined : when(account.deletion_at)],
          ]}
        />
      )}
    </Section>
  );
}
