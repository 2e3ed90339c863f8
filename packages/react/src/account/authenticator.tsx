import type { FactorsApi } from '@keyward/client/factors';
import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { CodeField } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Icon } from '../parts/icons.tsx';
import { Notice } from '../parts/notice.tsx';
import { Question } from '../parts/question.tsx';
import { dateOf } from '../lib/times.ts';
import { useAct } from '../context/use-act.ts';
import type { FactorChange, OwnFactors } from './own.ts';
import { Item } from './card.tsx';

type Pending = NonNullable<Awaited<ReturnType<FactorsApi['totp']['begin']>>['data']>;

export interface AuthenticatorProps {
  totp: OwnFactors['totp'];
  onChange: (change: FactorChange) => Promise<void>;
}

export function Authenticator({ totp, onChange }: AuthenticatorProps): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.factors;
  const act = useAct('code');
  const [pending, setPending] = useState<Pending | null>(null);
  const [removing, setRemoving] = useState(false);

  async function begin() {
    const result = await act.run('begin', () => client.factors.totp.begin());
    if (result?.data) setPending(result.data);
  }

  async function confirm(code: string) {
    const result = await act.run('confirm', () => client.factors.totp.confirm({ code }));
    if (!result?.data) return;
    setPending(null);
    await onChange({ news: words.appAdded, codes: result.data.recovery_codes });
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
      {pending === null && !removing && act.problem.message !== undefined && (
        <Notice kind="problem">{act.problem.message}</Notice>
      )}
      {pending !== null && (
        <Dialog title={words.addApp} intro={words.scan} onClose={() => setPending(null)}>
          {/* As an image, because an image cannot run scripts. */}
          <img
            className="kw-qr"
            alt={words.qr}
            src={`data:image/svg+xml,${encodeURIComponent(pending.qr_svg)}`}
            width="200"
            height="200"
          />
          <div className="kw-secret">
            <span className="kw-hint">{words.secret}</span>
            <code>{pending.secret.match(/.{1,4}/g)?.join(' ')}</code>
            <CopyButton text={pending.secret}>{words.copySecret}</CopyButton>
          </div>
          <Form act={act} focused onSubmit={({ code = '' }) => void confirm(code)}>
            <p>{words.confirmApp}</p>
            <CodeField name="code" problem={act.problem} />
            <div className="kw-row kw-end">
              <Button kind="quiet" onClick={() => setPending(null)}>
                {texts.cancel}
              </Button>
              <Button kind="primary" busy={act.busy === 'confirm'}>
                {texts.account.add}
              </Button>
            </div>
          </Form>
        </Dialog>
      )}
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
