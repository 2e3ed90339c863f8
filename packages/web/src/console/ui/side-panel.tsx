import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.ts';
import { useTopmost } from './topmost.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** One record, next to the list from which it was opened. Its address opens it again; Back closes it. */
export function SidePanel(props: {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  size?: number;
}) {
  const { title, onClose, children, size } = props;
  const texts = useTexts().ui;
  const topmost = useTopmost();
  useReturnFocus();
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      closeOnEscape={topmost}
      {...(size !== undefined && { size })}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {children}
    </Drawer>
  );
}
