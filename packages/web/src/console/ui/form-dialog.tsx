import { Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { isServiceError } from '../service.ts';
import { useTexts } from '../texts/texts.ts';
import { Failure } from './states.tsx';

/** What the service says of single fields, by the field's name. */
export type FieldProblems = Readonly<Record<string, string>>;

export function problemsOf(error: unknown): FieldProblems {
  const fields = isServiceError(error) ? (error.details?.fields ?? []) : [];
  return Object.fromEntries(fields.map(({ path, message }) => [path.split(/[./[]/)[0] ?? path, message]));
}

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
}

/** A form over the page. It stays open, with all that was typed, where the service refuses it. */
export function FormDialog({
  title,
  button,
  children,
  onSubmit,
  onClose,
  disabled = false,
}: FormDialogProps) {
  const texts = useTexts().ui;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const problems = problemsOf(error);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
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
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          {children(problems)}
          {error !== null && Object.keys(problems).length === 0 && <Failure error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={busy} disabled={disabled}>
              {button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
