import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { historyQuery, rollBackSettings, type SettingsSection } from '../../data/settings.ts';
import { ask, service } from '../../service/service.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/notices.tsx';
import { Failure } from '../../ui/states.tsx';
import { discard } from './drafts.ts';

const { config } = service.admin;

/** Removes a provider that was added, after it has said how many people sign in with it. */
export function RemoveProvider({ section, onRemoved }: { section: SettingsSection; onRemoved: () => void }) {
  const t = settingsTexts.provider;
  const { name, version, provider } = section;
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['settings'] });
  const trial = useQuery({
    queryKey: ['provider-removal', name],
    queryFn: () => ask(config.removeProvider({ provider: name, dry_run: true })),
    enabled: asking,
    gcTime: 0,
    retry: false,
  });
  const takeBack = () => {
    rollBackSettings(provider?.slot ?? name, version, false)
      .catch((thrown: unknown) => notify(String(thrown)))
      .finally(() => void refresh());
  };
  const remove = async () => {
    await ask(config.removeProvider({ provider: name }));
    discard(name);
    notify(t.removed(provider?.label ?? name), takeBack);
    onRemoved();
    // This page may still show its history, which the service no longer has.
    const [, kind] = historyQuery(section).queryKey;
    await client.invalidateQueries({
      queryKey: ['settings'],
      predicate: ({ queryKey: [, of, removed] }) => of !== kind || removed !== name,
    });
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t.remove}
      </Button>
      {asking && (
        <Confirm
          title={t.removeTitle(provider?.label ?? name)}
          button={t.remove}
          disabled={trial.data === undefined}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          {trial.error !== null && <Failure error={trial.error} />}
          {trial.data !== undefined && <p className="kc-flush">{t.people(trial.data.people)}</p>}
        </Confirm>
      )}
    </>
  );
}
