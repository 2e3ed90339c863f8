export type PlainJson =
  string | number | boolean | null | readonly PlainJson[] | { readonly [key: string]: PlainJson };

const MAX_DEPTH = 6;
const MAX_ITEMS = 100;
const MAX_STRING_LENGTH = 2_000;
const CUT = '… [cut]';

/**
 * A copy of a value as bounded plain JSON. Parts that are too long or too deep are cut, with a mark; values that JSON
 * does not have become text. Never throws, whatever the value.
 */
export function plainJson(value: unknown, depth = 0): PlainJson {
  switch (typeof value) {
    case 'string':
      return cutText(value);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'boolean':
      return value;
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : plainObject(value, depth);
    case 'function':
    case 'symbol':
    case 'undefined':
      return null;
  }
}

function plainObject(value: object, depth: number): PlainJson {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Error) return cutText(`${value.name}: ${value.message}`);
  if (depth === MAX_DEPTH) return CUT;
  try {
    if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => plainJson(item, depth + 1));
    const entries = Object.entries(value).slice(0, MAX_ITEMS);
    return Object.fromEntries(
      entries
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => [cutText(key), plainJson(item, depth + 1)]),
    );
  } catch {
    // An accessor of the value threw.
    return null;
  }
}

/** A text cut to the length that a record allows. */
export function cutText(text: string): string {
  return text.length <= MAX_STRING_LENGTH ? text : text.slice(0, MAX_STRING_LENGTH) + CUT;
}
