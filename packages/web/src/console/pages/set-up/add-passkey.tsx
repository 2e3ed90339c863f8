import { Button, Notice, Panel, RecoveryCodes, useAct } from '@keyward/react/parts';
import { useState } from 'react';
import { passkeysWork } from '../../lib/passkeys.ts';
import { service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';

/** Offers a passkey to the new superadmin, who can also continue without one. */
export function AddPasskey({ onDone }: { onDone: () => void }) {
  const t = useTexts().setUp;
  const act = useAct();
  const [codes, setCodes] = useState<string[] | null>(null);
  const add = async () => {
    const result = await act.run('add', () => service.addPasskey());
    if (result?.data) setCodes(result.data.recovery_codes ?? []);
  };
  return (
    <Panel title={t.done} intro={passkeysWork ? t.passkeyIntro : t.noPasskey} focused>
      {act.problem.message !== undefined && <Notice kind="problem">{act.problem.message}</Notice>}
      <div className="kw-choices">
        {passkeysWork && (
          <Button kind="primary" icon="key" busy={act.busy !== null} onClick={() => void add()}>
            {t.addPasskey}
          </Button>
        )}
        <Button {...(!passkeysWork && { kind: 'primary' })} onClick={onDone}>
          {t.toConsole}
        </Button>
      </div>
      {codes !== null && <RecoveryCodes codes={codes} onClose={onDone} />}
    </Panel>
  );
}
