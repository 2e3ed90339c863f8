import type { Account, CallError } from '@keyward/client';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { messageOf } from '../context/errors.ts';
import { Button } from '../parts/button.tsx';
import { Panel } from '../parts/panel.tsx';
import type { Challenge } from '../sign-in/steps.ts';
import { SecondStep } from '../sign-in/second-step.tsx';
import { DeadEnd } from '../parts/dead-end.tsx';
import { Done } from '../parts/done.tsx';
import { useLink } from '../lib/link.ts';

export interface SignInCallbackProps {
  /** The address that the redirect led to, if the application has cleaned it already. Default: the page's */
  href?: string;
  /** Called as soon as the person is signed in. */
  onSignedIn?: () => void;
}

type State =
  | { name: 'working' }
  | { name: 'asking'; account: Account; answer: (yes: boolean) => void }
  | { name: 'second'; challenge: Challenge }
  | { name: 'linked'; label: string }
  | { name: 'nothing' }
  | { name: 'declined' }
  | { name: 'failed'; error: CallError };

/** The names of slots. Other texts are not shown, because anybody can write an address. */
const SLOT = /^[a-z\d_-]{1,32}$/;

/** For `/oauth/callback`: finishes a sign-in by a provider or a mailed link. */
export function SignInCallback({ href, onSignedIn }: SignInCallbackProps): ReactNode {
  const { client, texts, facts, paths, navigate, session } = useKeyward();
  const words = texts.arrival;
  const link = useLink(href);
  const [state, setState] = useState<State>({ name: 'working' });
  const { providers } = facts;

  const confirm = useCallback(
    (account: Account) =>
      new Promise<boolean>((resolve) => {
        const answer = (yes: boolean) => {
          setState(yes ? { name: 'working' } : { name: 'declined' });
          resolve(yes);
        };
        setState({ name: 'asking', account, answer });
      }),
    [],
  );

  const arrive = useCallback(
    async (from: string) => {
      setState({ name: 'working' });
      const { data, error } = await client.handleRedirect({ href: from, confirm });
      if (error?.kind === 'SecondFactorRequiredError') setState({ name: 'second', challenge: error.details });
      else if (error) setState({ name: 'failed', error });
      else if (data?.page !== 'oauth/callback') setState({ name: 'nothing' });
      else if (data.linked === undefined) onSignedIn?.();
      else {
        const { linked } = data;
        const label =
          providers.find(({ slot }) => slot === linked)?.label ?? (SLOT.test(linked) ? linked : null);
        setState(label === null ? { name: 'nothing' } : { name: 'linked', label });
      }
    },
    [client, confirm, onSignedIn, providers],
  );

  const from = link?.href;
  // An address is used once, even if other props change while the person is asked.
  const taken = useRef<string | null>(null);
  useEffect(() => {
    if (from === undefined || taken.current === from) return;
    taken.current = from;
    void arrive(from);
  }, [from, arrive]);

  switch (state.name) {
    case 'working':
      return <Panel title={words.title} intro={words.working} />;
    case 'asking':
      return (
        <Panel title={words.signInAs(state.account.email)} intro={words.unexpected} focused>
          <div className="kw-choices">
            <Button kind="primary" onClick={() => state.answer(true)}>
              {texts.signIn.button}
            </Button>
            <Button kind="quiet" onClick={() => state.answer(false)}>
              {texts.cancel}
            </Button>
          </div>
        </Panel>
      );
    case 'second':
      return (
        <SecondStep
          challenge={state.challenge}
          confirm={confirm}
          onSignedIn={() => onSignedIn?.()}
          onRestart={() => navigate(paths.signIn)}
        />
      );
    case 'linked':
      return <Done title={words.linked(state.label)} intro={words.linkedIntro} to={paths.account} />;
    case 'nothing':
      return <DeadEnd />;
    case 'declined':
      return <DeadEnd code="unexpected_sign_in" />;
    case 'failed': {
      const { kind, code } = state.error;
      if (kind === 'NetworkError' || kind === 'TimeoutError')
        return (
          <Panel title={words.failed} intro={messageOf(code, texts)} focused>
            <Button kind="primary" onClick={() => from !== undefined && void arrive(from)}>
              {texts.tryAgain}
            </Button>
          </Panel>
        );
      if (kind === 'UnexpectedSignInError' && session.account !== null)
        return <DeadEnd message={words.signOutFirst(session.account.email)} />;
      return <DeadEnd code={code} />;
    }
  }
}
