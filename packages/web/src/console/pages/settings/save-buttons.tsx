import { Button } from '@mantine/core';
import { useRef } from 'react';
import { settingsTexts } from '../../texts/settings-texts.ts';

export interface SaveButtonsProps {
  /** Whether there is something to save or to discard. */
  isPending: boolean;
  /** Whether a field shows that saving would fail. */
  isWrong?: boolean;
  isSaving: boolean;
  onDiscard: () => void;
}

/** Saves the form that it is in, or discards its changes. The focus stays at these buttons. */
export function SaveButtons({ isPending, isWrong = false, isSaving, onDiscard }: SaveButtonsProps) {
  const t = settingsTexts;
  const saving = useRef<HTMLButtonElement>(null);
  const isIdle = !isPending || isWrong || isSaving;
  return (
    <>
      {/* A button that is really disabled would lose the focus with each save. */}
      <Button ref={saving} type="submit" data-disabled={isIdle || undefined} aria-disabled={isIdle}>
        {t.save}
      </Button>
      {isPending && (
        <Button
          variant="default"
          onClick={() => {
            onDiscard();
            saving.current?.focus();
          }}
        >
          {t.discard}
        </Button>
      )}
    </>
  );
}
