import type { ReactNode } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { CopyButton, download } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';

/** Shows new codes. Keys do not close the dialog, because the codes are not shown again. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }): ReactNode {
  const { texts } = useKeyward();
  const words = texts.factors;
  const text = `${codes.join('\n')}\n`;
  return (
    <Dialog title={words.codesTitle} intro={words.codesText}>
      <ol className="kw-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="kw-pair">
        <CopyButton text={text}>{words.copyCodes}</CopyButton>
        <Button icon="download" onClick={() => download(words.codesFile, 'text/plain', text)}>
          {words.downloadCodes}
        </Button>
      </div>
      <Button kind="primary" onClick={onClose}>
        {words.codesSaved}
      </Button>
    </Dialog>
  );
}
