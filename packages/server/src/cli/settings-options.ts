import { type Command, Option } from 'commander';
import type { Config } from '../config/config.ts';
import { settingFlags } from '../config/flags.ts';
import { loadConfig } from '../config/load.ts';
import type { Variables } from '../config/sources.ts';
import type { Io } from './io.ts';

const GROUP = 'Settings (also KEYWARD_… in the environment or .env):';

/** The settings that every command needs. The others are accepted too, so that a command line can be reused. */
const STORAGE = new Set(['KEYWARD_DATA_DIR', 'KEYWARD_DATABASE_URL', 'KEYWARD_DATABASE_URL_FILE']);

/** Gives a command a flag for every setting. @param listed the settings in the command's help */
export function withSettings(command: Command, listed: 'all' | 'storage'): Command {
  for (const { flag, variable, help, unlisted } of settingFlags()) {
    const option = new Option(`${flag} <value>`, help).helpGroup(GROUP);
    const shown = listed === 'all' ? !unlisted : STORAGE.has(variable);
    command.addOption(shown ? option : option.hideHelp());
  }
  if (listed === 'storage') {
    command.addHelpText('after', '\nThe command accepts all settings of "keyward serve --help".');
  }
  return command;
}

/** The configuration for a command with the flags of {@link withSettings}. @throws ConfigError */
export function configOf(command: Command, { env, cwd }: Pick<Io, 'env' | 'cwd'>): Config {
  return loadConfig({ env, flags: flagsOf(command), cwd });
}

/** The settings given as flags, by variable. */
export function flagsOf(command: Command): Variables {
  const given = command.opts<Record<string, string | undefined>>();
  const variables = new Map(settingFlags().map(({ flag, variable }) => [flag, variable]));
  const flags: Record<string, string | undefined> = {};
  for (const option of command.options) {
    const variable = variables.get(option.long ?? '');
    const value = given[option.attributeName()];
    if (variable !== undefined && value !== undefined) flags[variable] = value;
  }
  return flags;
}
