import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { consolePath } from '../lib/paths.ts';
import { focusContent } from '../ui/focus-content.ts';

/** Panels, dialogs, and fields that take the focus at once. */
const KEEPS = '#content *, [role="dialog"]';

/** Moves the focus to the content when another page opens, so that screen readers say its name. */
export function usePageFocus(): void {
  const page = useRouterState({
    select: ({ resolvedLocation }) => resolvedLocation && pageOf(resolvedLocation.pathname),
  });
  const before = useRef(page);
  useEffect(() => {
    const isFirst = before.current === undefined;
    if (before.current === page) return;
    before.current = page;
    if (isFirst || document.activeElement?.closest(KEEPS)) return;
    focusContent();
  }, [page]);
}

/** Settings have a page for each section; others have one, whose panels add to its address. */
function pageOf(pathname: string): string {
  const [name = '', section = ''] = pathname.slice(consolePath('').length).split('/').filter(Boolean);
  return name === 'settings' ? `${name}/${section}` : name;
}
