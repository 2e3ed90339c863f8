import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { Dialog, DialogActs } from './dialog.tsx';
import { Failure } from './states.tsx';

export interface ConfirmProps {
  /** The question. */
  title: string;
  /** What is lost, and what is kept. */
  children: ReactNode;
  /** Names the act, like the button that opened the dialog. */
  button: string;
  /** The word to type before the button is enabled, for destructive acts. */
  phrase?: string | undefined;
  danger?: boolean | undefined;
  /** Disables the button. */
  disabled?: boolean | undefined;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before an act that cannot be undone. It stays open, with the error, if the act fails. */
export function Confirm({
  title,
  children,
  button,
  phrase,
  danger = true,
  disabled = false,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const texts = useTexts().ui;
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      onClose();
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} title={title}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <div>{children}</div>
          {phrase !== undefined && (
            <TextInput
              label={texts.typeToConfirm(phrase)}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
            />
          )}
          {error !== null && <Failure error={error} />}
          <DialogActs>
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button
              type="submit"
              color={danger ? 'red' : 'ink'}
              loading={busy}
              disabled={disabled || (phrase !== undefined && typed.trim() !== phrase)}
            >
              {button}
            </Button>
          </DialogActs>
        </Stack>
      </form>
    </Dialog>
  );
}
