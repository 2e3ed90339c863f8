import { Button } from '@mantine/core';
import { useState } from 'react';
import type { FullAccount } from '../../../data/accounts.ts';
import { useTexts } from '../../../texts/texts.ts';
import { When } from '../../../ui/when.tsx';
import { deviceWords } from '../../../ui/device-words.ts';
import { Card } from '../../../ui/card.tsx';
import { type AccountActs, telling } from './use-account-acts.ts';

/** The rest is shown on demand, so that the activity is not far below. */
const SHOWN_FIRST = 4;

export function Sessions({ account, acts }: { account: FullAccount; acts: AccountActs }) {
  const texts = useTexts();
  const { sessions: t } = texts.account;
  const [all, setAll] = useState(false);
  const sessions = all ? account.sessions : account.sessions.slice(0, SHOWN_FIRST);
  return (
    <Card title={t.title(account.sessions.length)}>
      {account.sessions.length === 0 ? (
        <p className="kc-flush kc-muted">{t.empty}</p>
      ) : (
        <ul className="kc-things">
          {sessions.map(({ id, ip_address, ...session }) => (
            <li key={id}>
              <div>
                <b title={session.user_agent}>{deviceWords(session, texts.sessions)}</b>
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
      {sessions.length < account.sessions.length && (
        <Button mt="xs" size="compact-sm" variant="default" onClick={() => setAll(true)}>
          {t.showAll(account.sessions.length)}
        </Button>
      )}
    </Card>
  );
}
