import { Notice, Panel } from '@keyward/react/parts';
import { boot } from '../../lib/boot.ts';
import { useTexts } from '../../texts/texts.ts';
import { NewLink } from '../../session/new-link.tsx';

/** The remedy for a link that does not work. @param props.reason why it does not work */
export function DeadLink({ reason }: { reason: string }) {
  const t = useTexts().setUp;
  return (
    <Panel title={t.title}>
      <Notice kind="problem">{reason}</Notice>
      <NewLink />
      <p>{t.forgotten}</p>
      <pre className="kc-json">keyward superadmin reset --email you@example.org</pre>
      <p className="kw-muted">{t.inRepository}</p>
      <a className="kw-link" href={`${boot.webPath}/console`}>
        {t.toConsole}
      </a>
    </Panel>
  );
}
