import { settingsTexts } from '../../texts/settings-texts.ts';
import { written } from '../../ui/facts.tsx';
import { inDigits } from '../../ui/in-digits.ts';
import { lineOf } from './draft.ts';

/** Represents a secret in answers. */
const SECRET = '***';

/** A value of the settings in a sentence, in the words of its form. */
export function shownValue(value: unknown, field: string): string {
  const t = settingsTexts;
  const choices = Object.hasOwn(t.choices, field) ? t.choices[field] : undefined;
  const choice = (one: string) => (choices !== undefined && Object.hasOwn(choices, one) ? choices[one] : one);
  if (value === true) return t.on;
  if (value === false) return t.off;
  if (value === null || value === undefined || value === '') return t.none;
  if (value === SECRET) return t.secret.masked;
  // A port is a name, not a quantity.
  if (typeof value === 'number') return field === 'port' ? String(value) : inDigits(value);
  if (Array.isArray(value))
    return value.length === 0 ? t.none : value.map((one) => choice(lineOf(one))).join(', ');
  return written(typeof value === 'string' ? choice(value) : value);
}
