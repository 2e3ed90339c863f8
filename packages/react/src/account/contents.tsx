import { type ReactNode, useEffect, useRef, useState } from 'react';

export interface ContentsProps {
  label: string;
  /** Cards. */
  children: ReactNode;
}

/** A long page with a list of its cards beside it, where there is room. */
export function Contents({ label, children }: ContentsProps): ReactNode {
  const cards = useRef<HTMLDivElement>(null);
  const [titles, setTitles] = useState<readonly string[]>([]);
  useEffect(() => {
    const { current } = cards;
    if (current === null) return;
    const read = () => {
      const found = headingsIn(current).map(({ textContent }) => textContent);
      setTitles((before) => (before.join() === found.join() ? before : found));
    };
    // Some cards appear when their data has arrived.
    const observer = new MutationObserver(read);
    observer.observe(current, { childList: true, subtree: true });
    read();
    return () => observer.disconnect();
  }, []);

  function goTo(index: number) {
    const heading = cards.current === null ? undefined : headingsIn(cards.current)[index];
    heading?.closest('section')?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }
  return (
    <div className="kw-contents">
      <div>
        <nav aria-label={label}>
          <ul>
            {titles.map((title, index) => (
              <li key={title}>
                <button type="button" onClick={() => goTo(index)}>
                  {title}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div className="kw-account" ref={cards}>
          {children}
        </div>
      </div>
    </div>
  );
}

function headingsIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('.kw-section > header > h2')];
}
