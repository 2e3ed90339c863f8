import type { SettingsField } from '../../data/settings.ts';
import { lineOf } from './draft.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';

/** A value in a sentence. */
export function useShown(): (field: Pick<SettingsField, 'secret'>, value: unknown) => string {
  const texts = settingsTexts;
  return ({ secret }, value) => {
    if (secret) return value === '' ? texts.secret.nothing : texts.secret.masked;
    if (value === true) return texts.on;
    if (value === false) return texts.off;
    if (value === null || value === '') return texts.none;
    if (Array.isArray(value)) return value.length === 0 ? texts.none : value.map(lineOf).join(', ');
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
}
