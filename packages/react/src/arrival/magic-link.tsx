import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { Form } from '../parts/form.tsx';
import { Panel } from '../parts/panel.tsx';
import { ResetPassword } from './reset-password.tsx';
import { SecondStep } from '../sign-in/second-step.tsx';
import { SignIn } from '../sign-in/sign-in.tsx';
import type { Challenge } from '../sign-in/steps.ts';
import { SignUp } from '../sign-up/sign-up.tsx';
import { useAct } from '../context/use-act.ts';
import { useWhen } from '../lib/use-when.ts';
import { DeadEnd } from '../parts/dead-end.tsx';
import { Done } from '../parts/done.tsx';
import { type LinkedCode, useLink } from '../lib/link.ts';

export interface MagicLinkProps {
  /** The address of the link, if the application has cleaned it already. Default: the page's */
  href?: string;
  /** Called as soon as the person is signed in. */
  onSignedIn?: () => void;
}

/** For `/magic-link/callback`: shows the result of a link that the service has handled. */
export function MagicLinkCallback({ href }: MagicLinkProps): ReactNode {
  const { texts, paths } = useKeyward();
  const link = useLink(href);
  if (link === null) return null;
  if (link.errorCode !== null || !link.verified)
    return <DeadEnd code={link.errorCode} purpose={link.purpose} />;
  return <Done title={texts.arrival.confirmed} intro={texts.arrival.confirmedIntro} to={paths.account} />;
}

/** For `/magic-link/confirm`: uses the code of a link when a person presses the button, and not a mail scanner. */
export function MagicLinkConfirm({ href, onSignedIn }: MagicLinkProps): ReactNode {
  const link = useLink(href);
  if (link === null) return null;
  const { errorCode, email, code, purpose } = link;
  if (errorCode !== null || email === null || code === null)
    return <DeadEnd code={errorCode} purpose={purpose} />;
  const handlers = { href: link.href, ...(onSignedIn && { onSignedIn }) };
  switch (purpose) {
    case 'login':
    case 'verify':
      return <Confirm purpose={purpose} email={email} code={code} {...(onSignedIn && { onSignedIn })} />;
    case 'reset':
      return <ResetPassword {...handlers} />;
    case 'signup':
      return <SignUp {...handlers} />;
    case null:
    default:
      return <DeadEnd />;
  }
}

interface ConfirmProps {
  purpose: 'login' | 'verify';
  email: string;
  code: LinkedCode;
  onSignedIn?: () => void;
}

function Confirm({ purpose, email, code, onSignedIn }: ConfirmProps): ReactNode {
  const { client, texts, paths, navigate, session } = useKeyward();
  const words = texts.arrival;
  const act = useAct();
  const [done, setDone] = useState(false);
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [entering, setEntering] = useState(false);
  const signsIn = purpose === 'login';

  async function confirm() {
    const result = await act.run('confirm', () => client.confirmLink({ purpose, email, ...code }));
    if (result?.error?.kind === 'SecondFactorRequiredError') setChallenge(result.error.details);
    // Only the person who is signed in to the account can confirm its new email.
    else if (result?.error?.kind === 'ReauthenticationRequiredError') {
      if (session.account === null) setEntering(true);
      else act.setProblem({ fields: {}, message: words.signOutFirst(session.account.email) });
    } else if (result?.error === null) setDone(true);
  }

  useWhen(signsIn && done, onSignedIn);

  if (entering)
    return (
      <SignIn
        notice={words.signInFirst}
        onSignedIn={() => {
          setEntering(false);
          void confirm();
        }}
      />
    );

  if (challenge !== null && !done)
    return (
      <SecondStep
        challenge={challenge}
        onSignedIn={() => setDone(true)}
        onRestart={() => navigate(paths.signIn)}
      />
    );
  if (done && !signsIn)
    return <Done title={words.confirmed} intro={words.confirmedIntro} to={paths.account} />;
  const other = session.account !== null && session.account.email.toLowerCase() !== email.toLowerCase();
  return (
    <Panel
      title={signsIn ? texts.signIn.title : words.confirmTitle}
      intro={signsIn ? words.signInAs(email) : words.confirmIntro(email)}
      focused
    >
      <Form act={act} onSubmit={() => void confirm()}>
        {signsIn && other && session.account !== null && <p>{words.replaces(session.account.email)}</p>}
        <Button kind="primary" busy={act.busy !== null}>
          {signsIn ? texts.signIn.button : words.confirm}
        </Button>
      </Form>
    </Panel>
  );
}
