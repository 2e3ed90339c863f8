import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, useEffect } from 'react';
import { SHOWN_PAGES } from './shown-pages.ts';
import { useTexts } from '../texts/texts.ts';
import { consolePath } from '../lib/paths.ts';
import { isTyping } from '../lib/typing.ts';

/** How long `g` waits for its letter. */
const CHORD_MS = 1_500;

/** The keys that work everywhere: `g` and a letter, `/`, `?`. */
export function Shortcuts({ opened, onChange }: { opened: boolean; onChange: (opened: boolean) => void }) {
  const texts = useTexts();
  const navigate = useNavigate();
  useEffect(() => {
    let chordUntil = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const section = SHOWN_PAGES.find(({ letter }) => letter === event.key);
      if (event.timeStamp < chordUntil && section !== undefined) {
        event.preventDefault();
        void navigate({ to: consolePath(section.path) });
      } else if (event.key === '/') {
        const field = document.querySelector<HTMLElement>('[data-page-search]');
        if (field === null) return;
        event.preventDefault();
        field.focus();
      } else if (event.key === '?') onChange(true);
      chordUntil = event.key === 'g' ? event.timeStamp + CHORD_MS : 0;
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [navigate, onChange]);
  const keys: [keys: string[], meaning: string][] = [
    [['Ctrl', 'K'], texts.shortcuts.palette],
    [['/'], texts.shortcuts.search],
    [['?'], texts.shortcuts.help],
    [['j'], texts.shortcuts.next],
    [['k'], texts.shortcuts.previous],
    [['Enter'], texts.shortcuts.open],
    [['Esc'], texts.shortcuts.close],
    ...SHOWN_PAGES.map(({ id, letter }): [string[], string] => [
      ['g', letter],
      texts.shortcuts.goTo(texts.pages[id]),
    ]),
  ];
  return (
    <Modal
      opened={opened}
      onClose={() => onChange(false)}
      title={texts.shortcuts.title}
      closeButtonProps={{ 'aria-label': texts.ui.close }}
    >
      <dl className="kc-shortcuts">
        {keys.map(([pressed, meaning]) => (
          <Fragment key={meaning}>
            <dt>{meaning}</dt>
            <dd>
              {pressed.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && ' '}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </Modal>
  );
}
