import { ConfigError } from '../../../config/error.ts';
import { suggest } from '../../../config/suggest.ts';

/** The texts that there are, in groups: the names of the values that each fills in. */
export interface KnownTexts {
  readonly [key: string]: readonly string[] | KnownTexts;
}

/** The texts that replace others, in the same groups. A text with forms is a group of them. */
export interface ReplacedTexts {
  readonly [key: string]: string | ReplacedTexts;
}

export interface Place {
  file: string;
  /** The keys that lead there. */
  path: readonly string[];
  /** Whether the texts fill in values by place, as `{0}`; otherwise by name. */
  byPlace: boolean;
}

/** @throws ConfigError for an unknown key, an unknown value to fill in, or another type of text */
export function checkTexts(given: unknown, known: KnownTexts, place: Place): ReplacedTexts {
  if (typeof given !== 'object' || given === null) throw problem(place, 'must be a group of texts');
  return Object.fromEntries(
    Object.entries(given).map(([key, value]: [string, unknown]) => {
      const at = { ...place, path: [...place.path, key] };
      const names = Object.hasOwn(known, key) ? known[key] : undefined;
      if (names === undefined) throw problem(at, `is unknown${hint(key, Object.keys(known))}`);
      return [key, isNames(names) ? checkText(value, names, at) : checkTexts(value, names, at)];
    }),
  );
}

function isNames(known: readonly string[] | KnownTexts): known is readonly string[] {
  return Array.isArray(known);
}

/** A text, or its forms by a value or by the plural rules. */
function checkText(given: unknown, names: readonly string[], place: Place): string | ReplacedTexts {
  if (typeof given === 'string') return checkNames(given, names, place);
  if (typeof given !== 'object' || given === null || !place.byPlace || names.length === 0)
    throw problem(place, 'must be a text');
  if (!Object.hasOwn(given, 'other')) throw problem(place, 'lacks the form "other"');
  return Object.fromEntries(
    Object.entries(given).map(([form, text]: [string, unknown]) => {
      const at = { ...place, path: [...place.path, form] };
      if (typeof text !== 'string') throw problem(at, 'must be a text');
      return [form, checkNames(text, names, at)];
    }),
  );
}

function checkNames(text: string, names: readonly string[], place: Place): string {
  return text.replaceAll(/\{(\w+)\}/g, (all, name: string) => {
    const index = names.indexOf(name);
    if (index < 0) {
      const fills = names.length === 0 ? 'nothing' : names.map((one) => `{${one}}`).join(', ');
      throw problem(place, `fills in ${all}, but can fill in ${fills}`);
    }
    return place.byPlace ? `{${index}}` : all;
  });
}

function hint(key: string, keys: readonly string[]): string {
  const near = suggest(key, keys, 0);
  return near === undefined ? '; remove it' : `; did you mean "${near}"?`;
}

function problem({ file, path }: Place, what: string): ConfigError {
  return new ConfigError(
    `KEYWARD_TEXTS: in ${JSON.stringify(file)}, ${path.length === 0 ? 'the content' : `"${path.join('.')}"`} ${what}`,
  );
}
