import type { AppParts } from '../app.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/error.ts';
import * as kinds from '../config/kinds.ts';
import { loadConfig } from '../config/load.ts';
import { SERVER } from '../config/settings.ts';
import type { Given } from '../config/sources.ts';
import { suggest } from '../config/suggest.ts';
import { LOG_PATH } from '../http/logs/mount.ts';
import type { Arrival, HostHooks } from '../features/hooks/sign-in-hooks.ts';
import { checkProviderOptions } from './provider-options.ts';
import type { KeywardHooks, KeywardOptions, KeywardPaths, SignInFacts } from './options.ts';
import { isSettingOption, SETTING_OPTIONS, type SettingTable } from './settings-table.ts';
import { presentAccount } from '../features/audit/serializers/account.ts';

export interface ReadOptions {
  config: Config;
  parts: AppParts;
  /** Paths below which everything is Keyward's. */
  roots: readonly string[];
  /** Null: no set-up page. */
  webPath: string | null;
}

/** The options that are not settings, with their types. */
const OTHERS = {
  env: 'an object, usually process.env',
  paths: 'an object',
  moreProviders: 'an array',
  presets: 'an object',
  hooks: 'an object',
  documents: 'an array of strings',
  compress: 'true or false',
  clientAddress: 'a function',
  clock: 'an object',
  report: 'a function',
  warn: 'a function',
} as const satisfies { readonly [Option in keyof KeywardOptions]: string };

const HOOKS = [
  'afterSignUp',
  'beforeLogin',
  'claims',
  'memberJoining',
  'onEvent',
] as const satisfies (keyof KeywardHooks)[];
const PATHS = {
  log: LOG_PATH,
  documentation: '',
  web: '',
  health: '',
  wellKnown: '',
} as const satisfies { [Path in keyof KeywardPaths]: string };

/** Checks the options and fills in defaults. @throws ConfigError, which names the option and the remedy */
export function readOptions(options: KeywardOptions): ReadOptions {
  if (!isObject(options)) throw new ConfigError('options: not an object; call createKeyward({ … }).');
  refuseUnknown(options, [...Object.keys(SETTING_OPTIONS), ...Object.keys(OTHERS)], '');
  const given = new Map<string, Given>();
  collect(options, SETTING_OPTIONS, '', given);
  for (const [name, noun] of Object.entries(OTHERS)) checkKind(name, Reflect.get(options, name), noun);

  const { env = {}, hooks = {}, moreProviders = [], presets = {}, documents = [] } = options;
  // A host application has its own metrics.
  const { management: _, ...config } = inOptionNames(() =>
    loadConfig({ env, options: given, cwd: process.cwd(), dotenv: false }),
  );
  if (config.production && !config.given.has(SERVER.publicUrl.name)) {
    throw new ConfigError(
      `publicUrl: needed in production, because mailed links and cookies depend on it; set it to ${SERVER.publicUrl.kind.use}.`,
    );
  }
  const paths = readPaths(options.paths ?? {}, config.prefix);
  refuseUnknown(hooks, HOOKS, 'hooks.');
  for (const name of HOOKS) checkKind(`hooks.${name}`, hooks[name], 'a function');
  checkProviderOptions({ slots: config.providers, moreProviders, presets });
  if (!documents.every((folder) => typeof folder === 'string'))
    throw new ConfigError('documents: not an array of strings; give the paths of folders.');

  const { clock, report, warn, compress } = options;
  return {
    config,
    parts: {
      logPath: paths.log,
      documentationPath: paths.documentation,
      webPath: paths.web,
      healthPath: paths.health,
      wellKnownPath: paths.wellKnown,
      ownsRoot: false,
      moreProviders,
      presets,
      documents,
      hooks: hostHooks(hooks),
      ...(compress !== undefined && { compress }),
      ...(clock !== undefined && { clock }),
      ...(report !== undefined && { report }),
      ...(warn !== undefined && { warn }),
    },
    roots: [
      config.prefix,
      ...Object.values(paths).filter((path): path is string => typeof path === 'string' && path !== ''),
    ],
    webPath: paths.web === false || !config.web ? null : paths.web,
  };
}

