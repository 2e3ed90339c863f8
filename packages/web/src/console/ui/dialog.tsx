import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.ts';
import { useTopmost } from './topmost.ts';

export interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  size?: string | number;
}

/** Something short that must be done or left before the page goes on. */
export function Dialog({ title, onClose, children, size }: DialogProps) {
  const texts = useTexts().ui;
  const topmost = useTopmost();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnEscape={topmost}
      closeButtonProps={{ 'aria-label': texts.close }}
      {...(size !== undefined && { size })}
    >
      {children}
    </Modal>
  );
}
