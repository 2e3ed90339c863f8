import { Button } from '@mantine/core';
import { useState } from 'react';
import type { FullAccount } from '../../../data/accounts.ts';
import { sessionEnded } from '../../../session/ended.ts';
import { useMe } from '../../../session/me.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Card } from '../../../ui/card.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import type { AccountActs } from './use-account-acts.ts';

/** The end of the panel, apart from the acts that can be undone. */
export function DeleteAccount(props: { account: FullAccount; acts: AccountActs; onGone: () => void }) {
  const { account, acts, onGone } = props;
  const { acts: t } = useTexts().account;
  const [asking, setAsking] = useState(false);
  const isMe = account.id === useMe().id;
  const text = isMe ? t.deleteSelfText : t.deleteText;
  return (
    <Card title={t.delete}>
      <p className="kc-flush kc-small kc-muted">{text}</p>
      <Button mt="xs" variant="default" size="compact-sm" c="var(--kw-bad)" onClick={() => setAsking(true)}>
        {t.delete}
      </Button>
      {asking && (
        <Confirm
          title={t.deleteTitle(account.email)}
          button={t.delete}
          phrase={account.email}
          onConfirm={async () => {
            await acts.remove();
            if (isMe) sessionEnded.becauseOf(t.deletedSelf);
            onGone();
          }}
          onClose={() => setAsking(false)}
        >
          {text}
        </Confirm>
      )}
    </Card>
  );
}
