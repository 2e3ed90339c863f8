import { Button, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type FieldProblems, problemsOf } from '../service/field-problems.ts';
import { useTexts } from '../texts/texts.ts';
import { Confirm } from './confirm.tsx';
import { Dialog, DialogActs } from './dialog.tsx';
import { Failure } from './states.tsx';

export interface FormDialogProps {
  title: string;
  /** Names the act. */
  button: string;
  /** The fields; each shows its own problem. */
  children: (problems: FieldProblems) => ReactNode;
  onSubmit: () => Promise<unknown>;
  onClose: () => void;
  /** Whether the button cannot be pressed yet. */
  disabled?: boolean;
  /** Asked before the act, with a word to type. */
  question?: { title: string; text: string; phrase: string } | null;
}

/** A form over the page. It stays open, with its input, if the service refuses it. */
export function FormDialog({
  title,
  button,
  children,
  onSubmit,
  onClose,
  disabled = false,
  question = null,
}: FormDialogProps) {
  const texts = useTexts().ui;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const problems = problemsOf(error);
  const [asking, setAsking] = useState(false);
  const submit = async () => {
    setBusy(true);
    setError(null);
    try {
      await onSubmit();
      onClose();
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} title={title}>
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (question === null) void submit();
          else setAsking(true);
        }}
        noValidate
      >
        <Stack gap="md">
          {children(problems)}
          {error !== null && Object.keys(problems).length === 0 && <Failure error={error} />}
          <DialogActs>
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={busy} disabled={disabled}>
              {button}
            </Button>
          </DialogActs>
        </Stack>
      </form>
      {asking && question !== null && (
        <Confirm
          title={question.title}
          button={button}
          phrase={question.phrase}
          onConfirm={submit}
          onClose={() => setAsking(false)}
        >
          {question.text}
        </Confirm>
      )}
    </Dialog>
  );
}
