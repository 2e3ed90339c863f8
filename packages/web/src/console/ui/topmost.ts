import { useEffect, useId } from 'react';
import { createStore, useStore } from '../lib/store.ts';

const open = createStore<readonly string[]>([]);

/**
 * Whether what this component has opened lies above all other panels and dialogs. Only that one answers to Escape:
 * otherwise, Escape in a question would close the panel below it too.
 */
export function useTopmost(): boolean {
  const id = useId();
  useEffect(() => {
    open.set([...open.get(), id]);
    return () => open.set(open.get().filter((one) => one !== id));
  }, [id]);
  return useStore(open).at(-1) === id;
}
