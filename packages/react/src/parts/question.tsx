import type { ReactNode } from 'react';
import { useKeyward } from '../context/context.tsx';
import type { Act } from '../context/use-act.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

export interface QuestionProps {
  title: string;
  text: string;
  /** The name of the act, such as “Remove”. */
  button: string;
  act: Act;
  onYes: () => void;
  onClose: () => void;
  children?: ReactNode;
  /** Whether input is still missing. */
  disabled?: boolean;
}

/** Asks before an act that cannot be undone. */
export function Question({
  title,
  text,
  button,
  act,
  onYes,
  onClose,
  children,
  disabled = false,
}: QuestionProps): ReactNode {
  const { texts } = useKeyward();
  return (
    <Dialog title={title} intro={text} onClose={onClose}>
      <Form act={act} onSubmit={onYes}>
        {children}
        <div className="kw-row kw-end">
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button kind="danger" busy={act.busy !== null} disabled={disabled}>
            {button}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
