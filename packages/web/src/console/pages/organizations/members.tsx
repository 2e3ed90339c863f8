import type { Organization, OrganizationMember } from '@keyward/client';
import { Button, Group, TextInput } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { consolePath } from '../../lib/paths.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { AccountField } from './account-field.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Listed, More } from '../../ui/states.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useTyped } from '../../ui/use-typed.ts';
import { When } from '../../ui/when.tsx';
import { RolesField } from './roles.tsx';

const PAGE = 20;
const PAUSE_MS = 250;

export function Members({ organization }: { organization: Organization }) {
  const t = useTexts().organizations.members;
  const { id } = organization;
  const [search, setSearch] = useState('');
  const [typed, type] = useTyped(search, setSearch, PAUSE_MS);
  const [adding, setAdding] = useState(false);
  const [changing, setChanging] = useState<OrganizationMember | null>(null);
  const [removing, setRemoving] = useState<OrganizationMember | null>(null);
  const active = organization.status === 'active';
  const found = useInfiniteQuery({
    queryKey: ['organizations', 'members', id, search],
    queryFn: ({ pageParam, signal }) =>
      ask(
        service.admin.organizations.members.list(
          {
            id,
            limit: PAGE,
            ...(search.trim() !== '' && { q: search.trim() }),
            ...(pageParam !== null && { after: pageParam }),
          },
          { signal },
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
  });
  const remove = useAct({
    run: ({ account }: OrganizationMember) =>
      ask(service.admin.organizations.members.remove({ id, account_id: account.id })),
    changes: ['organizations', 'events'],
    done: (_, { account }) => t.removed(account.name),
  });
  const members = found.data?.pages.flatMap((page) => page.members);
  return (
    <Card
      title={t.title}
      actions={
        active && (
          <Button variant="default" size="compact-sm" onClick={() => setAdding(true)}>
            {t.add}
          </Button>
        )
      }
    >
      <TextInput
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        mb="xs"
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Listed rows={members} error={found.error} retry={() => void found.refetch()} none={t.none}>
        {(rows) => (
          <ul className="kc-things">
            {rows.map((member) => (
              <li key={member.account.id}>
                <div>
                  <b>
                    <Link to={consolePath(`accounts/${member.account.id}`)}>{member.account.name}</Link>
                  </b>
                  <small>
                    {member.account.email}
                    {' · '}
                    <code>{member.roles.join(' ')}</code>
                    {' · '}
                    <When at={member.created_at} />
                  </small>
                </div>
                {active && (
                  <Group component="span" gap={6} wrap="nowrap">
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={t.rolesOf(member.account.name)}
                      onClick={() => setChanging(member)}
                    >
                      {t.roles}
                    </Button>
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={t.removeOne(member.account.name)}
                      onClick={() => setRemoving(member)}
                    >
                      {t.remove}
                    </Button>
                  </Group>
                )}
              </li>
            ))}
          </ul>
        )}
      </Listed>
      <More found={found} label={t.more} />
      {adding && <MemberForm id={id} member={null} onClose={() => setAdding(false)} />}
      {changing !== null && <MemberForm id={id} member={changing} onClose={() => setChanging(null)} />}
      {removing !== null && (
        <Confirm
          title={t.removeTitle(removing.account.name)}
          button={t.remove}
          onConfirm={() => remove.mutateAsync(removing)}
          onClose={() => setRemoving(null)}
        >
          {t.removeText}
        </Confirm>
      )}
    </Card>
  );
}

interface MemberFormProps {
  id: string;
  /** Null: another one. */
  member: OrganizationMember | null;
  onClose: () => void;
}

function MemberForm({ id, member, onClose }: MemberFormProps) {
  const t = useTexts().organizations.members;
  const [email, setEmail] = useState('');
  const [account, setAccount] = useState<number | null>(member?.account.id ?? null);
  const [chosen, setChosen] = useState<string[]>(member?.roles ?? ['member']);
  const save = useAct({
    run: async (account_id: number) => {
      const { members } = service.admin.organizations;
      const input = { id, account_id, roles: chosen };
      return ask(member === null ? members.add(input) : members.update(input));
    },
    changes: ['organizations', 'events'],
    done: ({ account: { name } }) => t.saved(name),
  });
  return (
    <FormDialog
      title={member === null ? t.addTitle : t.rolesOf(member.account.name)}
      button={member === null ? t.add : t.save}
      onSubmit={async () => account !== null && save.mutateAsync(account)}
      onClose={onClose}
      disabled={account === null || chosen.length === 0}
    >
      {(problems) => (
        <>
          {member === null && (
            <AccountField
              label={t.account}
              value={email}
              error={problems['account_id']}
              onChange={(text, found) => {
                setEmail(text);
                setAccount(found?.id ?? null);
              }}
            />
          )}
          <RolesField id={id} label={t.roles} value={chosen} error={problems['roles']} onChange={setChosen} />
        </>
      )}
    </FormDialog>
  );
}
