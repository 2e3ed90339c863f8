import { KeywardProvider } from '@keyward/react';
import { Panel } from '@keyward/react/parts';
import { useEffect } from 'react';
import { NewLink } from './new-link.tsx';
import { service } from '../service/service.ts';
import { componentTexts } from '../texts/component-texts.ts';
import { useTexts } from '../texts/texts.ts';
import { DoorFrame } from './door-frame.tsx';

/** The console while there is no superadmin, so that nobody can sign in. */
export function FirstVisit() {
  const t = useTexts().setUp;
  useEffect(() => {
    document.title = `${t.title} · Keyward`;
  }, [t]);
  return (
    <DoorFrame>
      <KeywardProvider client={service} texts={componentTexts}>
        <Panel title={t.title} intro={t.firstVisit}>
          <NewLink />
          <p className="kw-muted">{t.inRepository}</p>
        </Panel>
      </KeywardProvider>
    </DoorFrame>
  );
}
