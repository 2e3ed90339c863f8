import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { useWhen } from '../lib/use-when.ts';
import { MailedCode } from './mailed-code.tsx';
import { SecondStep } from './second-step.tsx';
import { SignInForm } from './sign-in-form.tsx';
import type { Challenge, Connection, SignInSteps } from './steps.ts';

export interface SignInProps {
  /** Called as soon as a person is signed in, even if they were signed in before. */
  onSignedIn?: () => void;
  /** Called before the browser leaves for a provider, or a mail is sent: the sign-in may end on another page. */
  onLeave?: () => void;
  /** The message above the form. Default: that a session has ended, if one has */
  notice?: string | undefined;
  /** The initial values of the form. */
  identifier?: string | undefined;
}

type Step =
  | { name: 'start'; email?: string; required?: Connection }
  | { name: 'mailed'; kind: 'code' | 'link'; email: string }
  | { name: 'second'; challenge: Challenge };

/** All methods of sign-in that the service offers, with the second step. */
export function SignIn({ onSignedIn, onLeave, notice, identifier = '' }: SignInProps): ReactNode {
  const { texts, facts, session } = useKeyward();
  const [step, setStep] = useState<Step>({ name: 'start' });
  useWhen(session.status === 'signed-in', onSignedIn);

  const steps: SignInSteps = {
    finish(result, email) {
      const { error } = result;
      if (error?.kind === 'SecondFactorRequiredError') setStep({ name: 'second', challenge: error.details });
      else if (error?.kind === 'ConnectionRequiredError')
        setStep({ name: 'start', email, required: error.details.connection });
      else return result;
      return { data: null, error: null };
    },
    mailed(kind, email) {
      onLeave?.();
      setStep({ name: 'mailed', kind, email });
    },
    leave: () => onLeave?.(),
  };
  const restart = () => setStep({ name: 'start', ...(step.name === 'mailed' && { email: step.email }) });

  if (step.name === 'second') return <SecondStep challenge={step.challenge} onRestart={restart} />;
  if (step.name === 'mailed')
    return <MailedCode kind={step.kind} email={step.email} steps={steps} onBack={restart} />;
  const { applicationName } = facts;
  const reason = session.status === 'signed-out' ? session.reason : 'absent';
  const { required } = step;
  const said =
    (required && texts.errors.connection_required) ??
    notice ??
    { absent: undefined, left: texts.signIn.signedOut, ended: texts.signIn.ended }[reason];
  return (
    <Panel title={applicationName === '' ? texts.signIn.title : texts.signIn.titleTo(applicationName)}>
      {said !== undefined && <Notice>{said}</Notice>}
      <SignInForm
        key={required?.id}
        email={step.email ?? identifier}
        required={required ?? null}
        steps={steps}
      />
    </Panel>
  );
}
