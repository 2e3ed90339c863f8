import { Type } from 'typebox';
import { invalidFields } from '../../errors.ts';
import type { Condition } from '../../store/lists/list-conditions.ts';

/** Turns a searched value into a condition on a column. Null: no row can have the value. */
type Read = (value: string) => Condition | null;

/** The searchable fields of a list, with the condition that each makes. */
export type ListFields = Readonly<Record<string, Read>>;

/** The two search parameters of a list, for these fields. */
export function fieldQuery<Fields extends ListFields>(fields: Fields) {
  return {
    field: Type.Optional(
      Type.Unsafe<keyof Fields & string>({
        type: 'string',
        enum: Object.keys(fields),
        description:
          'The field to search for value, and required with it: an id equals it, a text contains it, a time begins with it',
      }),
    ),
    value: Type.Optional(
      Type.String({
        format: 'text',
        maxLength: 320,
        description:
          'Required with field; taken literally; ASCII letters match in either case. Empty: everything',
      }),
    ),
  };
}

/** Matches nothing: ids begin with 1. */
const NONE: Condition = { column: 'id', is: 0 };

/** The condition that the two parameters form. @throws KeywardError `ValidationError` if only one is given */
export function conditionOf<Fields extends ListFields>(
  fields: Fields,
  { field, value }: { field?: keyof Fields & string; value?: string },
): Condition | undefined {
  if (field === undefined && value === undefined) return undefined;
  const read = fields[field ?? ''];
  if (read === undefined)
    throw invalidFields({
      path: 'field',
      message: `is required with value: one of ${Object.keys(fields).join(', ')}`,
    });
  if (value === undefined) throw invalidFields({ path: 'value', message: 'is required with field' });
  return value === '' ? undefined : (read(value) ?? NONE);
}

/** A whole number, such as an id. */
export function numberIn(column: string): Read {
  return (value) => (/^[0-9]{1,15}$/.test(value) ? { column, is: Number(value) } : null);
}

/** @param keyOf converts a text to the form of the column */
export function textIn(column: string, keyOf: (value: string) => string = (value) => value): Read {
  return (value) => ({ column, contains: keyOf(value) });
}

export function flagIn(column: string): Read {
  return (value) => {
    const is = ['false', 'true'].indexOf(value.toLowerCase());
    return is === -1 ? null : { column, is };
  };
}

const TIME = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d)(?::(\d\d)(?::(\d\d)(?:\.(\d{3}))?)?)?)?)?)?$/;

/** The beginning of a timestamp, such as `2026-11` or `2026-11-22T07`. */
export function timeIn(column: string): Read {
  return (value) => {
    const parts = TIME.exec(value)
      ?.slice(1)
      .filter((part) => part !== undefined);
    if (parts === undefined) return null;
    const [year = 0, month = 1, ...rest] = parts.map(Number);
    const numbers = [year, month - 1, ...rest];
    const from = utc(numbers);
    // JavaScript would turn 30 February into another day.
    if (!new Date(from).toISOString().startsWith(value.replace(' ', 'T'))) return null;
    const last = parts.length - 1;
    return { column, from, to: utc(numbers.with(last, (numbers[last] ?? 0) + 1)) };
  };
}

function utc([year = 0, month = 0, ...rest]: number[]): number {
  return Date.UTC(year, month, ...rest);
}
