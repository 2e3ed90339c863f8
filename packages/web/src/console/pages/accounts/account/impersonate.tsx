import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FullAccount } from '../../../data/accounts.ts';
import { useTexts } from '../../../texts/texts.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import type { AccountActs } from './use-account-acts.ts';

export function Impersonate(props: { account: FullAccount; acts: AccountActs; onClose: () => void }) {
  const { account, acts, onClose } = props;
  const { acts: t } = useTexts().account;
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={t.impersonateTitle(account.email)}
      button={t.impersonate}
      disabled={reason.trim() === ''}
      onSubmit={() => acts.impersonate(reason)}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <p className="kc-flush">{t.impersonateText}</p>
          <TextInput
            label={t.impersonateReason}
            name="reason"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={problems['reason']}
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  );
}
