import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSettings, type SettingsSection } from '../../data/settings.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/notices.tsx';
import { Failure } from '../../ui/states.tsx';
import { canMakeKey, newKey } from './new-key.ts';
import { SignOuts } from './sign-outs.tsx';

/** Replaces the signing key by a random one that nobody sees. */
export function RotateSecret({ section }: { section: SettingsSection }) {
  const t = settingsTexts.rotate;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t.button}
      </Button>
      {asking && <Question section={section} onClose={() => setAsking(false)} />}
    </>
  );
}

const NO_OVERLAP = '0';

function Question({ section, onClose }: { section: SettingsSection; onClose: () => void }) {
  const t = settingsTexts.rotate;
  const client = useQueryClient();
  const [overlap, setOverlap] = useState(NO_OVERLAP);
  const algorithm = String(section.fields.find(({ name }) => name === 'algorithm')?.value);
  const possible = canMakeKey(algorithm);
  // A key that is tried is not used: each attempt makes its own.
  const change = async (dryRun: boolean) =>
    changeSettings(
      {
        section,
        how: 'patch',
        input: { secret_key: await newKey(algorithm), overlap_minutes: Number(overlap) },
      },
      dryRun,
    );
  const trial = useQuery({
    queryKey: ['settings', 'rotation', section.version, overlap],
    queryFn: () => change(true),
    retry: false,
    enabled: possible,
  });
  const rotate = async () => {
    await change(false);
    notify(t.done);
    await client.invalidateQueries({ queryKey: ['settings'] });
  };
  return (
    <Confirm title={t.title} button={t.button} onConfirm={rotate} onClose={onClose} disabled={!possible}>
      <div className="kc-stack">
        <p className="kc-flush">{t.text(algorithm)}</p>
        {!possible && <Failure error={new Error(t.insecure)} />}
        <NativeSelect
          label={t.overlap}
          description={t.overlapHelp}
          name="overlap_minutes"
          value={overlap}
          data={Object.entries(t.overlaps).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setOverlap(event.currentTarget.value)}
        />
        {trial.error !== null && <Failure error={trial.error} />}
        {trial.data !== undefined &&
          ((trial.data.signs_out ?? 0) > 0 ? (
            <SignOuts section={section.name} outcome={trial.data} brief />
          ) : (
            <p className="kc-flush">
              <b>{t.nobody}</b>
            </p>
          ))}
      </div>
    </Confirm>
  );
}
