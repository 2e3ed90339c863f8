import { KeywardProvider } from '@keyward/react';
import { Panel } from '@keyward/react/parts';
import { boot } from '../../lib/boot.ts';
import { service } from '../../service/service.ts';
import { DoorFrame } from '../../session/door-frame.tsx';
import { componentTexts } from '../../texts/component-texts.ts';
import { useTexts } from '../../texts/texts.ts';

const FACTS = { providers: [], branding: null };

/** How to open the mailbox without a sign-in. */
export function NoKey() {
  const texts = useTexts();
  const t = texts.mailbox;
  return (
    <DoorFrame title={texts.pages.mailbox}>
      <KeywardProvider client={service} texts={componentTexts} facts={FACTS}>
        <Panel title={t.noKey} intro={t.noKeyText}>
          <pre className="kc-json">keyward mailbox</pre>
          <p className="kw-muted">{texts.setUp.inRepository}</p>
          <p>{t.noKeyInConsole}</p>
          <a className="kw-link" href={`${boot.webPath}/console/mailbox`}>
            {texts.setUp.toConsole}
          </a>
        </Panel>
      </KeywardProvider>
    </DoorFrame>
  );
}
