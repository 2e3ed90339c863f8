import { useEffect, useState } from 'react';
import { focusContent, isFocusLost } from './focus-content.ts';

/**
 * Returns the focus to the element that had it when the component was mounted, or to the page if that is gone or
 * disabled.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the closed element is removed, and unless the act has moved the focus.
      setTimeout(() => {
        if (!isFocusLost()) return;
        if (before instanceof HTMLElement) before.focus({ preventScroll: true });
        if (isFocusLost()) focusContent();
      });
    },
    [before],
  );
}
