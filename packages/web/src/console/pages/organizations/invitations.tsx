import type { Organization, OrganizationInvitation } from '@keyward/client';
import { Button, Group, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { emailsIn } from '../../lib/emails-in.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Listed } from '../../ui/states.tsx';
import { useAct } from '../../ui/use-act.ts';
import { When } from '../../ui/when.tsx';
import { RolesField } from './roles.tsx';

/** At most 100 of an organization are open. */
const MOST = 100;

export function Invitations({ organization: { id, status } }: { organization: Organization }) {
  const texts = useTexts();
  const t = texts.organizations.invitations;
  const [inviting, setInviting] = useState(false);
  const found = useQuery({
    queryKey: ['organizations', 'invitations', id],
    queryFn: ({ signal }) =>
      ask(service.admin.organizations.invitations.list({ id, limit: MOST }, { signal })),
    refetchInterval: 15_000,
  });
  const changes = ['organizations', 'events'];
  const resend = useAct({
    run: ({ id: invitation_id }: OrganizationInvitation) =>
      ask(service.admin.organizations.invitations.resend({ id, invitation_id })),
    changes,
    done: (_, { email }) => texts.invitations.resent(email),
  });
  const revoke = useAct({
    run: ({ id: invitation_id }: OrganizationInvitation) =>
      ask(service.admin.organizations.invitations.revoke({ id, invitation_id })),
    changes,
    done: (_, { email }) => texts.invitations.revoked(email),
  });
  const active = status === 'active';
  return (
    <Card
      title={t.title}
      actions={
        active && (
          <Button variant="default" size="compact-sm" onClick={() => setInviting(true)}>
            {t.invite}
          </Button>
        )
      }
    >
      <Listed
        rows={found.data?.invitations}
        error={found.error}
        retry={() => void found.refetch()}
        none={t.none}
        loading={2}
      >
        {(rows) => (
          <ul className="kc-things">
            {rows.map((one) => (
              <li key={one.id}>
                <div>
                  <b>{one.email}</b>
                  <small>
                    <code>{one.roles.join(' ')}</code>
                    {' · '}
                    {one.status === 'expired' ? (
                      <Badge>{texts.invitations.states.expired}</Badge>
                    ) : (
                      <>
                        {t.until} <When at={one.expires_at} />
                      </>
                    )}
                  </small>
                </div>
                {active && (
                  <Group component="span" gap={6} wrap="nowrap">
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={t.resendTo(one.email)}
                      onClick={() => resend.mutate(one)}
                    >
                      {texts.invitations.resend}
                    </Button>
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={t.revokeOf(one.email)}
                      onClick={() => revoke.mutate(one)}
                    >
                      {texts.invitations.revoke}
                    </Button>
                  </Group>
                )}
              </li>
            ))}
          </ul>
        )}
      </Listed>
      {inviting && <Invite id={id} onClose={() => setInviting(false)} />}
    </Card>
  );
}

function Invite({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts().organizations.invitations;
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(['member']);
  const emails = emailsIn(text);
  const create = useAct({
    run: async () => {
      const { results } = await ask(
        service.admin.organizations.invitations.create({ id, emails, roles: chosen }),
      );
      const refused = results.flatMap(({ email, error }) => (error === undefined ? [] : [{ email, error }]));
      // The other people are invited. The refused emails stay in the field.
      setText(refused.map(({ email }) => email).join('\n'));
      if (refused.length > 0)
        throw new Error(refused.map(({ email, error }) => `${email}: ${error.message}`).join('\n'));
      return results.length;
    },
    changes: ['organizations', 'events'],
    done: (count) => t.sent(count),
  });
  return (
    <FormDialog
      title={t.inviteTitle}
      button={t.invite}
      onSubmit={() => create.mutateAsync(undefined)}
      onClose={onClose}
      disabled={emails.length === 0 || emails.length > MOST || chosen.length === 0}
    >
      {(problems) => (
        <>
          <Textarea
            name="emails"
            label={t.emails}
            description={t.emailsHelp}
            autosize
            minRows={2}
            maxRows={8}
            value={text}
            error={problems['emails']}
            onChange={(event) => setText(event.currentTarget.value)}
            spellCheck={false}
            data-autofocus
          />
          <RolesField id={id} label={t.roles} value={chosen} error={problems['roles']} onChange={setChosen} />
        </>
      )}
    </FormDialog>
  );
}
