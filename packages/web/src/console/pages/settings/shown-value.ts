import { settingsTexts } from '../../texts/settings-texts.ts';
import { written } from '../../ui/facts.tsx';
import { inDigits } from '../../ui/in-digits.ts';
import { isOwnLogo, ownLogoInWords } from './choose-logo.tsx';
import { type Column, entriesOf, type Entry, TABLES } from './tables.ts';

/** Represents a secret in answers. */
const SECRET = '***';

/** A value of the settings in a sentence, in the words of its form. */
export function shownValue(value: unknown, field: string, section: string): string {
  const t = settingsTexts;
  const choices = Object.hasOwn(t.choices, field) ? t.choices[field] : undefined;
  const choice = (one: string) => (choices !== undefined && Object.hasOwn(choices, one) ? choices[one] : one);
  if (value === true) return t.on;
  if (value === false) return t.off;
  if (value === null || value === undefined || value === '') return t.none;
  if (value === SECRET) return t.secret.masked;
  // A port is a name, not a quantity.
  if (typeof value === 'number') return field === 'port' ? String(value) : inDigits(value);
  const table = TABLES[`${section}.${field}`];
  if (table !== undefined)
    return (
      entriesOf(table, value)
        .map((entry) => inLine(section, field, entry))
        .join('\n') || t.none
    );
  if (Array.isArray(value))
    return value.length === 0 ? t.none : value.map((one) => choice(String(one))).join(', ');
  if (typeof value === 'string' && isOwnLogo(value)) return ownLogoInWords(value);
  return written(typeof value === 'string' ? choice(value) : value);
}

function inLine(section: string, field: string, entry: Entry): string {
  const name = `${section}.${field}`;
  const labelOf = (column: string) => settingsTexts.tables[name]?.columns[column]?.label ?? column;
  const said = ({ name: column, kind }: Column) => {
    const value = entry[column];
    if (typeof value === 'object')
      return value.length === 0 ? [] : [`${labelOf(column)}: ${value.join(', ')}`];
    if (typeof value === 'boolean') return value ? [labelOf(column)] : [];
    if (value === undefined || value === '') return [];
    return kind === 'number' ? [`${labelOf(column)}: ${value}`] : [value];
  };
  return (TABLES[name]?.columns ?? []).flatMap(said).join(' · ');
}
