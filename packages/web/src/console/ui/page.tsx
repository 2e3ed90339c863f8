import { type ReactNode, useEffect } from 'react';
import { boot } from '../lib/boot.ts';

export interface PageProps {
  title: string;
  /** One sentence about the content. */
  intro?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
  /** Narrow, for forms and texts, which are hard to read when they are wide. */
  narrow?: boolean;
  children: ReactNode;
}

/** A section's page: its name is the heading and the title of the tab. */
export function Page({ title, intro, actions, narrow, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${boot.branding.name}`;
  }, [title]);
  return (
    <div className="kc-page" data-narrow={narrow || undefined}>
      <header className="kc-page-head">
        <div>
          <h1 id="page">{title}</h1>
          {intro !== undefined && <p>{intro}</p>}
        </div>
        {actions !== undefined && <div className="kc-page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page with its own heading. */
export function Panel(props: {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  flush?: boolean;
}) {
  const { title, actions, children, flush } = props;
  return (
    <section className="kc-panel">
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {actions !== undefined && <div className="kc-page-actions">{actions}</div>}
        </header>
      )}
      {flush === true ? children : <div className="kc-panel-body">{children}</div>}
    </section>
  );
}
