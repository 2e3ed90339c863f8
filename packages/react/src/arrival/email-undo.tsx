import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { Form } from '../parts/form.tsx';
import { PageLink, Panel } from '../parts/panel.tsx';
import { useAct } from '../context/use-act.ts';
import { DeadEnd } from '../parts/dead-end.tsx';
import { Done } from '../parts/done.tsx';
import { useLink } from '../lib/link.ts';

/**
 * For `/email-undo`: undoes a change that a mail reported, of an email or something else. @param props.href as for
 * the other pages of links
 */
export function EmailUndo({ href }: { href?: string }): ReactNode {
  const { client, texts, paths, facts } = useKeyward();
  const link = useLink(href);
  const act = useAct();
  const [done, setDone] = useState<'undone' | 'returned' | 'spent' | null>(null);
  if (link === null) return null;
  const { token, errorCode, change } = link;
  const words = change === null ? texts.undo : change === 'account' ? texts.undo.account : texts.undo.change;
  if (token === null) return <DeadEnd code={errorCode} />;
  if (done === 'spent') return <DeadEnd code="email_undo_invalid" />;
  if (done === 'returned') {
    const { returned, returnedIntro } = texts.undo.account;
    return <Done title={returned} intro={returnedIntro} to={paths.signUp} />;
  }
  if (done !== null) {
    const { doneIntro, organizations } = texts.undo;
    return (
      <Panel
        title={words.done}
        intro={facts.organizations ? `${doneIntro} ${organizations}` : doneIntro}
        footer={
          <p className="kw-aside">
            <PageLink to={paths.resetPassword}>{texts.mailed.again}</PageLink>
          </p>
        }
        focused
      />
    );
  }

  async function undo() {
    const result = await act.run('undo', () => client.undoEmailChange({ token: token ?? '' }));
    if (result?.error === null) setDone(result.data.returned === true ? 'returned' : 'undone');
    else if (result?.error?.kind === 'EmailUndoInvalidError') setDone('spent');
  }
  return (
    <Panel title={words.title} intro={words.intro} focused>
      <Form act={act} onSubmit={() => void undo()}>
        <Button kind="primary" busy={act.busy !== null}>
          {words.button}
        </Button>
      </Form>
    </Panel>
  );
}
