import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSettings, type SettingsSection } from '../../data/settings.ts';
import { keysOf } from '../../lib/keys-of.ts';
import type { service } from '../../service/service.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/notices.tsx';
import { Failure } from '../../ui/states.tsx';
import { SignOuts } from './sign-outs.tsx';

/** Lets the service replace the signing key by a new one, which is never shown. */
export function CreateSigningKey({ section }: { section: SettingsSection }) {
  const t = settingsTexts.createKey;
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

/** Until the tokens expire. */
const WHOLE_LIFE = '';
/** Enough to find mistakes; a key that may be known should not stay valid for long. */
const ONE_DAY = '1440';
type Jwt = NonNullable<Parameters<typeof service.admin.config.updateJwt>[0]>;

/** The recommended one first. */
const ALGORITHMS = keysOf<NonNullable<Jwt['algorithm']>>({
  ES256: true,
  EdDSA: true,
  RS256: true,
  HS256: true,
  HS384: true,
  HS512: true,
});

function Question({ section, onClose }: { section: SettingsSection; onClose: () => void }) {
  const t = settingsTexts.createKey;
  const client = useQueryClient();
  const inForce = String(section.fields.find(({ name }) => name === 'algorithm')?.value);
  const [algorithm, setAlgorithm] = useState(inForce.startsWith('HS') ? 'ES256' : inForce);
  const [overlap, setOverlap] = useState(ONE_DAY);
  const input = {
    create_key: true,
    algorithm,
    ...(overlap !== WHOLE_LIFE && { overlap_minutes: Number(overlap) }),
  };
  const change = (dryRun: boolean) => changeSettings({ section, how: 'patch', input }, dryRun);
  const trial = useQuery({
    queryKey: ['settings', 'rotation', section.version, algorithm, overlap],
    queryFn: () => change(true),
    retry: false,
  });
  const create = async () => {
    await change(false);
    notify(t.done);
    await client.invalidateQueries({ queryKey: ['settings'] });
  };
  return (
    <Confirm title={t.title} button={t.button} onConfirm={create} onClose={onClose}>
      <div className="kc-stack">
        <p className="kc-flush">{t.text}</p>
        <NativeSelect
          label={t.algorithm}
          description={t.algorithmHelp}
          name="algorithm"
          value={algorithm}
          data={[...ALGORITHMS]}
          onChange={(event) => setAlgorithm(event.currentTarget.value)}
        />
        <NativeSelect
          label={t.overlap}
          description={t.overlapHelp}
          name="overlap_minutes"
          value={overlap}
          data={[...t.overlaps]}
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
