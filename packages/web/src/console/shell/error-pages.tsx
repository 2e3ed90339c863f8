import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { NotLoadedError } from '../lib/loaded.ts';
import { service } from '../service/service.ts';
import { Page } from '../ui/page.tsx';
import { connection } from './connection.ts';
import { SHOWN_PAGES } from './shown-pages.ts';
import { consolePath, documentation } from '../lib/paths.ts';
import { DOCUMENTATION_ICON as DocumentationIcon } from './pages.ts';

export function NotFound() {
  const { shell: texts, pages } = useTexts();
  const documents = documentation();
  return (
    <Page title={texts.notFound} intro={texts.notFoundText}>
      <nav className="kc-places" aria-label={texts.places}>
        <ul>
          {SHOWN_PAGES.map(({ id, path, icon: Icon }) => (
            <li key={id}>
              <Link to={consolePath(path)}>
                <Icon size={16} stroke={1.6} aria-hidden />
                {pages[id]}
              </Link>
            </li>
          ))}
          {documents !== null && (
            <li>
              <a href={documents}>
                <DocumentationIcon size={16} stroke={1.6} aria-hidden />
                {texts.documentation}
              </a>
            </li>
          )}
        </ul>
      </nav>
    </Page>
  );
}

/** A fault of the console itself; the rest of the console still works. */
export function Broken({ error }: ErrorComponentProps) {
  const texts = useTexts().shell;
  if (error instanceof NotLoadedError) return <NotLoaded />;
  return (
    <Page title={texts.broken} intro={texts.brokenText}>
      <pre className="kc-json">{error instanceof Error ? (error.stack ?? error.message) : String(error)}</pre>
      <div>
        <Button onClick={() => location.reload()}>{texts.reload}</Button>
      </div>
    </Page>
  );
}

/** Prevents endless reloads of a page that cannot be loaded. */
const LOADED_AGAIN = 'keyward-loaded-again';

/**
 * Loads the document again as soon as the service answers, which also brings a new version. Until then, the
 * page stays.
 */
function NotLoaded() {
  const texts = useTexts();
  const [trying, setTrying] = useState(false);
  const again = useCallback(async (asked: boolean) => {
    setTrying(asked);
    const { error } = await service.config.pulse();
    setTrying(false);
    if (error !== null && !error.status) return connection.lost();
    if (!asked && sessionStorage.getItem(LOADED_AGAIN) === location.pathname) return undefined;
    sessionStorage.setItem(LOADED_AGAIN, location.pathname);
    return location.reload();
  }, []);
  useEffect(() => void again(false), [again]);
  useEffect(() => connection.onReturn(() => void again(true)), [again]);
  return (
    <Page title={texts.shell.notLoaded} intro={texts.shell.notLoadedText}>
      <div>
        <Button loading={trying} onClick={() => void again(true)}>
          {texts.ui.retry}
        </Button>
      </div>
    </Page>
  );
}
