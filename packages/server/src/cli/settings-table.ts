import type { Config } from '../config/config.ts';
import { redactedConfig } from '../config/redacted.ts';
import { SETTINGS } from '../config/settings.ts';

/** Every setting with its source and its value, in columns. */
export function settingsTable(config: Config): string {
  const unset = new Map(SETTINGS.map(({ name, unset: words }) => [name, words]));
  const rows = redactedConfig(config).map(({ name, value, source }) => {
    // In quotes if it could be mistaken for something else.
    const shown =
      value === undefined
        ? `(${unset.get(name)})`
        : /^[^\s\p{C}]+$/u.test(value)
          ? value
          : JSON.stringify(value);
    return [name, source, shown] as const;
  });
  const all = [['SETTING', 'FROM', 'VALUE'] as const, ...rows];
  const widths = [0, 1].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all
    .map(
      ([name, source, value]) => `${name.padEnd(widths[0] ?? 0)}  ${source.padEnd(widths[1] ?? 0)}  ${value}`,
    )
    .join('\n');
}

/** The same as JSON, for programs. `value` is null for a setting that is not given and has no fixed default. */
export function settingsJson(config: Config): string {
  const settings = redactedConfig(config).map(({ name, value, source }) => ({
    name,
    value: value ?? null,
    source,
  }));
  return JSON.stringify({ settings, warnings: config.warnings }, null, 2);
}
