import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FullAccount } from '../../../data/accounts.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { When } from '../../../ui/when.tsx';
import { Card } from '../../../ui/card.tsx';
import type { AccountActs } from './use-account-acts.ts';

/** The methods of sign-in: password, provider links, second factors. */
export function WaysIn({ account, acts }: { account: FullAccount; acts: AccountActs }) {
  const { waysIn: t } = useTexts().account;
  const [removing, setRemoving] = useState<FullAccount['links'][number] | null>(null);
  const { totp, passkeys, recovery_codes: codes, required } = account.factors;
  return (
    <Card title={t.title}>
      <ul className="kc-things">
        <Thing name={t.password}>{account.has_password ? t.passwordSet : t.passwordMissing}</Thing>
        {account.links.map((link) => (
          <Thing
            key={link.id}
            name={link.provider}
            end={
              <Button size="compact-xs" variant="default" onClick={() => setRemoving(link)}>
                {t.removeLink}
              </Button>
            }
          >
            {t.linked} <When at={link.created_at} />
          </Thing>
        ))}
        {passkeys.map((passkey) => (
          <Thing key={passkey.id} name={passkey.name} end={<Badge>{t.passkey}</Badge>}>
            {passkey.provider !== null && `${passkey.provider} · `}
            {t.added} <When at={passkey.created_at} />
            {' · '}
            {t.used} <When at={passkey.last_used_at} />
          </Thing>
        ))}
        {totp !== null && (
          <Thing name={t.totp} end={<Badge>{t.secondFactor}</Badge>}>
            {t.added} <When at={totp.created_at} />
            {' · '}
            {t.used} <When at={totp.last_used_at} />
          </Thing>
        )}
        {codes !== null && <Thing name={t.recoveryCodes}>{t.codesLeft(codes.left)}</Thing>}
        {totp === null && passkeys.length === 0 && (
          <Thing name={t.secondFactor}>{required ? t.noFactorButRequired : t.noFactor}</Thing>
        )}
      </ul>
      {removing !== null && (
        <Confirm
          title={t.removeLinkTitle(removing.provider, account.email)}
          button={t.removeLink}
          onConfirm={() => acts.removeLink(removing.id)}
          onClose={() => setRemoving(null)}
        >
          {t.removeLinkText}
        </Confirm>
      )}
    </Card>
  );
}

function Thing({ name, end, children }: { name: string; end?: ReactNode; children: ReactNode }) {
  return (
    <li>
      <div>
        <b>{name}</b>
        <small>{children}</small>
      </div>
      {end}
    </li>
  );
}
