import { Checkbox, Group, PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { FieldProblems } from '../../service/field-problems.ts';
import { ask, service } from '../../service/service.ts';
import { consolePath } from '../../lib/paths.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { RoleField } from '../../ui/role-field.tsx';
import { useSuperadminQuestion } from '../../ui/superadmin-question.ts';
import { notify } from '../../ui/notices.tsx';

const EMPTY = { name: '', email: '', handle: '', phone: '', role: 'user', password: '' };

export function CreateAccount({ onClose }: { onClose: () => void }) {
  const t = useTexts().accounts;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [form, setForm] = useState(EMPTY);
  const [verified, setVerified] = useState(false);
  const question = useSuperadminQuestion(form);
  const create = async () => {
    const { handle, phone, password, ...required } = form;
    const { id, email } = await ask(
      service.admin.accounts.create({
        ...required,
        email_verified: verified,
        ...(handle !== '' && { handle }),
        ...(phone !== '' && { phone }),
        ...(password !== '' && { password }),
      }),
    );
    notify(t.created(email));
    void client.invalidateQueries({ queryKey: ['accounts', 'list'] });
    await navigate({ to: consolePath(`accounts/${id}`) });
  };
  const field = (name: keyof typeof EMPTY, problems: FieldProblems) => ({
    name,
    label: t.fields[name],
    value: form[name],
    error: problems[name],
    autoComplete: name === 'password' ? 'new-password' : 'off',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setForm((before) => ({ ...before, [name]: value })),
  });
  return (
    <FormDialog
      title={t.createTitle}
      button={t.create}
      onSubmit={create}
      onClose={onClose}
      question={question}
    >
      {(problems) => (
        <>
          <TextInput data-autofocus required {...field('name', problems)} />
          <TextInput type="email" required {...field('email', problems)} />
          <Group grow align="flex-start" gap="sm">
            <TextInput placeholder={t.optional} spellCheck={false} {...field('handle', problems)} />
            <TextInput placeholder={t.optional} type="tel" {...field('phone', problems)} />
          </Group>
          <RoleField
            label={t.fields.role}
            description={t.roleHint}
            value={form.role}
            error={problems['role']}
            onChange={(role) => setForm((before) => ({ ...before, role }))}
          />
          <PasswordInput
            description={
              <>
                {t.passwordHint} <Link to={consolePath('invitations')}>{t.inviteInstead}</Link>
              </>
            }
            {...field('password', problems)}
          />
          <Checkbox
            label={t.fields.email_verified}
            description={t.verifiedHint}
            name="email_verified"
            checked={verified}
            onChange={(event) => setVerified(event.currentTarget.checked)}
          />
        </>
      )}
    </FormDialog>
  );
}
