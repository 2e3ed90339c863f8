import { KeywardProvider } from '@keyward/react';
import { Panel } from '@keyward/react/parts';
import { NewLink } from './new-link.tsx';
import { service } from '../service/service.ts';
import { componentTexts } from '../texts/component-texts.ts';
import { useTexts } from '../texts/texts.ts';
import { DoorFrame } from './door-frame.tsx';

/** The frame has the brand. */
const FACTS = { providers: [], branding: null };

/** The console while there is no superadmin, so that nobody can sign in. */
export function FirstVisit() {
  const t = useTexts().setUp;
  return (
    <DoorFrame title={t.title}>
      <KeywardProvider client={service} texts={componentTexts} facts={FACTS}>
        <Panel title={t.title} intro={t.firstVisit}>
          <NewLink />
          <p className="kw-muted">{t.inRepository}</p>
        </Panel>
      </KeywardProvider>
    </DoorFrame>
  );
}
