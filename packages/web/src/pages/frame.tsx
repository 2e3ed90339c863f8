import { type ReactNode, type Ref } from 'react';
import { Logo } from '../logo.tsx';
import type { Boot } from '../../../server/src/http/web/boot.ts';

export interface FrameProps {
  branding: Boot['branding'];
  /** For pages with more than one form. */
  wide: boolean;
  main: Ref<HTMLElement>;
  /** At the end of the line with the brand. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The frame of each page: the brand above, links below. */
export function Frame({
  branding: { name, logoUrl, links },
  wide,
  main,
  aside,
  children,
}: FrameProps): ReactNode {
  return (
    <div className="kw frame" data-wide={wide}>
      <header className="brand">
        {logoUrl === null ? <Logo size={32} /> : <img src={logoUrl} alt="" height="32" />}
        <span>{name}</span>
        {aside}
      </header>
      <main tabIndex={-1} ref={main}>
        {children}
      </main>
      {links.length > 0 && (
        <footer>
          <ul>
            {links.map(({ label, url }) => (
              <li key={url}>
                <a href={url} className="kw-link">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </footer>
      )}
    </div>
  );
}
