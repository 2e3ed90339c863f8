import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import type { FullAccount } from '../../../data/accounts.ts';
import { useTexts } from '../../../texts/texts.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { notify } from '../../../ui/notices.tsx';
import type { AccountActs } from './use-account-acts.ts';

export function SetPassword(props: { account: FullAccount; acts: AccountActs; onClose: () => void }) {
  const { account, acts, onClose } = props;
  const { acts: t } = useTexts().account;
  const [password, setPassword] = useState('');
  const save = async () => {
    await acts.update({ password });
    notify(t.passwordSet(account.email));
  };
  return (
    <FormDialog
      title={t.setPasswordTitle(account.email)}
      button={t.setPassword}
      disabled={password === ''}
      onSubmit={save}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <p className="kc-flush">
            {t.setPasswordText} {!account.email_verified && t.dropsUnproven}
          </p>
          <PasswordInput
            label={t.newPassword}
            name="password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={problems['password']}
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  );
}
