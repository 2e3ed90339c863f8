import { Button } from '@mantine/core';
import type { FullAccount } from '../../../data/accounts.ts';
import { useTexts } from '../../../texts/texts.ts';
import { When } from '../../../ui/when.tsx';
import { Card } from '../../../ui/card.tsx';
import { type AccountActs, telling } from './use-account-acts.ts';

export function Sessions({ account, acts }: { account: FullAccount; acts: AccountActs }) {
  const texts = useTexts();
  const { sessions: t } = texts.account;
  return (
    <Card title={t.title(account.sessions.length)}>
      {account.sessions.length === 0 ? (
        <p className="kc-flush kc-muted">{t.empty}</p>
      ) : (
        <ul className="kc-things">
          {account.sessions.map(({ id, browser, system, device, user_agent, ip_address, ...times }) => (
            <li key={id}>
              <div>
                <b title={user_agent}>
                  {[browser, system].filter((part) => part !== null).join(', ') || (device ?? user_agent)}
                </b>
                <small>
                  <code>{ip_address}</code>
                  {' · '}
                  {t.begun} <When at={times.created_at} />
                  {' · '}
                  {t.used} <When at={times.last_used_at} />
                </small>
              </div>
              <Button size="compact-xs" variant="default" onClick={() => telling(acts.endSession(id))}>
                {texts.sessions.end}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
