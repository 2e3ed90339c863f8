import { Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.ts';
import { useTopmost } from './topmost.ts';
import { useReturnFocus } from './use-return-focus.ts';

export interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  size?: string | number;
  /** Whether only a button inside closes it, because its content is shown only once. */
  stays?: boolean;
}

/** A short task that must be finished or cancelled before the page continues. */
export function Dialog({ title, onClose, children, size, stays = false }: DialogProps) {
  const texts = useTexts().ui;
  const topmost = useTopmost();
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnEscape={topmost && !stays}
      closeOnClickOutside={!stays}
      withCloseButton={!stays}
      closeButtonProps={{ 'aria-label': texts.close }}
      {...(size !== undefined && { size })}
    >
      {children}
    </Modal>
  );
}

/** The buttons of a dialog. They stay in view while the content of a long one scrolls. */
export function DialogActs({ children }: { children: ReactNode }) {
  return (
    <Group className="kc-dialog-acts" justify="flex-end" gap="xs">
      {children}
    </Group>
  );
}
