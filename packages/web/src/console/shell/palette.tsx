import { Modal } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loaded } from '../lib/loaded.ts';
import { useTexts } from '../texts/texts.ts';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { SHOWN_PAGES } from './shown-pages.ts';

/* Loaded when it is opened for the first time: no page needs it before. */
const Finder = lazy(() => loaded(async () => ({ default: (await import('../palette/finder.tsx')).Finder })));

/** The command palette (Ctrl K or Cmd K): leads to pages, acts, settings, accounts, documents and ids. */
export function Palette({ opened, onChange }: { opened: boolean; onChange: (opened: boolean) => void }) {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || (!event.metaKey && !event.ctrlKey)) return;
      event.preventDefault();
      onChange(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onChange]);
  const texts = useTexts().palette;
  return (
    <Modal
      opened={opened}
      onClose={() => onChange(false)}
      withCloseButton={false}
      padding={0}
      size={560}
      yOffset="12vh"
      centered={false}
      returnFocus={false}
      attributes={{ content: { 'aria-label': texts.title } }}
    >
      <Content
        title={texts.title}
        close={() => {
          // What it leads to gets the focus, not what had it before.
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
          onChange(false);
        }}
      />
    </Modal>
  );
}

/** Keeps the text that somebody types while the palette loads. */
function Content({ title, close }: { title: string; close: () => void }) {
  const [typed, setTyped] = useState('');
  useReturnFocus();
  return (
    <Suspense
      fallback={
        <input
          className="kc-palette-input"
          aria-label={title}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
          ref={(input) => input?.focus()}
        />
      }
    >
      <Finder pages={SHOWN_PAGES} title={title} typed={typed} onType={setTyped} close={close} />
    </Suspense>
  );
}
