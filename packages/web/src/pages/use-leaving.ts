import { useCallback } from 'react';
import type { Back } from './address.ts';
import { forget, remember } from './return.ts';

/** Remembers the target, because the sign-in may end on another page, or in another tab. */
export function useLeaving(back: Back | null): () => void {
  return useCallback(() => (back === null ? forget() : remember(back)), [back]);
}
