import { Link, useLocation } from '@tanstack/react-router';
import { Fragment, useEffect, useRef } from 'react';
import { DOCUMENTATION_ICON as DocumentationIcon, PAGE_GROUPS, type PageGroup } from './pages.ts';
import { SHOWN_PAGES } from './shown-pages.ts';
import { useTexts } from '../texts/texts.ts';
import { consolePath, documentation } from '../lib/paths.ts';

export function Navigation() {
  const texts = useTexts();
  const documents = documentation();
  const list = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // In a low window, the list scrolls.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={list} className="kc-nav" aria-label={texts.shell.navigation}>
      <ul>
        <Entries group={null} />
      </ul>
      {PAGE_GROUPS.map((group) => (
        <Fragment key={group}>
          <p id={`nav-${group}`}>{texts.pageGroups[group]}</p>
          <ul aria-labelledby={`nav-${group}`}>
            <Entries group={group} />
            {group === 'developers' && documents !== null && (
              <li>
                <a href={documents}>
                  <DocumentationIcon size={16} stroke={1.6} aria-hidden />
                  {texts.shell.documentation}
                </a>
              </li>
            )}
          </ul>
        </Fragment>
      ))}
    </nav>
  );
}

function Entries({ group }: { group: PageGroup | null }) {
  const texts = useTexts();
  return SHOWN_PAGES.filter((page) => page.group === group).map(({ id, path, icon: Icon }) => (
    <li key={id}>
      <Link to={consolePath(path)} activeOptions={{ exact: path === '', includeSearch: false }}>
        <Icon size={16} stroke={1.6} aria-hidden />
        {texts.pages[id]}
      </Link>
    </li>
  ));
}
