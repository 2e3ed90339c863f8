import type { FactorsApi } from '@keyward/client/factors';
import type { ReactNode } from 'react';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { CodeField } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import type { FactorChange } from './own.ts';

export interface AuthenticatorDialogProps {
  pending: NonNullable<Awaited<ReturnType<FactorsApi['totp']['begin']>>['data']>;
  onChange: (change: FactorChange) => Promise<void>;
  onClose: () => void;
}

/** Shows the secret of a new authenticator app, and asks for its first code. */
export function AuthenticatorDialog({ pending, onChange, onClose }: AuthenticatorDialogProps): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.factors;
  const act = useAct('code');

  async function confirm(code: string) {
    const result = await act.run('confirm', () => client.factors.totp.confirm({ code }));
    if (!result?.data) return;
    onClose();
    await onChange({ news: words.appAdded, codes: result.data.recovery_codes });
  }

  return (
    <Dialog title={words.addApp} intro={words.scan} onClose={onClose}>
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
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button kind="primary" busy={act.busy === 'confirm'}>
            {texts.account.add}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
