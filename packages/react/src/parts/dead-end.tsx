import type { ReactNode } from 'react';
import { useKeyward } from '../context/context.tsx';
import { messageOf } from '../context/errors.ts';
import { PageLink, Panel } from './panel.tsx';

/** The page for a link that does not work. Text from the address is never shown, because anybody can write it. */
export function DeadEnd({ code, message }: { code?: string | null; message?: string }): ReactNode {
  const { texts, paths, session } = useKeyward();
  const signedIn = session.status === 'signed-in';
  const words = texts.arrival;
  const failed = message !== undefined || (code !== undefined && code !== null);
  const intro =
    message ??
    (code === undefined || code === null
      ? words.missing
      : code === 'validation'
        ? words.incomplete
        : messageOf(code, texts));
  return (
    <Panel title={failed ? words.failed : words.again} intro={intro} focused>
      <p>
        <PageLink to={signedIn ? paths.account : paths.signIn}>
          {signedIn ? words.toAccount : words.toSignIn}
        </PageLink>
      </p>
    </Panel>
  );
}
