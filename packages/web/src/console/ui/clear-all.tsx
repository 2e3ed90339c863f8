import { Button } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from './confirm.tsx';

export interface ClearAllProps {
  texts: Readonly<Record<'clear' | 'clearTitle' | 'clearText', string>>;
  clear: () => Promise<unknown>;
  /** Called when the dialog is closed, with any outcome. */
  onClosed?: () => unknown;
}

/** A button that empties a list, after a dialog that asks for the word CLEAR. */
export function ClearAll({ texts, clear, onClosed }: ClearAllProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button className="kc-apart" variant="default" onClick={() => setAsking(true)}>
        {texts.clear}
      </Button>
      {asking && (
        <Confirm
          title={texts.clearTitle}
          button={texts.clear}
          phrase="CLEAR"
          onConfirm={clear}
          onClose={() => {
            setAsking(false);
            onClosed?.();
          }}
        >
          {texts.clearText}
        </Confirm>
      )}
    </>
  );
}
