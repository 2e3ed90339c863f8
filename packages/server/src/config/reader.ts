import { ConfigError } from './error.ts';
import type { Setting } from './kinds.ts';
import type { Given } from './sources.ts';

/** Parsed values of single settings. Both methods throw `ConfigError` for a text that its kind refuses. */
export interface Reader {
  /** The value of a setting with a default. */
  value<T>(setting: Setting<T> & { readonly default: string }): T;
  /** Undefined if the setting is not given. */
  optional<T>(setting: Setting<T>): T | undefined;
}

/** Parses the given texts, by variable. */
export function reader(given: ReadonlyMap<string, Given>): Reader {
  return {
    value: (setting) => parse(setting, given.get(setting.name), setting.default),
    optional: (setting) => {
      const found = given.get(setting.name);
      return found && parse(setting, found, found.text);
    },
  };
}

function parse<T>(setting: Setting<T>, found: Given | undefined, fallback: string): T {
  const { kind } = setting;
  const text = found?.text ?? fallback;
  const value = kind.parse(text);
  if (value !== undefined) return value;
  const shown = setting.secret === undefined ? JSON.stringify(shorten(text)) : 'the value';
  throw new ConfigError(`${found?.label ?? setting.name}: ${shown} is not ${kind.noun}; use ${kind.use}.`);
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
