import { type ReactNode, useId } from 'react';
import './record.css';

/** A part of the panel of a record. */
export function Card({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="kc-card" aria-labelledby={id}>
      <header>
        <h3 id={id}>{title}</h3>
        {actions}
      </header>
      {children}
    </section>
  );
}
