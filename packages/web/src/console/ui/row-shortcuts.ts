import { type RefObject, useEffect } from 'react';
import { isTyping } from '../lib/typing.ts';

/** `j` and `k` move the focus through the rows of the page's list, like the arrow keys within it. */
export function useRowShortcuts(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const down = event.key === 'j' || event.key === 'ArrowDown';
      const up = event.key === 'k' || event.key === 'ArrowUp';
      if ((!down && !up) || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('tr[tabindex="0"]') ?? [])];
      const at = rows.findIndex((row) => row === document.activeElement);
      // Outside of the list, the arrow keys scroll.
      if (at === -1 && event.key.startsWith('Arrow')) return;
      const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + (down ? 1 : -1)))];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [list]);
}
