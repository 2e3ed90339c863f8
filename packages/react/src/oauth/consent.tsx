import { type ReactNode, useCallback, useState } from 'react';
import { Whole } from '../account/card.tsx';
import { Guarded } from '../account/reauthentication.tsx';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { useLoaded } from '../context/use-loaded.ts';
import { useWhen } from '../lib/use-when.ts';
import { Button } from '../parts/button.tsx';
import { DeadEnd } from '../parts/dead-end.tsx';
import { Form } from '../parts/form.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageLink, Panel } from '../parts/panel.tsx';
import { Asked, type AskedByBrowser } from './asked.tsx';

export interface ConsentProps {
  /** The parameter `request` of the page's address. */
  request: string;
  /** Called when nobody is signed in, or the session ends: sign the person in, and return with the same request. */
  onSignedOut?: () => void;
  /** Opens the application's address. Default: the browser opens it, in place of this page in the history */
  onAnswered?: (address: string) => void;
}

/** For `/consent`: asks whether an application may use the account of the person. */
export function Consent({ request, onSignedOut, onAnswered }: ConsentProps): ReactNode {
  const { session } = useKeyward();
  useWhen(session.status === 'signed-out', onSignedOut);
  if (session.status !== 'signed-in') return null;
  return (
    <Guarded>
      <Request
        key={session.account.id}
        id={request}
        onAnswered={onAnswered ?? ((address) => location.replace(address))}
      />
    </Guarded>
  );
}

interface RequestProps {
  id: string;
  onAnswered: (address: string) => void;
}

const UNREACHED = /^(Network|Timeout)Error$/;

function Request({ id, onAnswered }: RequestProps): ReactNode {
  const { client, texts } = useKeyward();
  const loaded = useLoaded(useCallback(() => client.applications.request({ id }), [client, id]));
  const { data, error } = loaded;
  if (data !== null) return <Question id={id} asked={data} onAnswered={onAnswered} />;
  if (error !== null && !UNREACHED.test(error.kind))
    return <DeadEnd title={texts.consent.over} code={error.code} />;
  return (
    <Panel title={texts.loading}>
      <Whole loaded={loaded}>{() => null}</Whole>
    </Panel>
  );
}

function Question({ id, asked, onAnswered }: RequestProps & { asked: AskedByBrowser }): ReactNode {
  const { client, texts, paths } = useKeyward();
  const words = texts.consent;
  const act = useAct();
  const [address, setAddress] = useState<string | null>(null);
  const [lacksFactor, setLacksFactor] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { name, redirect_host: host, loopback_only: isAnybody } = asked.application;

  const names = asked.scopes.map((scope) => scope.name);
  const toggle = (scope: string) =>
    setLeft(
      (before) =>
        new Set(before.has(scope) ? [...before].filter((one) => one !== scope) : [...before, scope]),
    );

  async function answer(allow: boolean) {
    setLacksFactor(false);
    const result = await act.run(allow ? 'allow' : 'deny', () =>
      client.applications.answerRequest({
        id,
        allow,
        ...(allow && left.size > 0 && { scopes: names.filter((scope) => !left.has(scope)) }),
      }),
    );
    if (result?.data) {
      setAddress(result.data.redirect_to);
      onAnswered(result.data.redirect_to);
    } else if (result?.error?.kind === 'ReauthenticationRequiredError') {
      act.setProblem({ fields: {} });
      setLacksFactor(true);
    }
  }

  // A browser that opens another program stays on this page.
  if (address !== null)
    return (
      <Panel title={words.back(name)} intro={words.close} focused>
        <p>
          <a href={address} className="kw-link">
            {words.open(name)}
          </a>
        </p>
      </Panel>
    );
  const busy = (which: string) => ({ busy: act.busy === which, disabled: act.busy !== null });
  return (
    <Panel title={words.title(name)} footer={<p className="kw-aside">{words.undo}</p>} focused>
      <Asked asked={asked} hint={hintOf(host, words)} choice={{ left, onToggle: toggle }} />
      {isAnybody && <Notice>{words.anybody(name)}</Notice>}
      {lacksFactor && (
        <Notice kind="problem">
          {words.lacksFactor(name)} <PageLink to={paths.account}>{texts.arrival.toAccount}</PageLink>
        </Notice>
      )}
      <Form act={act} onSubmit={() => void answer(true)}>
        <div className="kw-pair kw-answers">
          <Button {...busy('deny')} onClick={() => void answer(false)}>
            {words.deny}
          </Button>
          <Button kind="primary" {...busy('allow')}>
            {words.allow}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

/** @param host of the redirect; for a program on this device its scheme, with the colon */
function hintOf(
  host: string | null,
  words: { leads: (host: string) => string; opens: (scheme: string) => string },
): string {
  if (host === null) return '';
  return host.endsWith(':') ? words.opens(host) : words.leads(host);
}
