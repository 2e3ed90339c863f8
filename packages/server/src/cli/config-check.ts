import { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { redactedConfig } from '../config/redacted.ts';
import { checkSecrets } from '../config/secrets.ts';
import { SETTINGS } from '../config/settings.ts';
import { configOf, withSettings } from './settings-options.ts';

const DESCRIPTION = `Check every setting without starting anything or writing anywhere.

Prints each setting, where it comes from and its value, with secrets masked.
Ends with 0 when "keyward serve" would accept them, else with one line and 2.

Examples:
  $ keyward config check
  $ KEYWARD_ENV=production keyward config check --port 443`;

export function configCheckCommand(): Command {
  const command = new Command('check').summary('validate and print all settings').description(DESCRIPTION);
  return withSettings(command, 'all').action(async () => {
    const config = configOf(command);
    const { checkFirstSuperadmin } = await import('../features/superadmin/first-superadmin.ts');
    checkFirstSuperadmin(config);
    checkSecrets(config);
    process.stdout.write(`${table(config)}\n\n${summary(config)}\n`);
  });
}

function table(config: Config): string {
  const unset = new Map(SETTINGS.map(({ name, unset: words }) => [name, words]));
  const rows = redactedConfig(config).map(({ name, value, source }) => {
    // In quotes, where it could be taken for something else.
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

function summary({ warnings }: Config): string {
  return [...warnings.map((warning) => `Warning: ${warning}`), 'The configuration is valid.'].join('\n');
}
