import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FullAccount } from '../../../data/accounts.ts';
import { boot } from '../../../lib/boot.ts';
import { sessionEnded } from '../../../session/ended.ts';
import { useMe } from '../../../session/me.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { Impersonate } from './impersonate.tsx';
import { SetPassword } from './set-password.tsx';
import { type AccountActs, telling } from './use-account-acts.ts';

type Asking = 'suspend' | 'sessions' | 'factors' | 'password' | 'impersonate' | 'delete';

/** The direct actions on an account; the form changes its fields. */
export function Actions(props: { account: FullAccount; acts: AccountActs; onGone: () => void }) {
  const { account, acts, onGone } = props;
  const { acts: t } = useTexts().account;
  const me = useMe();
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const isMe = account.id === me.id;
  const active = account.status === 'active';
  const button = (label: string, onClick: () => void, { disabled = false, danger = false } = {}) => (
    <Button
      variant="default"
      size="compact-sm"
      disabled={disabled}
      {...(danger && { c: 'var(--kw-bad)' })}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  const ask = (what: Asking) => () => setAsking(what);
  const send = (purpose: 'reset' | 'login' | 'verify') => () => telling(acts.send(purpose));
  const confirm = (title: string, text: ReactNode, label: string, onConfirm: () => Promise<unknown>) => (
    <Confirm title={title} button={label} onConfirm={onConfirm} onClose={close}>
      {text}
    </Confirm>
  );
  return (
    <div className="kc-record-acts" role="group" aria-label={t.label}>
      {active
        ? button(t.suspend, isMe ? ask('suspend') : () => void acts.setStatus('suspended'))
        : button(t.activate, () => void acts.setStatus('active'))}
      {button(t.endSessions, ask('sessions'))}
      {button(t.resetFactors, ask('factors'), { disabled: account.second_factors.length === 0 })}
      {button(t.setPassword, ask('password'))}
      {boot.pages &&
        button(t.impersonate, ask('impersonate'), { disabled: !active || account.role === 'superadmin' })}
      {button(t.sendReset, send('reset'), { disabled: !active })}
      {button(t.sendMagicLink, send('login'), { disabled: !active })}
      {!account.email_verified && button(t.sendVerification, send('verify'), { disabled: !active })}
      {button(t.delete, ask('delete'), { danger: true })}

      {asking === 'suspend' &&
        confirm(t.suspendSelfTitle, t.suspendSelfText, t.suspend, async () => {
          await acts.update({ status: 'suspended' });
          sessionEnded.becauseOf(t.suspendedSelf);
        })}
      {asking === 'sessions' &&
        confirm(
          t.endSessionsTitle(account.email),
          isMe ? t.endOwnSessionsText : t.endSessionsText,
          t.endSessions,
          async () => {
            await acts.endSessions();
            if (isMe) sessionEnded.becauseOf(t.signedOutSelf);
          },
        )}
      {asking === 'factors' &&
        confirm(t.resetFactorsTitle(account.email), t.resetFactorsText, t.resetFactors, acts.resetFactors)}
      {asking === 'password' && <SetPassword account={account} acts={acts} onClose={close} />}
      {asking === 'impersonate' && <Impersonate account={account} acts={acts} onClose={close} />}
      {asking === 'delete' && (
        <Confirm
          title={t.deleteTitle(account.email)}
          button={t.delete}
          phrase={account.email}
          onConfirm={async () => {
            await acts.remove();
            if (isMe) sessionEnded.becauseOf(t.deletedSelf);
            onGone();
          }}
          onClose={close}
        >
          {isMe ? t.deleteSelfText : t.deleteText}
        </Confirm>
      )}
    </div>
  );
}
