import { useEffect } from 'react';

/** Calls back when a condition becomes true. */
export function useWhen(condition: boolean, callback: (() => void) | undefined): void {
  useEffect(() => {
    if (condition) callback?.();
  }, [condition, callback]);
}
