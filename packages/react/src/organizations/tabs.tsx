import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';

export interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly { name: Name; label: string }[];
  open: Name;
  onOpen: (name: Name) => void;
  /** The open part. */
  children: ReactNode;
}

/** Parts of a page, one of which is open (the pattern `tabs` of WAI-ARIA). The arrow keys open the next one. */
export function Tabs<Name extends string>({
  label,
  tabs,
  open,
  onOpen,
  children,
}: TabsProps<Name>): ReactNode {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = tabs.findIndex(({ name }) => name === open);

  // On a phone, the open tab may lie beyond the edge, also after the phone is turned. `scrollIntoView` would also move
  // the application's page.
  useEffect(() => {
    const bar = list.current;
    const tab = bar?.querySelector(`[data-tab="${open}"]`);
    if (!bar || !tab) return undefined;
    const observer = new ResizeObserver(() => {
      bar.scrollLeft += middleOf(tab) - middleOf(bar);
    });
    observer.observe(bar);
    return () => observer.disconnect();
  }, [open, tabs.length]);

  function move({ key }: KeyboardEvent) {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[key];
    const next = to === undefined ? undefined : tabs[to % tabs.length];
    if (next === undefined) return;
    onOpen(next.name);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
  }

  return (
    <>
      <div className="kw-tabs" role="tablist" aria-label={label} ref={list}>
        {tabs.map(({ name, label: text }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={name === open}
            aria-controls={name === open ? `${id}-panel` : undefined}
            tabIndex={name === open ? 0 : -1}
            onClick={() => onOpen(name)}
            onKeyDown={move}
          >
            {text}
          </button>
        ))}
      </div>
      <div
        className="kw-account"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${open}`}
        tabIndex={-1}
      >
        {children}
      </div>
    </>
  );
}

function middleOf(element: Element): number {
  const { left, right } = element.getBoundingClientRect();
  return (left + right) / 2;
}
