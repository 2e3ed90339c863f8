import type { ReactNode } from 'react';
import { useKeyward } from '../context/context.tsx';
import type { Act } from '../context/use-act.ts';
import { isEmail } from '../lib/addresses.ts';
import { Button } from '../parts/button.tsx';
import type { SignInSteps } from './steps.ts';

export interface MailButtonsProps {
  /** The act of the form with the field `identifier`. */
  act: Act;
  email: string;
  onSent: SignInSteps['mailed'];
}

/** The buttons to sign in by mail, with a code or with a link too. */
export function MailButtons({ act, email, onSent }: MailButtonsProps): ReactNode {
  const { client, texts, facts } = useKeyward();
  const words = texts.signIn;

  async function mail(kind: 'code' | 'link') {
    if (!isEmail(email)) return act.setProblem({ fields: { identifier: words.needsEmail } });
    const send = client[kind === 'code' ? 'sendOtp' : 'sendLink'];
    const result = await act.run(kind, (options) => send({ purpose: 'login', email }, options), true);
    if (result?.error === null) onSent(kind, email);
  }

  return (
    <div className="kw-mails" role="group" aria-label={words.byMail}>
      {(facts.mailedLinks ? (['code', 'link'] as const) : (['code'] as const)).map((kind) => (
        <Button
          key={kind}
          kind="quiet"
          busy={act.busy === kind}
          disabled={act.busy !== null}
          onClick={() => void mail(kind)}
        >
          {words[kind === 'code' ? 'emailCode' : 'emailLink']}
        </Button>
      ))}
    </div>
  );
}
