import { ActionIcon } from '@mantine/core';
import { useFocusTrap } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { IconMenu2, IconPlugConnectedX, IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useStore } from '../lib/store.ts';
import { useTexts } from '../texts/texts.ts';
import { ProveAgain } from '../session/prove-again.tsx';
import { Notices } from '../ui/notices.tsx';
import { connection } from './connection.ts';
import { Brand } from '../ui/brand.tsx';
import { Navigation } from './navigation.tsx';
import { usePageFocus } from './page-focus.ts';
import { Palette } from './palette.tsx';
import { PersonMenu } from './person-menu.tsx';
import { Shortcuts } from './shortcuts.tsx';

/** The frame of every page: navigation, palette, the signed-in person, and the connection banner. */
export function Shell() {
  const texts = useTexts();
  const [menu, setMenu] = useState(false);
  const [palette, setPalette] = useState(false);
  const [help, setHelp] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => setMenu(false), [path]);
  usePageFocus();
  const trap = useFocusTrap(menu);
  const opener = useRef<HTMLButtonElement>(null);
  const closeMenu = () => {
    setMenu(false);
    opener.current?.focus();
  };
  return (
    <div className="kc-shell">
      <a className="kc-skip" href="#content">
        {texts.shell.skip}
      </a>
      <header className="kc-top">
        <Brand />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.palette.title}
          onClick={() => setPalette(true)}
        >
          <IconSearch size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          ref={opener}
          aria-label={texts.shell.menu}
          aria-expanded={menu}
          onClick={() => setMenu(!menu)}
        >
          <IconMenu2 size={18} />
        </ActionIcon>
      </header>
      {menu && (
        <button type="button" className="kc-side-backdrop" aria-label={texts.ui.close} onClick={closeMenu} />
      )}
      <aside className="kc-side-landmark" aria-label={texts.shell.menu}>
        <div
          className="kc-side"
          ref={trap}
          data-open={menu || undefined}
          onKeyDown={(event) => {
            if (menu && event.key === 'Escape') closeMenu();
          }}
          role="presentation"
        >
          <Brand />
          <button type="button" className="kc-palette-button" onClick={() => setPalette(true)}>
            <IconSearch size={14} aria-hidden />
            <span>{texts.shell.search}</span>
            <kbd>Ctrl K</kbd>
          </button>
          <Navigation />
          <PersonMenu onShortcuts={() => setHelp(true)} />
        </div>
      </aside>
      <main className="kc-main" id="content" aria-labelledby="page" tabIndex={-1}>
        <Lost />
        <Outlet />
      </main>
      <Palette opened={palette} onChange={setPalette} />
      <Shortcuts opened={help} onChange={setHelp} />
      <ProveAgain />
      <Notices />
    </div>
  );
}

/** Shows that the service is unreachable, and reloads all data when it is back. */
function Lost() {
  const texts = useTexts().shell;
  const client = useQueryClient();
  useEffect(() => connection.onReturn(() => void client.invalidateQueries()), [client]);
  const lost = useStore(connection.isLost);
  return (
    <div role="status">
      {lost && (
        <div className="kc-lost">
          <IconPlugConnectedX size={16} aria-hidden />
          {texts.lost}
        </div>
      )}
    </div>
  );
}
