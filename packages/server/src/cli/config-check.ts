import { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { checkSecrets } from '../config/secrets.ts';
import { createOwnTexts } from '../features/delivery/texts/own-texts.ts';
import { type Io, print } from './io.ts';
import { configOf, withSettings } from './settings-options.ts';
import { settingsTable } from './settings-table.ts';

const DESCRIPTION = `Check every setting without starting anything or writing anywhere.

Prints each setting with its source and its value; secrets are masked. Ends with
0 if "keyward serve" would accept the settings, otherwise with one line and 2.
Does not read settings that were changed at run time. Those take precedence:
"keyward serve" warns of every setting here that they override.

Examples:
  $ keyward config check
  $ KEYWARD_ENV=production keyward config check --port 443`;

export function configCheckCommand(io: Io): Command {
  const command = new Command('check').summary('validate and print all settings').description(DESCRIPTION);
  return withSettings(command, 'all').action(async () => {
    const config = configOf(command, io);
    const { checkFirstSuperadmin } = await import('../features/identity/superadmin/first-superadmin.ts');
    checkFirstSuperadmin(config);
    const { checkStartValues } = await import('../features/settings/check-start-values.ts');
    await checkStartValues(config);
    checkSecrets(config);
    createOwnTexts(config.texts ?? null);
    await print(io, `${settingsTable(config)}\n\n${summary(config)}\n`);
  });
}

function summary({ warnings }: Config): string {
  return [...warnings.map((warning) => `Warning: ${warning}`), 'The configuration is valid.'].join('\n');
}
