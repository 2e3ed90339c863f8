import type { Account, FactorAnswer, FactorMethod } from '@keyward/client';
import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { CodeField, Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { useAct } from '../context/use-act.ts';
import type { Challenge } from './steps.ts';

export interface SecondStepProps {
  challenge: Challenge;
  onRestart: () => void;
  /** Called when the challenge is answered. */
  onSignedIn?: () => void;
  /** The result of the previous step. */
  notice?: string;
  /** As for `handleRedirect`, if a redirect brought the challenge. */
  confirm?: (account: Account) => Promise<boolean>;
}

/** Asks for one of the account's second factors. */
export function SecondStep({
  challenge: { challenge, methods },
  onRestart,
  onSignedIn,
  notice,
  confirm,
}: SecondStepProps): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.secondStep;
  const act = useAct('code');
  const [method, setMethod] = useState(firstOf(methods));
  const confirmed = confirm && { confirm };

  async function answer(name: string, shown: FactorAnswer) {
    const result = await act.run(name, () => client.answerChallenge({ challenge, ...shown, ...confirmed }));
    if (result?.error === null) onSignedIn?.();
  }
  const enter = ({ code = '' }: Readonly<Record<string, string>>) =>
    answer('enter', { code, method: methodOf(code) });
  const usePasskey = () => answer('passkey', { method: 'passkey' });
  const button = (name: string) => ({ busy: act.busy === name, disabled: act.busy !== null });

  return (
    <Panel
      title={words.title}
      intro={method === 'passkey' ? words.passkey : method === 'totp' ? words.totp : words.recovery}
    >
      {notice !== undefined && <Notice kind="success">{notice}</Notice>}
      {method !== 'passkey' && (
        <Form key={method} act={act} focused onSubmit={(typed) => void enter(typed)}>
          {method === 'totp' ? (
            <CodeField name="code" problem={act.problem} />
          ) : (
            <Field
              label={texts.recoveryCode}
              name="code"
              problem={act.problem}
              required
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={64}
              data-kw="code"
              placeholder="XXXX-XXXX-XXXX-XXXX"
            />
          )}
          <Button kind="primary" {...button('enter')}>
            {texts.continue}
          </Button>
        </Form>
      )}
      <div className="kw-choices">
        {methods.includes('passkey') && (
          <Button
            icon="key"
            kind={method === 'passkey' ? 'primary' : 'secondary'}
            {...button('passkey')}
            onClick={() => void usePasskey()}
          >
            {texts.signIn.passkey}
          </Button>
        )}
        {methods.includes('totp') && method !== 'totp' && (
          <Button icon="app" onClick={() => setMethod('totp')}>
            {words.useTotp}
          </Button>
        )}
        {methods.includes('recovery_code') && method !== 'recovery_code' && (
          <Button kind="quiet" onClick={() => setMethod('recovery_code')}>
            {words.useRecovery}
          </Button>
        )}
        <Button kind="quiet" onClick={onRestart}>
          {words.startAgain}
        </Button>
      </div>
    </Panel>
  );
}

/** A passkey needs no typing, but not every browser has the one that the account knows. */
function firstOf(methods: readonly FactorMethod[]): FactorMethod {
  return (['totp', 'passkey', 'recovery_code'] as const).find((one) => methods.includes(one)) ?? 'totp';
}

/** Both fit the field: a numeric code is from an app, any other is a recovery code. */
function methodOf(code: string): 'totp' | 'recovery_code' {
  return /^[\d\s-]*$/.test(code) && code.replace(/\D/g, '').length <= 8 ? 'totp' : 'recovery_code';
}
