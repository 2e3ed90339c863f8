import { NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { historyQuery, rollBackSettings, type SettingsSection } from '../../data/settings.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/notices.tsx';
import { Failure } from '../../ui/states.tsx';
import { exactTime } from '../../ui/when.tsx';
import { discard } from './drafts.ts';
import { SignOuts } from './sign-outs.tsx';
import { SettingsDiff } from './settings-diff.tsx';

/** Shows what an earlier version would change, and restores it. @param props.first the version chosen at first */
export function RollBack(props: {
  section: Pick<SettingsSection, 'name' | 'version'>;
  first: number;
  onClose: () => void;
}) {
  const { section, first, onClose } = props;
  const texts = settingsTexts;
  const t = texts.rollBack;
  const client = useQueryClient();
  const [version, setVersion] = useState(first);
  const history = useQuery(historyQuery(section));
  const trial = useQuery({
    queryKey: ['settings', 'roll-back', section.name, section.version, version],
    queryFn: () => rollBackSettings(section.name, version, true),
    retry: false,
  });
  const { changes = {}, signs_out: signsOut = 0 } = trial.data ?? {};
  const restore = async () => {
    await rollBackSettings(section.name, version, false);
    discard(section.name);
    notify(t.done(version));
    await client.invalidateQueries({ queryKey: ['settings'] });
  };
  const versions = history.data?.history.filter((one) => one.version !== section.version) ?? [];
  return (
    <Confirm title={t.title} button={t.button} danger={signsOut > 0} onConfirm={restore} onClose={onClose}>
      <div className="kc-stack">
        <NativeSelect
          label={t.version}
          name="version"
          value={String(version)}
          data={[
            ...versions.map((one) => ({
              value: String(one.version),
              label: t.option(
                one.version,
                exactTime(one.created_at),
                one.account_email ?? texts.history.somebody,
              ),
            })),
            { value: '0', label: t.first },
          ]}
          onChange={(event) => setVersion(Number(event.currentTarget.value))}
        />
        <p className="kc-flush kc-muted">{t.text}</p>
        {trial.error !== null && <Failure error={trial.error} />}
        {trial.data !== undefined &&
          (signsOut > 0 ? (
            <SignOuts section={section.name} outcome={trial.data} />
          ) : Object.keys(changes).length === 0 ? (
            <p className="kc-flush">{t.nothing}</p>
          ) : (
            <SettingsDiff section={section.name} changes={changes} />
          ))}
      </div>
    </Confirm>
  );
}
