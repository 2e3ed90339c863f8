import { useEffect, useState } from 'react';

/**
 * Returns the focus to the element that had it when the component was mounted, or to the page if that is gone.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the closed element is removed, and unless the act has moved the focus.
      setTimeout(() => {
        const present = document.activeElement;
        if (present !== null && present !== document.body) return;
        const back = before?.isConnected === true && before !== document.body ? before : null;
        const target = back ?? document.getElementById('content');
        if (target instanceof HTMLElement) target.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
