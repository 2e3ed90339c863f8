import type { ReactNode } from 'react';
import type { Boot } from '../../../server/src/http/web/boot.ts';

export interface FrameProps {
  branding: Boot['branding'];
  /** For pages with more than one form. */
  wide: boolean;
  children: ReactNode;
}

/** What surrounds each page: the brand above, links below. */
export function Frame({ branding: { name, logoUrl, links }, wide, children }: FrameProps): ReactNode {
  return (
    <div className="kw frame" data-wide={wide}>
      <header className="brand">
        {logoUrl === null ? <Mark /> : <img src={logoUrl} alt="" height="32" />}
        <span>{name}</span>
      </header>
      <main>{children}</main>
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

/** Where no logo is set: a keyhole. */
function Mark(): ReactNode {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--kw-brand)" />
      <path
        d="M16 8.5a4.8 4.8 0 0 0-2.2 9.06L12.6 23.5h6.8l-1.2-5.94A4.8 4.8 0 0 0 16 8.5Z"
        fill="var(--kw-on-brand)"
      />
    </svg>
  );
}
