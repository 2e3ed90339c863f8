import type { Static } from 'typebox';
import type { Field, Fields } from './sections/field.ts';
import { TEXT_FORMATS } from './formats.ts';
import { type Kind, list, oneOf, onOff, type Setting, text, wholeNumber } from './kinds.ts';
import { SECTIONS, type SectionName, variablesOf } from './sections.ts';

/** The parts of a field's JSON Schema that are used here. */
export interface Facts {
  type?: string | readonly string[];
  anyOf?: readonly Facts[];
  enum?: readonly unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
  /** Of a text. */
  examples?: readonly unknown[];
  items?: Facts;
  patternProperties?: Readonly<Record<string, Facts>>;
  properties?: Readonly<Record<string, Facts>>;
}

/** The settings of the start that give fields their first values, by field. */
export type StartSettings<F extends Fields = Fields> = {
  readonly [Name in keyof F & string]?: Setting<Static<F[Name]['schema']>>;
};

/**
 * Makes the settings of the start from the table of a section: variables, values, defaults and help.
 * @param byHand settings that are defined separately, because several fields depend on them or they have special rules
 */
export function startSettings<Name extends SectionName>(
  section: Name,
  byHand: readonly { readonly name: string }[] = [],
): StartSettings<(typeof SECTIONS)[Name]['fields']> {
  const taken = new Set(byHand.map(({ name }) => name));
  const settings = Object.entries<Field>(SECTIONS[section].fields).flatMap(([field, traits]) => {
    const [name] = variablesOf(section, field);
    return name === undefined || taken.has(name) ? [] : [[field, startSetting(name, traits)]];
  });
  // Each kind is made from the schema of its field.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(settings) as StartSettings<(typeof SECTIONS)[Name]['fields']>;
}

function startSetting(name: string, { schema, accepts, secret, default: fallback, unset }: Field): Setting {
  const facts: Facts = schema;
  const standard = asText(fallback);
  const description = 'description' in schema ? String(schema.description).replaceAll('`', '') : '';
  // The environment has no null.
  const [help = '', ofNull = 'none'] = description.split('; null: ');
  return {
    name,
    kind: kindOf(facts, accepts !== undefined),
    ...(secret === true && { secret: 'value' }),
    help,
    ...(unset !== undefined ? { unset } : standard === '' ? { unset: ofNull } : { default: standard }),
  };
}

/** A value as the environment would hold it. Empty: like a variable that is not given. */
export function asText(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string') return value;
  const isEmpty = typeof value === 'object' && Object.keys(value).length === 0;
  return isEmpty ? '' : JSON.stringify(value);
}

/** The types that a schema allows, as JSON Schema names them; null last. */
export function typesOf({ type = [], anyOf = [] }: Facts): ReadonlySet<string> {
  const types = [...[type].flat(), ...anyOf.flatMap((one) => [...typesOf(one)])];
  return new Set(types.toSorted((a, b) => Number(a === 'null') - Number(b === 'null')));
}

