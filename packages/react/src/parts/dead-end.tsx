import type { ReactNode } from 'react';
import { useKeyward } from '../context/context.tsx';
import { messageOf } from '../context/errors.ts';
import { Button } from './button.tsx';
import { PageLink, Panel } from './panel.tsx';

export interface DeadEndProps {
  /** Names what has failed. */
  title?: string;
  code?: string | null;
  message?: string;
  /** The purpose of the link, for the page that sends another one. */
  purpose?: string | null;
}

/** The page for a link that does not work. Text from the address is never shown, because anybody can write it. */
export function DeadEnd({ title, code, message, purpose }: DeadEndProps): ReactNode {
  const { texts, paths, session, navigate } = useKeyward();
  const signedIn = session.status === 'signed-in';
  const words = texts.arrival;
  const failed = message !== undefined || (code !== undefined && code !== null);
  const home = signedIn ? paths.account : paths.signIn;
  const renewal =
    { reset: paths.resetPassword, signup: paths.signUp, verify: paths.account }[purpose ?? ''] ?? home;
  const isSpent = code?.startsWith('otp_') === true;
  const intro =
    message ??
    (code === undefined || code === null
      ? words.missing
      : code === 'validation'
        ? words.incomplete
        : messageOf(code, texts));
  return (
    <Panel title={title ?? (failed ? words.failed : words.again)} intro={intro} focused>
      {isSpent && (
        <Button kind="primary" onClick={() => navigate(renewal)}>
          {words.renew}
        </Button>
      )}
      {!(isSpent && renewal === home) && (
        <p>
          <PageLink to={home}>{signedIn ? words.toAccount : words.toSignIn}</PageLink>
        </p>
      )}
    </Panel>
  );
}
