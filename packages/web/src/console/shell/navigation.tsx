import { Link } from '@tanstack/react-router';
import { boot } from '../lib/boot.ts';
import { DOCUMENTATION_ICON as DocumentationIcon, type ConsolePage } from './pages.ts';
import { SHOWN_PAGES } from './shown-pages.ts';
import { useTexts } from '../texts/texts.ts';
import { Logo } from '../../logo.tsx';
import { consolePath, documentation } from '../lib/paths.ts';

const GROUPS: readonly ConsolePage['group'][] = ['people', 'watch', 'connect', 'operate'];

export function Brand() {
  return (
    <Link className="kc-brand" to={consolePath('')}>
      <Logo />
      {boot.branding.name}
    </Link>
  );
}

export function Navigation() {
  const texts = useTexts();
  const documents = documentation();
  return (
    <nav className="kc-nav" aria-label={texts.shell.navigation}>
      {GROUPS.map((group) => (
        <ul key={group}>
          {SHOWN_PAGES.filter((page) => page.group === group).map(({ id, path, icon: Icon }) => (
            <li key={id}>
              <Link to={consolePath(path)} activeOptions={{ exact: path === '', includeSearch: false }}>
                <Icon size={16} stroke={1.6} aria-hidden />
                {texts.pages[id]}
              </Link>
            </li>
          ))}
          {group === 'operate' && documents !== null && (
            <li>
              <a href={documents}>
                <DocumentationIcon size={16} stroke={1.6} aria-hidden />
                {texts.shell.documentation}
              </a>
            </li>
          )}
        </ul>
      ))}
    </nav>
  );
}
