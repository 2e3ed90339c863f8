import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import { Notice } from '../parts/notice.tsx';
import { Question } from '../parts/question.tsx';
import { dateOf } from '../lib/times.ts';
import { useAct } from '../context/use-act.ts';
import type { FactorChange, OwnFactors } from './own.ts';
import { Item } from './card.tsx';

export interface AuthenticatorProps {
  totp: OwnFactors['totp'];
  onChange: (change: FactorChange) => Promise<void>;
}

export function Authenticator({ totp, onChange }: AuthenticatorProps): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.factors;
  const act = useAct();
  const [dialog, setDialog] = useState<ReactNode>(null);
  const [removing, setRemoving] = useState(false);

  async function begin() {
    const loaded = await import('./authenticator-dialog.tsx').catch(() => null);
    if (loaded === null) return;
    const result = await act.run('begin', () => client.factors.totp.begin());
    if (result?.data)
      setDialog(
        <loaded.AuthenticatorDialog
          pending={result.data}
          onChange={onChange}
          onClose={() => setDialog(null)}
        />,
      );
  }

  async function remove() {
    const result = await act.run('remove', () => client.factors.totp.remove());
    if (!result?.data) return;
    setRemoving(false);
    await onChange({ news: words.appRemoved });
  }

  return (
    <>
      <Item
        icon={<Icon name="app" />}
        title={words.app}
        text={totp === null ? words.appOff : words.appOn(dateOf(totp.created_at, texts.locale))}
      >
        <Button busy={act.busy === 'begin'} onClick={() => void begin()}>
          {totp === null ? words.addApp : words.replaceApp}
        </Button>
        {totp !== null && (
          <Button kind="quiet" onClick={() => setRemoving(true)}>
            {texts.account.remove}
          </Button>
        )}
      </Item>
      {!removing && act.problem.message !== undefined && (
        <Notice kind="problem">{act.problem.message}</Notice>
      )}
      {dialog}
      {removing && (
        <Question
          title={words.removeApp}
          text={words.removeAppText}
          button={texts.account.remove}
          act={act}
          onYes={() => void remove()}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}
