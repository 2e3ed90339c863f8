import { settingsTexts } from '../../texts/settings-texts.ts';
import { Diff, type DiffProps, written } from '../../ui/facts.tsx';
import { lineOf } from './draft.ts';

/** Represents a secret in answers. */
const SECRET = '***';

/** The names of a section's fields, as its form has them. All providers share theirs. */
export function fieldNames(section: string): (field: string) => string {
  const { fields } = settingsTexts;
  const own = Object.hasOwn(fields, section) ? fields[section] : fields['provider'];
  return (field) => own?.[field]?.label ?? field;
}

function words(value: unknown, field: string): string {
  const t = settingsTexts;
  if (value === true) return t.on;
  if (value === false) return t.off;
  if (value === null || value === undefined || value === '') return t.none;
  if (value === SECRET) return t.secret.masked;
  if (Array.isArray(value)) return value.length === 0 ? t.none : value.map(lineOf).join(', ');
  const choices = Object.hasOwn(t.choices, field) ? t.choices[field] : undefined;
  return (typeof value === 'string' ? choices?.[value] : undefined) ?? written(value);
}

/** The changes of a section, in the words of its form. */
export function SettingsDiff({ section, changes }: Pick<DiffProps, 'changes'> & { section: string }) {
  return <Diff changes={changes} nameOf={fieldNames(section)} wordsOf={words} />;
}
