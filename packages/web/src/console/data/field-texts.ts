import type { SettingsField } from './settings.ts';
import type { FieldTexts } from '../texts/settings-en.ts';
import { settingsTexts } from '../texts/settings-texts.ts';

/** The label and the help of a field; the service's description if the language has none. */
export function fieldTexts(
  section: string,
  { name, description }: Pick<SettingsField, 'name' | 'description'>,
): FieldTexts {
  const own = settingsTexts.fields[section]?.[name];
  return own ?? { label: name, help: description };
}
