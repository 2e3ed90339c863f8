import { type ReactNode, useEffect, useState } from 'react';
import type { Failure } from '../account/card.tsx';
import type { Refusal } from './refusal.tsx';
import { isRefusal, type RefusalProps } from './refused.ts';

/** Leads to what an organization requires of a session; nothing for other errors. Loaded for the few who need it. */
export function WayOn({ error, ...rest }: Omit<RefusalProps, 'error'> & { error: Failure }): ReactNode {
  const [View, setView] = useState<typeof Refusal | null>(null);
  const isRefused = isRefusal(error);
  useEffect(() => {
    // Without it, the message stays.
    if (isRefused)
      import('./refusal.tsx').then(
        (loaded) => setView(() => loaded.Refusal),
        () => {},
      );
  }, [isRefused]);
  return View !== null && isRefused ? <View error={error} {...rest} /> : null;
}
