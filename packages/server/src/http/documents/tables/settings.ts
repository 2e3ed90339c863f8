import type { Field, Fields } from '../../../config/sections/field.ts';
import type { Setting } from '../../../config/kinds.ts';
import { SECTIONS } from '../../../config/sections.ts';
import { GROUPS } from '../../../config/settings.ts';
import { anyProvider } from '../../../features/settings/sections/provider.ts';
import { table } from './markdown.ts';

/**
 * The settings of the start in one group.
 * @param title of the group
 */
export function settingsTable(title: string): string {
  const group = GROUPS.find((one) => one.title === title);
  if (group === undefined) throw new Error(`there are no settings "${title}"`);
  return table(['Variable', 'Default', 'Meaning', 'Values'], group.settings.map(settingRow));
}

function settingRow(setting: Setting): string[] {
  const name = setting.secret === undefined ? '' : ', or `_FILE`';
  const fallback = setting.default === undefined ? setting.unset : `\`${setting.default}\``;
  // The values are plain text.
  const use = setting.kind.use.replaceAll(/[<`]/g, String.raw`\$&`);
  return [`\`${setting.name}\`${name}`, fallback, setting.help, use];
}

/** Sections in which a request changes only the fields that it names. */
const PARTIAL = new Set(['logging', 'events']);

/**
 * The fields of one section of the settings that can change at run time.
 * @param section its name, or `provider`
 */
export function sectionTable(section: string): string {
  const kinds: Record<string, { fields: Fields }> = { ...SECTIONS, provider: anyProvider };
  const fields = kinds[section]?.fields;
  if (fields === undefined) throw new Error(`there is no section "${section}"`);
  const rows = Object.entries<Field>(fields)
    .filter(([, { internal }]) => internal !== true)
    .map(([name, one]) => {
      const facts: Facts = JSON.parse(JSON.stringify(one.schema));
      return [`\`${name}\``, leftOut(one, PARTIAL.has(section)), facts.description ?? '', values(facts)];
    });
  return table(['Field', 'Left out', 'Meaning', 'Values'], rows);
}

/** The effect of a `POST` without the field. */
function leftOut({ required, secret, default: fallback, follows, unset }: Field, partial: boolean): string {
  if (required === true && !partial) return 'required';
  if (secret === true) return 'kept';
  if (follows !== undefined) return `as \`${follows}\``;
  return unset ?? `\`${JSON.stringify(fallback)}\``;
}

interface Facts {
  type?: string | string[];
  enum?: string[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  maxProperties?: number;
  maxLength?: number;
  items?: Facts;
  properties?: Record<string, Facts>;
  description?: string;
}

/** The values that a schema allows, in words. */
function values(facts: Facts): string {
  const {
    type,
    enum: choices,
    minimum,
    maximum,
    maxItems,
    maxProperties,
    maxLength,
    items,
    properties = {},
  } = facts;
  const types = new Set([type ?? 'string'].flat());
  const orNull = types.has('null') ? ' or null' : '';
  if (choices !== undefined) return choices.map(String).join(', ');
  if (types.has('integer')) return `${minimum} to ${maximum}${orNull}`;
  if (types.has('boolean')) return 'true, false';
  if (types.has('object'))
    return maxProperties === undefined
      ? `${Object.keys(properties)
          .map((name) => `\`${name}\``)
          .join(', ')}, of which any may be missing`
      : `up to ${maxProperties} names`;
  if (types.has('array'))
    return `up to ${maxItems} ${items?.maxLength === undefined ? 'items' : `texts of ${items.maxLength} characters`}`;
  return `text${maxLength === undefined ? '' : ` of up to ${maxLength} characters`}${orNull}`;
}
