import type { CallError } from '@keyward/client';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { useKeyward } from '../context/context.tsx';
import { messageOf } from '../context/errors.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import type { Act } from '../context/use-act.ts';

export interface CardProps {
  title: string;
  intro?: string;
  /** The action whose error is shown at the top, unless a form shows it. */
  act?: Act;
  /** The result of the last action. */
  news?: string | null;
  children: ReactNode;
}

/** A part of the account's page. */
export function Card({ title, intro, act, news, children }: CardProps): ReactNode {
  const id = useId();
  return (
    <section className="kw-section" aria-labelledby={id}>
      <header>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {intro !== undefined && <p className="kw-hint">{intro}</p>}
      </header>
      <div className="kw-body">
        {act?.problem.message !== undefined && <Notice kind="problem">{act.problem.message}</Notice>}
        {news !== undefined && news !== null && <Notice kind="success">{news}</Notice>}
        {children}
      </div>
    </section>
  );
}

/** Leads on from an error that does not go away by itself. */
export const WayOnContext = createContext<(error: Failure) => ReactNode>(() => null);

/** Only its code, if the code of a part could not be loaded. */
export type Failure = CallError | { kind?: never; code: 'network' };

/** Shows the loaded data, a placeholder, or what is the matter with a button to retry. */
export function Whole<Data>({
  loaded,
  children,
}: {
  loaded: { data: Data | null; error: Failure | null; reload: () => Promise<void> };
  children: (data: Data) => ReactNode;
}): ReactNode {
  const { texts } = useKeyward();
  const wayOn = useContext(WayOnContext);
  if (loaded.data !== null) return children(loaded.data);
  if (loaded.error === null) return <div className="kw-shape" aria-busy="true" />;
  return (
    <div className="kw-item">
      <p>{messageOf(loaded.error.code, texts)}</p>
      {wayOn(loaded.error)}
      <Button onClick={() => void loaded.reload()}>{texts.tryAgain}</Button>
    </div>
  );
}

export interface ItemProps {
  title: ReactNode;
  text?: ReactNode;
  icon?: ReactNode;
  /** Buttons at the end of the item. */
  children?: ReactNode;
}

/** An item of a list, with its actions. */
export function Item({ title, text, icon, children }: ItemProps): ReactNode {
  return (
    <div className="kw-item">
      {icon}
      <div className="kw-what">
        <p className="kw-strong">{title}</p>
        {text !== undefined && <p className="kw-hint">{text}</p>}
      </div>
      {children !== undefined && <div className="kw-acts">{children}</div>}
    </div>
  );
}
