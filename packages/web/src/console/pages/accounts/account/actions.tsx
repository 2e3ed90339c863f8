import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
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

type Asking = 'suspend' | 'sessions' | 'factors' | 'password' | 'impersonate';

/** The direct actions on an account; the form changes its fields. */
export function Actions({ account, acts }: { account: FullAccount; acts: AccountActs }) {
  const texts = useTexts();
  const { acts: t } = texts.account;
  const me = useMe();
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const isMe = account.id === me.id;
  const active = account.status === 'active';
  const button = (label: string, onClick: () => void) => (
    <Button variant="default" size="compact-sm" onClick={onClick}>
      {label}
    </Button>
  );
  /** @param why why it cannot be done now */
  const item = (label: string, onClick: () => void, why?: string | false) => (
    <Menu.Item disabled={Boolean(why)} onClick={onClick}>
      {label}
      {why !== false && why !== undefined && <small className="kc-why-not">{why}</small>}
    </Menu.Item>
  );
  const inactive = !active && t.whyNot.inactive;
  const hasFactors = account.second_factors.length > 0;
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
      {hasFactors && button(t.resetFactors, ask('factors'))}
      <Menu position="bottom-start" withinPortal={false}>
        <Menu.Target>
          <Button variant="default" size="compact-sm" rightSection={<IconChevronDown size={14} />}>
            {texts.ui.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {item(t.setPassword, ask('password'))}
          {boot.pages &&
            item(
              t.impersonate,
              ask('impersonate'),
              account.role === 'superadmin' ? t.whyNot.superadmin : inactive,
            )}
          {item(t.sendReset, send('reset'), inactive)}
          {item(t.sendMagicLink, send('login'), inactive)}
          {!account.email_verified && item(t.sendVerification, send('verify'), inactive)}
          {!hasFactors && item(t.resetFactors, ask('factors'), t.whyNot.factors)}
        </Menu.Dropdown>
      </Menu>

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
    </div>
  );
}
