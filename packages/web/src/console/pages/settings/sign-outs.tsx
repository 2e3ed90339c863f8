import type { SettingsOutcome } from '../../data/settings.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { inWords } from './in-words.ts';
import { SettingsDiff } from './settings-diff.tsx';

/**
 * The sessions that a change ends, with the reasons. The console has separate cookies, so only a new signing
 * key affects it. `brief` leaves out the values.
 */
export function SignOuts(props: { section: string; outcome: SettingsOutcome; brief?: boolean }) {
  const { section, outcome, brief = false } = props;
  const t = settingsTexts.signOut;
  const { signs_out: count = 0, effects = [], changes = {} } = outcome;
  const key = 'secret_key' in changes || 'algorithm' in changes;
  const yours = section === 'jwt' && (key || 'dual_token_mode' in changes || 'audience' in changes);
  return (
    <div className="kc-stack">
      <p className="kc-flush">{t.text(count)}</p>
      <p className="kc-flush">
        <b>{yours ? t.yours : t.notYours}</b>
      </p>
      <ul className="kc-sign-outs">
        {effects.map((effect) => (
          <li key={effect}>{inWords(effect, t.reasons)}</li>
        ))}
      </ul>
      {!brief && <SettingsDiff section={section} changes={changes} />}
      {key && !brief && <p className="kc-flush kc-muted">{t.overlap}</p>}
    </div>
  );
}
