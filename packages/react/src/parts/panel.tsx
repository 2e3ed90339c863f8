import { type ReactNode, useEffect, useRef } from 'react';
import { useKeyward } from '../context/context.tsx';

export interface PanelProps {
  title: string;
  /** A picture above the title. */
  mark?: ReactNode;
  /** A sentence or two below the title. */
  intro?: ReactNode;
  children?: ReactNode;
  /** Below everything else. */
  footer?: ReactNode;
  /** Whether the title gets the focus, so that a screen reader says what has changed. */
  focused?: boolean;
}

/** One step of a page. */
export function Panel({ title, mark, intro, children, footer, focused = false }: PanelProps): ReactNode {
  const { onHeading, facts } = useKeyward();
  const logo = facts.branding?.logoUrl;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => onHeading?.(title), [title, onHeading]);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <section className="kw kw-panel">
      <header>
        {typeof logo === 'string' && <img className="kw-logo" src={logo} alt="" />}
        {mark}
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {intro !== undefined && <p className="kw-intro">{intro}</p>}
      </header>
      {children}
      {footer !== undefined && <footer>{footer}</footer>}
    </section>
  );
}

/** A link to another page of the application. */
export function PageLink({ to, children }: { to: string; children: ReactNode }): ReactNode {
  const { navigate } = useKeyward();
  return (
    <a
      href={to}
      className="kw-link"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </a>
  );
}
