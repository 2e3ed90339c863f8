import type { ReactNode } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { CodeField } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Panel } from '../parts/panel.tsx';
import { useAct } from '../context/use-act.ts';
import { digitsOf, SendAgain } from './send-again.tsx';
import type { SignInSteps } from './steps.ts';

export interface MailedCodeProps {
  kind: 'code' | 'link';
  email: string;
  steps: SignInSteps;
  onBack: () => void;
}

/**
 * Asks for the code from a mail. A mail with a link also has a code, for a person who reads the mail on another device.
 */
export function MailedCode({ kind, email, steps, onBack }: MailedCodeProps): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.mailed;
  const act = useAct('otp');

  const enter = ({ otp = '' }: Readonly<Record<string, string>>) =>
    act.run('enter', async (options) =>
      steps.finish(await client.loginWithOtp({ email, otp: digitsOf(otp) }, options), email),
    );

  return (
    <Panel title={words.title} intro={words[kind](email)}>
      <Form act={act} focused onSubmit={(typed) => void enter(typed)}>
        <CodeField name="otp" problem={act.problem} />
        <Button kind="primary" busy={act.busy === 'enter'} disabled={act.busy !== null}>
          {texts.signIn.button}
        </Button>
      </Form>
      <SendAgain
        act={act}
        send={(options) =>
          client[kind === 'code' ? 'sendOtp' : 'sendLink']({ purpose: 'login', email }, options)
        }
        back={{ words: words.otherEmail, go: onBack }}
      />
    </Panel>
  );
}
