import { type ReactNode, useState } from 'react';
import { DeadEnd } from '../parts/dead-end.tsx';
import { useLink } from '../lib/link.ts';
import { useKeyward } from '../context/context.tsx';
import { PageLink, Panel } from '../parts/panel.tsx';
import { useWhen } from '../lib/use-when.ts';
import { SignUpCode } from './sign-up-code.tsx';
import { SignUpForm, type Typed } from './sign-up-form.tsx';

export interface SignUpProps {
  /** The address of a mailed link, if the application has cleaned it already. Default: the page's */
  href?: string;
  /** Called as soon as a person is signed in, even if they were signed in before. */
  onSignedIn?: () => void;
  /** Called before the browser leaves for a provider: the sign-in ends on another page. */
  onLeave?: () => void;
}

/** For `/signup`: opens an account by a password or a mailed code, or explains who may. */
export function SignUp({ href, onSignedIn, onLeave }: SignUpProps): ReactNode {
  const { texts, facts, paths, session } = useKeyward();
  const words = texts.signUp;
  const link = useLink(href);
  const [sent, setSent] = useState<Typed | null>(null);
  const [typed, setTyped] = useState<Typed | null>(null);
  useWhen(session.status === 'signed-in', onSignedIn);
  if (link === null) return null;
  const { email, code, errorCode } = link;
  if (errorCode !== null) return <DeadEnd code={errorCode} purpose="signup" />;

  const { signUpMode, applicationName } = facts;
  const title = applicationName === '' ? words.title : words.titleAt(applicationName);
  const footer = (
    <p className="kw-aside">
      {words.haveAccount} <PageLink to={paths.signIn}>{words.signIn}</PageLink>
    </p>
  );
  if (email !== null && code !== null)
    return (
      <Panel title={title} intro={words.fromLink(email)}>
        <SignUpCode typed={{ email }} code={code} />
      </Panel>
    );
  if (sent !== null)
    return (
      <Panel
        title={texts.mailed.title}
        intro={sent.password === undefined ? words.code(sent.email) : words.prove(sent.email)}
      >
        <SignUpCode
          typed={sent}
          onBack={() => {
            setTyped(sent);
            setSent(null);
          }}
        />
      </Panel>
    );
  if (signUpMode !== 'open')
    return <Panel title={words.closedTitle} intro={words[signUpMode]} footer={footer} />;
  return (
    <Panel title={title} footer={footer}>
      <SignUpForm typed={typed} onSent={setSent} onLeave={() => onLeave?.()} />
    </Panel>
  );
}
