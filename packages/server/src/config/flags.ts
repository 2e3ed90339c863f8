import { SETTINGS } from './settings.ts';
import { flagName } from './sources.ts';

/** One option of the command line; each takes a value. */
export interface SettingFlag {
  /** `--data-dir` */
  readonly flag: string;
  /** Key of the value in `loadConfig`'s `flags`. */
  readonly variable: string;
  readonly help: string;
}

/**
 * The options that settings have on the command line. A secret is only given by the path of its file, because
 * command lines are visible to every user of the machine.
 */
export function settingFlags(): SettingFlag[] {
  return SETTINGS.flatMap(({ name, secret, help, default: standard, unset }) => {
    const file = `${name}_FILE`;
    const value = {
      flag: flagName(name),
      variable: name,
      help: `${help} (default: ${standard ?? unset})`,
    };
    const fromFile = { flag: flagName(file), variable: file, help: `File that holds ${name}` };
    if (secret === undefined) return [value];
    return secret === 'url' ? [value, fromFile] : [fromFile];
  });
}
