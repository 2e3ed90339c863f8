import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context.tsx';
import { Button } from '../parts/button.tsx';
import { CodeField } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { useAct } from '../use-act.ts';
import type { SignInSteps } from './sign-in.tsx';

export interface MailedCodeProps {
  kind: 'code' | 'link';
  email: string;
  steps: SignInSteps;
  onBack: () => void;
}

/** Takes the code of a mail. A mail with a link has one too, for a person who reads it elsewhere. */
export function MailedCode({ kind, email, steps, onBack }: MailedCodeProps): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.mailed;
  const act = useAct('otp');
  const [again, setAgain] = useState(false);

  const enter = ({ otp = '' }: Readonly<Record<string, string>>) =>
    act.run('enter', async () => steps.finish(await client.loginWithOtp({ email, otp: digitsOf(otp) })));

  async function send() {
    setAgain(false);
    const input = { purpose: 'login', email } as const;
    const result = await act.run('send', () =>
      kind === 'code' ? client.sendOtp(input) : client.sendLink(input),
    );
    setAgain(result?.error === null);
  }

  return (
    <Panel title={words.title} intro={words[kind](email)}>
      {again && <Notice kind="success">{words.sentAgain}</Notice>}
      <Form act={act} focused onSubmit={(typed) => void enter(typed)}>
        <CodeField name="otp" problem={act.problem} />
        <Button kind="primary" busy={act.busy === 'enter'} disabled={act.busy !== null}>
          {texts.signIn.button}
        </Button>
      </Form>
      <div className="kw-row">
        <Button kind="quiet" onClick={onBack}>
          {words.otherEmail}
        </Button>
        <Button
          kind="quiet"
          busy={act.busy === 'send'}
          disabled={act.busy !== null}
          onClick={() => void send()}
        >
          {words.again}
        </Button>
      </div>
    </Panel>
  );
}

/** People copy codes with spaces or a dash in the middle. */
export function digitsOf(typed: string): string {
  return typed.replace(/[\s-]/g, '');
}
