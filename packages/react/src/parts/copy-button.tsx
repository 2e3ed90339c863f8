import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from './button.tsx';

/** Copies a text to the clipboard, and confirms it. */
export function CopyButton({
  text,
  children,
  label,
}: {
  text: string;
  children: ReactNode;
  /** For screen readers, if the visible words need their context. */
  label?: string;
}): ReactNode {
  const { texts } = useKeyward();
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  }
  return (
    <Button
      icon={copied ? 'check' : 'copy'}
      onClick={() => void copy().catch(() => setCopied(false))}
      {...(label !== undefined && !copied && { label })}
    >
      <span aria-live="polite">{copied ? texts.copied : children}</span>
    </Button>
  );
}

/** Lets the browser save a text as a file. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
