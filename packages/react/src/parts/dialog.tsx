import { type ReactNode, useEffect, useId, useRef } from 'react';

export interface DialogProps {
  title: string;
  intro?: ReactNode;
  /** Called on Esc. If left out, only a button inside closes the dialog. */
  onClose?: () => void;
  children: ReactNode;
}

/** A modal dialog. The browser keeps the focus inside, and restores it afterwards. */
export function Dialog({ title, intro, onClose, children }: DialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const { current } = dialog;
    if (current?.open === false) current.showModal();
    return () => {
      // Returns the focus.
      current?.close();
    };
  }, []);
  return (
    <dialog
      className="kw kw-dialog"
      ref={dialog}
      aria-labelledby={id}
      onClose={() => {
        // In development, StrictMode runs the effect twice: when this event arrives, the dialog is open again. Preact
        // leaves the listener on a dialog that is gone, whose event would close the next one.
        if (dialog.current?.open !== false) return;
        // Browsers let a second Esc close any dialog, even if the page has prevented the first.
        if (onClose === undefined) dialog.current.showModal();
        else onClose();
      }}
      onCancel={(event) => {
        if (onClose === undefined) event.preventDefault();
      }}
    >
      <h2 id={id}>{title}</h2>
      {intro !== undefined && <p className="kw-intro">{intro}</p>}
      {children}
    </dialog>
  );
}
