import { lazy, type ReactNode, Suspense } from 'react';
import { boot } from '../lib/boot.ts';
import { loaded } from '../lib/loaded.ts';
import { useStore } from '../lib/store.ts';
import { useTexts } from '../texts/texts.ts';
import { Failure } from '../ui/states.tsx';
import { sessionEnded } from './ended.ts';
import { MeProvider, useSession } from './me.ts';

/** A tenth of all scripts, which signed-in people do not need. */
const Door = lazy(() => loaded(async () => ({ default: (await import('./door.tsx')).Door })));
const FirstVisit = lazy(() =>
  loaded(async () => ({ default: (await import('./first-visit.tsx')).FirstVisit })),
);

/**
 * Shows the console to superadmins, and to everybody else the sign-in page or the way to create the first superadmin.
 * The address does not change, so the requested page opens after the sign-in.
 */
export function Gate({ children }: { children: ReactNode }) {
  const texts = useTexts().session;
  const session = useSession();
  const ended = useStore(sessionEnded.reason);
  if (session.isPending) return null;
  if (session.data === undefined)
    return (
      <main className="kc-door">
        <div>
          <h1>{texts.unreachable}</h1>
          <Failure error={session.error} retry={() => void session.refetch()} />
        </div>
      </main>
    );
  if (session.data === null || ended !== null || session.data.role !== 'superadmin')
    return (
      <Suspense>{boot.hasSuperadmin === false ? <FirstVisit /> : <Door ended={ended !== null} />}</Suspense>
    );
  return <MeProvider value={session.data}>{children}</MeProvider>;
}
