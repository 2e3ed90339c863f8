import { Button } from '@mantine/core';
import type { SettingsSection, SettingsVersion } from '../../data/settings.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import type { Edits } from './draft.ts';
import { rebase } from './drafts.ts';
import { SettingsDiff } from './settings-diff.tsx';

/** Another superadmin has saved the section: shows who and what, and asks which values to keep. */
export function StaleNotice(props: {
  section: SettingsSection;
  edits: Edits;
  newest: SettingsVersion | undefined;
}) {
  const { section, edits, newest } = props;
  const t = settingsTexts.stale;
  const { changes = {}, account_email: who } = newest ?? {};
  const both = Object.keys(changes).filter((field) => field in edits);
  return (
    <div className="kc-stale" role="alert">
      <div>
        <h3>{t.title}</h3>
        <p>{t.by(who ?? t.unknown)}</p>
      </div>
      <SettingsDiff section={section.name} changes={changes} />
      <div className="kc-save-buttons">
        {both.length > 0 && (
          <Button variant="default" onClick={() => rebase(section.name, section.version, both)}>
            {t.theirs}
          </Button>
        )}
        <Button variant="default" onClick={() => rebase(section.name, section.version)}>
          {t.mine}
        </Button>
      </div>
    </div>
  );
}
