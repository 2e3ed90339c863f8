import { settingsTexts } from '../../texts/settings-texts.ts';
import { Diff, type DiffProps } from '../../ui/facts.tsx';
import { shownValue } from './shown-value.ts';

/** The names of a section's fields, as its form has them. All providers share theirs. */
export function fieldNames(section: string): (field: string) => string {
  const { fields } = settingsTexts;
  const own = Object.hasOwn(fields, section) ? fields[section] : fields['provider'];
  return (field) => own?.[field]?.label ?? field;
}

/** The changes of a section, in the words of its form. */
export function SettingsDiff({ section, changes }: Pick<DiffProps, 'changes'> & { section: string }) {
  return (
    <Diff
      changes={changes}
      nameOf={fieldNames(section)}
      wordsOf={(value, field) => shownValue(value, field, section)}
    />
  );
}