/** How a text becomes a value of a schema. No text means null: a setting that is not given is null. */
function kindOf(facts: Facts, anyCase = false): Kind<unknown> {
  const { anyOf = [], enum: choices, minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = facts;
  const alternative = anyOf.find(({ type }) => type !== 'null');
  if (alternative !== undefined) return kindOf(alternative, anyCase);
  const types = typesOf(facts);
  if (choices !== undefined)
    return choice(
      choices.filter((one) => typeof one === 'string'),
      anyCase,
    );
  if (types.has('boolean')) return onOff;
  if (types.has('integer')) return wholeNumber(minimum, maximum);
  if (types.has('array'))
    return facts.items?.type !== 'object'
      ? listOf(facts.items ?? {}, facts.maxItems)
      : Object.values(facts.items.properties ?? {}).every(({ type }) => type === 'string')
        ? recordsOf(facts.items, facts.maxItems)
        : jsonArray(facts);
  if (types.has('object')) return isTableOfTexts(facts) ? table(facts) : jsonObject(facts);
  return textOf(facts);
}

function choice(values: readonly string[], anyCase: boolean): Kind<string> {
  const exact = oneOf(...values);
  if (!anyCase) return exact;
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  return { ...exact, parse: (given) => values.find((value) => same(value, given)) };
}

function textOf({ format = '', pattern, minLength = 0, maxLength, examples }: Facts): Kind<string> {
  const { use: rule, check } = TEXT_FORMATS[format] ?? { use: text.use, check: () => true };
  const use = typeof examples?.[0] !== 'string' ? rule : `${rule}, such as ${examples[0]}`;
  const expression = new RegExp(pattern ?? '', 'u');
  return {
    noun: 'a value of this setting',
    use: maxLength === undefined ? use : `${use}, at most ${maxLength} characters`,
    parse: (given) =>
      given.length >= minLength &&
      given.length <= (maxLength ?? given.length) &&
      expression.test(given) &&
      check(given)
        ? given
        : undefined,
  };
}

function listOf(items: Facts, maxItems = Number.MAX_SAFE_INTEGER): Kind<readonly unknown[]> {
  const item = kindOf(items);
  const parseItem = (given: unknown) => (typeof given === 'string' ? item.parse(given) : undefined);
  return {
    noun: 'a list',
    use: `${item.use}; several separated by commas, or as a JSON array`,
    parse: (given) => {
      const parts = given.startsWith('[') ? json(given) : list(given, (part) => part);
      if (!Array.isArray(parts) || parts.length > maxItems) return undefined;
      const values = parts.map(parseItem);
      return values.includes(undefined) ? undefined : values;
    },
  };
}

/** A list of objects with the same members, all texts. */
function recordsOf(
  { properties = {}, examples = [] }: Facts,
  maxItems = Number.MAX_SAFE_INTEGER,
): Kind<readonly unknown[]> {
  const members = Object.entries(properties).map(([name, facts]) => [name, kindOf(facts)] as const);
  const fits = (given: unknown) =>
    typeof given === 'object' &&
    given !== null &&
    Object.keys(given).length === members.length &&
    members.every(([name, { parse }]) => {
      const value: unknown = Reflect.get(given, name);
      return typeof value === 'string' && parse(value) !== undefined;
    });
  return {
    noun: 'a list of objects',
    use: `a JSON array of at most ${maxItems}, such as ${JSON.stringify(examples.slice(0, 1))}`,
    parse: (value) => {
      const given = json(value);
      return Array.isArray(given) && given.length <= maxItems && given.every(fits) ? given : undefined;
    },
  };
}

/** The same. */
function jsonArray({ examples = [], maxItems = Number.MAX_SAFE_INTEGER }: Facts): Kind<readonly unknown[]> {
  return {
    noun: 'a list of objects',
    use: `a JSON array of at most ${maxItems}, such as ${JSON.stringify(examples[0])}`,
    parse: (value) => {
      const given = json(value);
      return Array.isArray(given) && given.length <= maxItems ? given : undefined;
    },
  };
}

export function isTableOfTexts({ patternProperties = {} }: Facts): boolean {
  return Object.values(patternProperties).some(({ type }) => type === 'string');
}

/** The section checks its content. */
function jsonObject({ examples = [] }: Facts): Kind<object> {
  return {
    noun: 'an object',
    use: `a JSON object, such as ${JSON.stringify(examples[0])}`,
    parse: (given) => {
      const parsed = json(given);
      return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : undefined;
    },
  };
}

function table({ patternProperties = {}, maxProperties = Number.MAX_SAFE_INTEGER }: Facts): Kind<object> {
  const [[names, values] = ['', {}]] = Object.entries(patternProperties);
  const [name, value] = [new RegExp(names, 'u'), kindOf(values)];
  return {
    noun: 'a table',
    use: 'a JSON object of texts: {"name": "value"}',
    parse: (given) => {
      const parsed = json(given);
      if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
      const entries: [string, unknown][] = Object.entries(parsed);
      const fits = ([key, one]: [string, unknown]) =>
        name.test(key) && typeof one === 'string' && value.parse(one) !== undefined;
      return entries.length <= maxProperties && entries.every(fits) ? parsed : undefined;
    },
  };
}

function json(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}
