import { Command } from 'commander';
import { type Io, print } from './io.ts';
import { configOf, withSettings } from './settings-options.ts';
import { settingsJson, settingsTable } from './settings-table.ts';

const DESCRIPTION = `Print every setting of the start with its source and its value.

Secrets are masked. Settings that were changed at run time are not included:
GET {prefix}/config/load/ shows those, and "keyward doctor" checks them too.

Examples:
  $ keyward config show
  $ keyward config show --json | jq '.settings[] | select(.source != "default")'`;

export function configShowCommand(io: Io): Command {
  const command = new Command('show')
    .summary('print all settings and their sources')
    .description(DESCRIPTION)
    .option('--json', 'print JSON');
  return withSettings(command, 'all').action(async ({ json }: { json?: true }) => {
    const config = configOf(command, io);
    await print(io, `${json === true ? settingsJson(config) : settingsTable(config)}\n`);
  });
}
