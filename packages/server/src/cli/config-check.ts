import { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { checkSecrets } from '../config/secrets.ts';
import type { Io } from './io.ts';
import { configOf, withSettings } from './settings-options.ts';
import { settingsTable } from './settings-table.ts';

const DESCRIPTION = `Check every setting without starting anything or writing anywhere.

Prints each setting, where it comes from and its value, with secrets masked.
Ends with 0 when "keyward serve" would accept them, else with one line and 2.
Settings that were changed while the service ran are not looked at, and win:
"keyward serve" warns of each setting here that does not count because of them.

Examples:
  $ keyward config check
  $ KEYWARD_ENV=production keyward config check --port 443`;

export function configCheckCommand(io: Io): Command {
  const command = new Command('check').summary('validate and print all settings').description(DESCRIPTION);
  return withSettings(command, 'all').action(async () => {
    const config = configOf(command, io);
    const { checkFirstSuperadmin } = await import('../features/superadmin/first-superadmin.ts');
    checkFirstSuperadmin(config);
    checkSecrets(config);
    io.stdout.write(`${settingsTable(config)}\n\n${summary(config)}\n`);
  });
}

function summary({ warnings }: Config): string {
  return [...warnings.map((warning) => `Warning: ${warning}`), 'The configuration is valid.'].join('\n');
}
