import { useEffect, useState } from 'react';

/** Gives the focus back to what had it when the component came, or to the page if that is gone. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // When what was closed is gone, and unless the act has led the focus elsewhere.
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
