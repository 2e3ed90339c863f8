import type { SettingsField } from '../../data/settings.ts';
import type { FieldTexts } from '../../texts/settings-en.ts';
import { lineOf } from './draft.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';

/** The label and the help of a field; the service's description if the language has none. */
export function fieldTexts(
  section: string,
  { name, description }: Pick<SettingsField, 'name' | 'description'>,
): FieldTexts {
  const own = settingsTexts.fields[section]?.[name];
  return own ?? { label: name, help: description };
}

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
