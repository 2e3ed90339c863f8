import type { ReactNode } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { CopyButton, download } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';

export interface RecoveryCodesProps {
  codes: string[];
  /** What they came with: an added factor. */
  news?: string | null;
  onClose: () => void;
}

/** Shows new codes. Keys do not close the dialog, because the codes are not shown again. */
export function RecoveryCodes({ codes, news = null, onClose }: RecoveryCodesProps): ReactNode {
  const { texts } = useKeyward();
  const words = texts.factors;
  const text = `${codes.join('\n')}\n`;
  return (
    <Dialog title={words.codesTitle} intro={words.codesText}>
      {news !== null && <Notice kind="success">{news}</Notice>}
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