/** Collects the settings' texts, each labelled with its option. */
function collect(values: object, table: SettingTable, above: string, given: Map<string, Given>): void {
  for (const [name, entry] of Object.entries(table)) {
    const value: unknown = Reflect.get(values, name);
    const label = above + name;
    if (value === undefined) continue;
    if (!isSettingOption(entry)) {
      checkKind(label, value, 'an object');
      if (!isObject(value)) continue;
      refuseUnknown(value, Object.keys(entry), `${label}.`);
      collect(value, entry, `${label}.`, given);
      continue;
    }
    const { setting, noun } = entry;
    const text = entry.text(value);
    // How a variable spells a switch or a list does not help here.
    const remedy = /^(?:a string|a number)/.test(noun) ? setting.kind.use : noun;
    if (text === undefined) throw new ConfigError(`${label}: not ${noun}; use ${remedy}.`);
    // An empty list or table and null mean the same as none.
    if (text === '' && typeof value === 'object') continue;
    given.set(setting.name, { text, source: 'option', label });
  }
}

function readPaths(given: KeywardPaths, prefix: string) {
  refuseUnknown(given, Object.keys(PATHS), 'paths.');
  const read = (name: keyof typeof PATHS): string | false => {
    const path = given[name] ?? PATHS[name];
    if (path === false || path === PATHS[name]) return path;
    const label = `paths.${name}`;
    if (path === '' && name !== 'log') return path;
    if (typeof path !== 'string' || kinds.path.parse(path) === undefined)
      throw new ConfigError(
        `${label}: ${JSON.stringify(path)} is not a path; use ${kinds.path.use}, or false.`,
      );
    return path;
  };
  const paths = {
    log: read('log'),
    documentation: read('documentation'),
    web: read('web'),
    health: read('health'),
    wellKnown: read('wellKnown'),
  };
  // Below these two, a path segment may be anything.
  for (const [name, path] of Object.entries(paths)) {
    for (const taken of name === 'log' ? [prefix] : [prefix, paths.log]) {
      if (path === false || path === '' || taken === false) continue;
      if (isAtOrBelow(path, taken) || isAtOrBelow(taken, path))
        throw new ConfigError(`paths.${name}: "${path}" and "${taken}" overlap; use another path, or false.`);
    }
  }
  return paths;
}

function isAtOrBelow(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}/`);
}

/** The host's hooks, limited to the facts that a host may see. */
function hostHooks({ afterSignUp, beforeLogin, claims, memberJoining }: KeywardHooks): HostHooks {
  const facts = ({ account, ...arrival }: Arrival, signal: AbortSignal): SignInFacts => ({
    ...arrival,
    account: presentAccount(account),
    signal,
  });
  return {
    ...(afterSignUp && { afterSignUp: (arrival, signal) => afterSignUp(facts(arrival, signal)) }),
    ...(claims && { claims }),
    ...(memberJoining && {
      memberJoining: (joining, signal) => memberJoining({ ...joining, signal }),
    }),
    ...(beforeLogin && { beforeLogin: (arrival, signal) => beforeLogin(facts(arrival, signal)) }),
  };
}

function refuseUnknown(values: object, known: readonly string[], above: string): void {
  for (const name of Object.keys(values)) {
    if (known.includes(name)) continue;
    const near = suggest(name, known, 0);
    const fix = near === undefined ? `use ${known.join(', ')}.` : `did you mean ${above}${near}?`;
    throw new ConfigError(`${above}${name}: there is no such option; ${fix}`);
  }
}

/** Throws for a value that is present and has another type. */
function checkKind(name: string, value: unknown, noun: string): void {
  if (value === undefined) return;
  const right =
    noun === 'true or false'
      ? typeof value === 'boolean'
      : noun.startsWith('a function')
        ? typeof value === 'function'
        : noun.startsWith('an array')
          ? Array.isArray(value)
          : isObject(value);
  if (!right) throw new ConfigError(`${name}: not ${noun}; give one, or leave it out.`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Errors of the configuration name variables, but a host knows only options. */
function inOptionNames<T>(load: () => T): T {
  try {
    return load();
  } catch (error) {
    throw withOptionNames(error);
  }
}

/** An error of the configuration with options in place of variables; any other error unchanged. */
export function withOptionNames(error: unknown): unknown {
  return error instanceof ConfigError ? new ConfigError(optionNames(error.message)) : error;
}

/** Replaces names of variables by names of options. */
export function optionNames(message: string): string {
  return message.replaceAll(
    /KEYWARD_[A-Z0-9_]+/g,
    (variable) => OPTION_BY_VARIABLE.get(variable) ?? variable,
  );
}

const OPTION_BY_VARIABLE: ReadonlyMap<string, string> = new Map(namesOf(SETTING_OPTIONS, ''));

function namesOf(table: SettingTable, above: string): [variable: string, option: string][] {
  return Object.entries(table).flatMap(([name, entry]) =>
    isSettingOption(entry)
      ? [[entry.setting.name, above + name] satisfies [string, string]]
      : namesOf(entry, `${above}${name}.`),
  );
}
