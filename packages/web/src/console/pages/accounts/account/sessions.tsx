import { Button } from '@mantine/core';
import type { FullAccount } from '../../../data/accounts.ts';
import { useTexts } from '../../../texts/texts.ts';
import { When } from '../../../ui/when.tsx';
import { deviceWords } from '../../../ui/device-words.ts';
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
          {account.sessions.map(({ id, ip_address, ...session }) => (
            <li key={id}>
              <div>
                <b title={session.user_agent}>{deviceWords(session, texts.sessions.unknownDevice)}</b>
                <small>
                  <code>{ip_address}</code>
                  {' · '}
                  {t.begun} <When at={session.created_at} />
                  {' · '}
                  {t.used} <When at={session.last_used_at} />
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
