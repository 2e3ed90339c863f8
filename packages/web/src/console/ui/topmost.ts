import { useEffect, useId } from 'react';
import { createStore, useStore } from '../lib/store.ts';

const open = createStore<readonly string[]>([]);

/**
 * Whether the panel or dialog of this component is above all others. Only the topmost one reacts to Escape:
 * otherwise, Escape in a dialog would also close the panel below it.
 */
export function useTopmost(): boolean {
  const id = useId();
  useEffect(() => {
    open.set([...open.get(), id]);
    return () => open.set(open.get().filter((one) => one !== id));
  }, [id]);
  return useStore(open).at(-1) === id;
}
