import type { ReactNode } from 'react';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { timeOfDay } from '../lib/times.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';

/** A superadmin acts for the owner, and must not forget whose account this is. @param until as the API writes it */
export function Impersonated({ name, until }: { name: string; until: string }): ReactNode {
  const { texts, signOut } = useKeyward();
  const act = useAct();
  return (
    <div className="kw-acting">
      <Notice kind="problem">
        <p>{texts.account.impersonated(name, timeOfDay(until, texts.locale))}</p>
        <Button busy={act.busy !== null} onClick={() => void act.run('out', () => signOut())}>
          {texts.account.stopImpersonating}
        </Button>
      </Notice>
    </div>
  );
}
