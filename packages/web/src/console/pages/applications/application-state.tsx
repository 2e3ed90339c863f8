import { useTexts } from '../../texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Application } from './application.ts';

export function ApplicationState({ application }: { application: Application }) {
  const t = useTexts().applications;
  const { enabled, first_party, source } = application;
  return (
    <>
      <Badge tone={enabled ? 'good' : 'warn'}>{enabled ? t.states.on : t.states.off}</Badge>
      {first_party && <Badge>{t.states.first_party}</Badge>}
      {source !== 'created' && <Badge>{t.states[source]}</Badge>}
    </>
  );
}
