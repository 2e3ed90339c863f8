import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { RoleField } from '../../ui/role-field.tsx';
import { useSuperadminQuestion } from '../../ui/superadmin-question.ts';
import { useAct } from '../../ui/use-act.ts';

const DEFAULT_DAYS = 7;

export function Invite({ onClose }: { onClose: () => void }) {
  const t = useTexts().invitations;
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState('user');
  const [days, setDays] = useState<number | string>(DEFAULT_DAYS);
  const question = useSuperadminQuestion({ email, role });
  const create = useAct({
    run: () =>
      ask(
        service.admin.invitations.create({
          email: email.trim(),
          ...(name.trim() !== '' && { name: name.trim() }),
          role,
          ...(typeof days === 'number' && { expires_in_days: days }),
        }),
      ),
    changes: ['invitations'],
    done: () => t.sent(email.trim()),
  });
  return (
    <FormDialog
      title={t.inviteTitle}
      button={t.send}
      onSubmit={() => create.mutateAsync(undefined)}
      onClose={onClose}
      disabled={email.trim() === ''}
      question={question}
    >
      {(problems) => (
        <>
          <TextInput
            name="email"
            type="email"
            label={t.fields.email}
            value={email}
            error={problems['email']}
            onChange={(event) => setEmail(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
          <TextInput
            name="name"
            label={t.fields.name}
            description={t.fields.nameHelp}
            value={name}
            error={problems['name']}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <RoleField
            label={t.fields.role}
            description={role === 'superadmin' ? t.fields.superadminHelp : undefined}
            value={role}
            error={problems['role']}
            onChange={setRole}
          />
          <NumberInput
            name="expires_in_days"
            label={t.fields.days}
            min={1}
            allowDecimal={false}
            value={days}
            error={problems['expires_in_days']}
            onChange={setDays}
          />
        </>
      )}
    </FormDialog>
  );
}
