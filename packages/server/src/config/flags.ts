import { SETTINGS, UNLISTED } from './settings.ts';
import { flagName } from './sources.ts';

/** One option of the command line, with a value. */
export interface SettingFlag {
  /** `--data-dir` */
  readonly flag: string;
  /** Key of the value in `loadConfig`'s `flags`. */
  readonly variable: string;
  readonly help: string;
  /** Left out of the help. */
  readonly unlisted: boolean;
}

/**
 * The command-line options of the settings. A secret has only an option for the path of its file, because every user of
 * the machine can read command lines.
 */
export function settingFlags(): SettingFlag[] {
  return [...SETTINGS, ...UNLISTED].flatMap((setting) => {
    const { name, secret, help, default: standard, unset } = setting;
    const unlisted = UNLISTED.includes(setting);
    const file = `${name}_FILE`;
    const value = {
      flag: flagName(name),
      variable: name,
      help: `${help} (default: ${standard ?? unset})`,
      unlisted,
    };
    const fromFile = { flag: flagName(file), variable: file, help: `File that holds ${name}`, unlisted };
    if (secret === undefined) return [value];
    return secret === 'url' ? [value, fromFile] : [fromFile];
  });
}
