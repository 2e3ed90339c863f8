import { type ReactNode, useId } from 'react';

/** A part of the account's panel. */
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
    <section className="kc-account-section" aria-labelledby={id}>
      <header>
        <h3 id={id}>{title}</h3>
        {actions}
      </header>
      {children}
    </section>
  );
}
