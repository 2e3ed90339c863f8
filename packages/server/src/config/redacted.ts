import type { Config } from './config.ts';
import { SETTINGS, UNLISTED } from './settings.ts';
import type { Source } from './sources.ts';

export interface RedactedSetting {
  readonly name: string;
  /** Secrets are `***`. Undefined: not given, and without a fixed default. */
  readonly value: string | undefined;
  readonly source: Source;
}

/** Every listed setting with its value in force, and all other given settings, safe to show. */
export function redactedConfig(config: Config): readonly RedactedSetting[] {
  const further = UNLISTED.filter(({ name }) => config.given.has(name));
  return [...SETTINGS, ...further].map((setting) => {
    const found = config.given.get(setting.name);
    if (found === undefined) return { name: setting.name, value: setting.default, source: 'default' };
    const value =
      setting.secret === 'value' ? '***' : setting.secret === 'url' ? redactUrl(found.text) : found.text;
    return { name: setting.name, value, source: found.source };
  });
}

/**
 * An address that is safe to show. One of PostgreSQL keeps its user name, and its query unless that may hold a password,
 * which drivers accept there. The user names of other servers can be secrets.
 */
export function redactUrl(text: string): string {
  return /^postgres(ql)?:/i.test(text)
    ? text.replace(/(?<=^\w+:\/\/[^:/?#@]*)[:/?#@].*@/, ':***@').replace(/\?.*(pass|%).*$/i, '?***')
    : text.replace(/(?<=^[a-z]+:\/\/).*@/i, '***@').replace(/\?.*$/, '?***');
}
