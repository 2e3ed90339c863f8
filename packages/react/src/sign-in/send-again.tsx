import type { CallOptions, Result } from '@keyward/client';
import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import type { Act } from '../context/use-act.ts';

export interface SendAgainProps {
  /** The ids and labels of the form that takes the code. */
  act: Act;
  send: (options: CallOptions) => Promise<Result<unknown>>;
  back?: { words: string; go: () => void } | undefined;
}

/** The remedies for a mail that has not arrived: send another one, or go back. */
export function SendAgain({ act, send, back }: SendAgainProps): ReactNode {
  const { texts } = useKeyward();
  const [sent, setSent] = useState(false);
  async function again() {
    setSent(false);
    const result = await act.run('send', send, true);
    setSent(result?.error === null);
  }
  return (
    <>
      {sent && <Notice kind="success">{texts.mailed.sentAgain}</Notice>}
      <div className="kw-pair">
        {back !== undefined && (
          <Button kind="quiet" onClick={back.go}>
            {back.words}
          </Button>
        )}
        <Button
          kind="quiet"
          busy={act.busy === 'send'}
          disabled={act.busy !== null}
          onClick={() => void again()}
        >
          {texts.mailed.again}
        </Button>
      </div>
    </>
  );
}

/** People copy codes with spaces or a dash in the middle. */
export function digitsOf(typed: string): string {
  return typed.replace(/[\s-]/g, '');
}
