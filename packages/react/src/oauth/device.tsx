import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { useWhen } from '../lib/use-when.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { Asked, type AskedByDevice } from './asked.tsx';

export interface DeviceProps {
  /** The parameter `user_code` of the page's address. The person confirms it. */
  userCode?: string;
  /** Called when nobody is signed in, or the session ends: sign the person in, and return with the same code. */
  onSignedOut?: () => void;
}

/** For `/device`: signs in a device without a browser, by the code that it shows. */
export function Device({ userCode = '', onSignedOut }: DeviceProps): ReactNode {
  const { session } = useKeyward();
  useWhen(session.status === 'signed-out', onSignedOut);
  const [found, setFound] = useState<{ code: string; asked: AskedByDevice } | null>(null);
  if (session.status !== 'signed-in') return null;
  return found === null ? (
    <Code userCode={userCode} onFound={(code, asked) => setFound({ code, asked })} />
  ) : (
    <Question key={found.code} {...found} />
  );
}

interface CodeProps {
  userCode: string;
  onFound: (code: string, asked: AskedByDevice) => void;
}

/** Anybody can send a link, so the person must confirm a code from the address. */
function Code({ userCode, onFound }: CodeProps): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.device;
  const act = useAct('user_code');

  async function look(code: string) {
    const result = await act.run('look', () => client.applications.device({ user_code: code }));
    if (result?.data) onFound(code, result.data);
    else if (result?.error?.kind === 'AuthorizationRequestNotFoundError')
      act.setProblem({ fields: { user_code: words.wrong } });
  }

  return (
    <Panel title={words.title} intro={userCode === '' ? words.intro : words.same}>
      <Form act={act} focused onSubmit={({ user_code: code = '' }) => void look(code.trim())}>
        <Field
          label={texts.code}
          name="user_code"
          problem={act.problem}
          hint={words.hint}
          required
          defaultValue={userCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          data-kw="code"
          placeholder="XXXX-XXXX"
        />
        <Button kind="primary" busy={act.busy !== null}>
          {texts.continue}
        </Button>
      </Form>
    </Panel>
  );
}

function Question({ code, asked }: { code: string; asked: AskedByDevice }): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.device;
  const act = useAct();
  const [allowed, setAllowed] = useState<boolean | null>(null);
  const { name } = asked.application;
  const { ip_address: from, user_agent: program } = asked.device;

  async function answer(allow: boolean) {
    const result = await act.run(allow ? 'allow' : 'deny', () =>
      client.applications.answerDevice({ user_code: code, allow }),
    );
    if (result?.error === null) setAllowed(allow);
  }

  if (allowed !== null)
    return (
      <Panel
        title={allowed ? words.allowed : words.denied}
        intro={allowed ? words.allowedText(name) : words.deniedText}
        focused
      />
    );
  const busy = (which: string) => ({ busy: act.busy === which, disabled: act.busy !== null });
  return (
    <Panel title={words.askTitle(name)} focused>
      <Asked asked={asked} hint={program === '' ? words.from(from) : words.fromWith(from, program)} />
      <Notice>{words.warning}</Notice>
      <Form act={act} onSubmit={() => void answer(true)}>
        <div className="kw-pair kw-answers">
          <Button {...busy('deny')} onClick={() => void answer(false)}>
            {texts.consent.deny}
          </Button>
          <Button kind="primary" {...busy('allow')}>
            {texts.continue}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
