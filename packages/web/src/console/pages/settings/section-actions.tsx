import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { SettingsSection } from '../../data/settings.ts';
import { useAddressQuery } from '../../lib/address.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notices.tsx';
import { RollBack } from './roll-back.tsx';

/** The actions on a whole section. */
export function SectionActions({ section }: { section: SettingsSection }) {
  const texts = settingsTexts;
  const [query, change] = useAddressQuery();
  const canRollBack = section.version > 0;
  // An event leads here with the question.
  const [rollingBack, setRollingBack] = useState(canRollBack && query['roll-back'] !== undefined);
  const close = () => {
    setRollingBack(false);
    change({ 'roll-back': undefined });
  };
  return (
    <Group gap="xs">
      {section.provider?.added !== true && <CopyEnvironment section={section} />}
      <Button variant="default" disabled={!canRollBack} onClick={() => setRollingBack(true)}>
        {texts.rollBack.button}
      </Button>
      {rollingBack && <RollBack section={section} first={section.version - 1} onClose={close} />}
    </Group>
  );
}

function CopyEnvironment({ section: { environment, fields } }: { section: SettingsSection }) {
  const t = settingsTexts.environment;
  const [shown, setShown] = useState(false);
  const lines = environment.join('\n');
  const hasSecrets = fields.some(({ secret, value }) => secret && value !== '');
  const copy = async () => {
    if (lines === '') return notify(t.nothing);
    try {
      await navigator.clipboard.writeText(`${lines}\n`);
      notify(hasSecrets ? t.copied : t.copiedPlain);
    } catch {
      // Without https, scripts cannot use the clipboard.
      setShown(true);
    }
  };
  return (
    <>
      <Button variant="default" onClick={() => void copy()}>
        {t.copy}
      </Button>
      {shown && (
        <Dialog title={t.copy} size="lg" onClose={() => setShown(false)}>
          <p className="kc-muted">{t.failed}</p>
          {/* Long lines scroll, so the keyboard must reach them. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className="kc-json" tabIndex={0}>
            {lines}
          </pre>
        </Dialog>
      )}
    </>
  );
}
