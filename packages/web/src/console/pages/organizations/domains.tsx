import type { Organization, OrganizationDomain } from '@keyward/client';
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Listed } from '../../ui/states.tsx';
import { useAct } from '../../ui/use-act.ts';

const TONES: Record<OrganizationDomain['status'], Tone> = {
  pending: 'neutral',
  verified: 'good',
  lost: 'warn',
};

const JOINING = ['none', 'suggest', 'join', 'require'] as const satisfies OrganizationDomain['joining'][];

/** The email domains of an organization. A superadmin may vouch for a domain that DNS does not verify. */
export function Domains({ organization: { id, status } }: { organization: Organization }) {
  const t = useTexts().organizations.domains;
  const { domains } = service.admin.organizations;
  const [adding, setAdding] = useState(false);
  const [vouching, setVouching] = useState<OrganizationDomain | null>(null);
  const [removing, setRemoving] = useState<OrganizationDomain | null>(null);
  const [changing, setChanging] = useState<OrganizationDomain | null>(null);
  const active = status === 'active';
  const { data, error, refetch } = useQuery({
    queryKey: ['organizations', 'domains', id],
    queryFn: ({ signal }) => ask(domains.list({ id }, { signal })),
  });
  const changes = ['organizations', 'events'];
  const verify = useAct({
    run: ({ domain, vouch }: { domain: string; vouch: boolean }) =>
      ask(domains.verify({ id, domain, vouch })),
    changes,
    done: (_, { domain }) => t.verified(domain),
  });
  const remove = useAct({
    run: ({ domain }: OrganizationDomain) => ask(domains.remove({ id, domain })),
    changes,
    done: (_, { domain }) => t.removed(domain),
  });
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
      <Listed rows={data?.domains} error={error} retry={() => void refetch()} none={t.none} loading={2}>
        {(rows) => (
          <ul className="kc-things">
            {rows.map((one) => (
              <li key={one.domain} className={one.status === 'verified' ? undefined : 'kc-thing-stack'}>
                <div>
                  <span>
                    <b>{one.domain}</b> <Badge tone={TONES[one.status]}>{t.states[one.status]}</Badge>
                  </span>
                  <small>{t.joining[one.joining]}</small>
                  {one.status !== 'verified' && (
                    <Facts
                      entries={[
                        [t.recordName(one.record.type), <Copyable key="name" value={one.record.name} />],
                        [t.recordValue, <Copyable key="value" value={one.record.value} />],
                      ]}
                    />
                  )}
                </div>
                {active && (
                  <Group component="span" gap={6} wrap="nowrap">
                    {one.status !== 'verified' && (
                      <>
                        <Button
                          size="compact-xs"
                          variant="default"
                          aria-label={t.verifyOne(one.domain)}
                          onClick={() => verify.mutate({ domain: one.domain, vouch: false })}
                        >
                          {t.verify}
                        </Button>
                        <Button
                          size="compact-xs"
                          variant="default"
                          aria-label={t.vouchFor(one.domain)}
                          onClick={() => setVouching(one)}
                        >
                          {t.vouch}
                        </Button>
                      </>
                    )}
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={t.changeOne(one.domain)}
                      onClick={() => setChanging(one)}
                    >
                      {t.change}
                    </Button>
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={t.removeOne(one.domain)}
                      onClick={() => setRemoving(one)}
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
      {adding && <AddDomain id={id} onClose={() => setAdding(false)} />}
      {changing !== null && <ChangeJoining id={id} domain={changing} onClose={() => setChanging(null)} />}
      {vouching !== null && (
        <Confirm
          title={t.vouchTitle(vouching.domain)}
          button={t.vouch}
          danger={false}
          onConfirm={() => verify.mutateAsync({ domain: vouching.domain, vouch: true })}
          onClose={() => setVouching(null)}
        >
          {t.vouchText}
        </Confirm>
      )}
      {removing !== null && (
        <Confirm
          title={t.removeTitle(removing.domain)}
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

function AddDomain({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts().organizations.domains;
  const [domain, setDomain] = useState('');
  const add = useAct({
    run: () => ask(service.admin.organizations.domains.add({ id, domain: domain.trim() })),
    changes: ['organizations', 'events'],
    done: (added) => t.added(added.domain),
  });
  return (
    <FormDialog
      title={t.addTitle}
      button={t.add}
      onSubmit={() => add.mutateAsync(undefined)}
      onClose={onClose}
      disabled={domain.trim() === ''}
    >
      {(problems) => (
        <TextInput
          name="domain"
          label={t.domain}
          placeholder="example.org"
          value={domain}
          error={problems['domain']}
          onChange={(event) => setDomain(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      )}
    </FormDialog>
  );
}

interface ChangeJoiningProps {
  /** Of the organization. */
  id: string;
  domain: OrganizationDomain;
  onClose: () => void;
}

/** How the people of a domain join, or whether they may sign in only with the connection. */
function ChangeJoining({ id, domain: { domain, joining: before }, onClose }: ChangeJoiningProps) {
  const t = useTexts().organizations.domains;
  const [joining, setJoining] = useState<OrganizationDomain['joining']>(before);
  const save = useAct({
    run: () => ask(service.admin.organizations.domains.update({ id, domain, joining })),
    changes: ['organizations', 'events'],
    done: () => t.changed(domain),
  });
  return (
    <FormDialog
      title={t.changeTitle(domain)}
      button={t.save}
      onSubmit={() => save.mutateAsync(undefined)}
      onClose={onClose}
    >
      {() => (
        <>
          <NativeSelect
            label={t.people}
            value={joining}
            data={JOINING.map((value) => ({ value, label: t.joining[value] }))}
            onChange={({ currentTarget: { value } }) =>
              setJoining((now) => JOINING.find((one) => one === value) ?? now)
            }
            data-autofocus
          />
          {joining === 'require' && before !== 'require' && <Text size="sm">{t.requireText}</Text>}
        </>
      )}
    </FormDialog>
  );
}
