import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { TEXT_FIELDS, type TextField } from '../../../data/account-fields.ts';
import type { FullAccount } from '../../../data/accounts.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Copyable } from '../../../ui/copy.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { When } from '../../../ui/when.tsx';
import { RoleBadge } from '../../../ui/person.tsx';
import { EditProfile } from './edit-profile.tsx';
import { Card } from '../../../ui/card.tsx';
import type { AccountActs } from './use-account-acts.ts';

export function Profile({ account, acts }: { account: FullAccount; acts: AccountActs }) {
  const texts = useTexts();
  const { profile: t } = texts.account;
  const [editing, setEditing] = useState(false);
  const copyable = (value: string | null) =>
    value === null ? <span className="kc-muted">{t.none}</span> : <Copyable value={value} />;
  const when = (at: string) => <When at={at} exactly />;
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
  /** The other fields are texts to copy. */
  const shown: Partial<Record<TextField, ReactNode>> = {
    name: account.name,
    handle: account.handle,
    email,
    role: <RoleBadge role={account.role} />,
    status: account.status,
  };
  return (
    <Card
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
            ...TEXT_FIELDS.map((name): [string, ReactNode] => [
              texts.accounts.fields[name],
              shown[name] ?? copyable(account[name]),
            ]),
            ['ID', copyable(String(account.id))],
            ['UID', copyable(account.uid)],
            [t.created, when(account.created_at)],
            [t.updated, when(account.updated_at)],
            [t.deletion, account.deletion_at === null ? undefined : when(account.deletion_at)],
          ]}
        />
      )}
    </Card>
  );
}
