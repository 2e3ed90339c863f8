import { KeywardProvider } from '@keyward/react';
import { CopyButton, Panel } from '@keyward/react/parts';
import { boot } from '../../lib/boot.ts';
import { service } from '../../service/service.ts';
import { DoorFrame } from '../../session/door-frame.tsx';
import { componentTexts } from '../../texts/component-texts.ts';
import { useTexts } from '../../texts/texts.ts';

const COMMAND = 'keyward mailbox';
const FACTS = { providers: [], branding: null };

/** How to open the mailbox without a sign-in. */
export function NoKey() {
  const texts = useTexts();
  const t = texts.mailbox;
  return (
    <DoorFrame title={texts.pages.mailbox}>
      <KeywardProvider client={service} texts={componentTexts} facts={FACTS}>
        <Panel title={t.noKey} intro={t.noKeyText}>
          <pre className="kc-json">{COMMAND}</pre>
          <CopyButton text={COMMAND}>{texts.ui.copy}</CopyButton>
          <p className="kw-hint">
            {texts.setUp.inRepository} {t.noKeyInConsole}
          </p>
          <a className="kw-link" href={`${boot.webPath}/console/mailbox`}>
            {texts.setUp.toConsole}
          </a>
        </Panel>
      </KeywardProvider>
    </DoorFrame>
  );
}
