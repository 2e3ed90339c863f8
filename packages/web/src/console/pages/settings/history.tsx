import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { historyQuery, type SettingsSection } from '../../data/settings.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Panel } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { RollBack } from './roll-back.tsx';
import { fieldNames, SettingsDiff } from './settings-diff.tsx';

const SHOWN = 5;

/** The changes of a section with their authors and times; each version can be restored. */
export function History({ section }: { section: Pick<SettingsSection, 'name' | 'version'> }) {
  const texts = settingsTexts;
  const t = texts.history;
  const [restoring, setRestoring] = useState<number | null>(null);
  const [all, setAll] = useState(false);
  const history = useQuery(historyQuery(section));
  const versions = history.data?.history;
  return (
    <Panel title={t.title} flush>
      {history.error !== null ? (
        <Failure error={history.error} retry={() => void history.refetch()} />
      ) : versions === undefined ? (
        <Loading rows={2} />
      ) : versions.length === 0 ? (
        <p className="kc-panel-body kc-flush kc-muted">{t.empty}</p>
      ) : (
        <ol className="kc-versions">
          {versions.slice(0, all ? undefined : SHOWN).map(({ version, ...change }) => (
            <li key={version}>
              <details>
                <summary>
                  <b>{t.version(version)}</b>
                  {version === section.version && <Badge tone="accent">{t.current}</Badge>}
                  <span className="kc-muted">
                    {change.account_email ?? t.somebody} · <When at={change.created_at} /> ·{' '}
                    {change.rolled_back_to === null
                      ? Object.keys(change.changes).map(fieldNames(section.name)).join(', ') || t.noFields
                      : t.restored(change.rolled_back_to)}
                  </span>
                </summary>
                <SettingsDiff section={section.name} changes={change.changes} />
                {version !== section.version && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t.restoreLabel(version)}
                    onClick={() => setRestoring(version)}
                  >
                    {t.restore}
                  </Button>
                )}
              </details>
            </li>
          ))}
        </ol>
      )}
      {!all && (versions?.length ?? 0) > SHOWN && (
        <div className="kc-panel-body">
          <Button variant="default" size="compact-sm" onClick={() => setAll(true)}>
            {t.more}
          </Button>
        </div>
      )}
      {restoring !== null && (
        <RollBack section={section} first={restoring} onClose={() => setRestoring(null)} />
      )}
    </Panel>
  );
}
