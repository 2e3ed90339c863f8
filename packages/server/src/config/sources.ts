import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError, systemCode, systemProblem } from './error.ts';
import { SETTINGS, UNLISTED } from './settings.ts';
import type { Setting } from './kinds.ts';
import { suggest } from './suggest.ts';

/** Variables by name, like `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The origin of a value. */
export type Source = 'option' | 'command line' | 'environment' | '.env' | 'default';

/** The text of one given setting. */
export interface Given {
  readonly text: string;
  readonly source: Source;
  /** Its name in messages: `KEYWARD_PORT`, `KEYWARD_PORT (--port)`. */
  readonly label: string;
}

export interface SourcesInput {
  readonly env: Variables;
  /** Also keyed by variable: `--port 80` is `{ KEYWARD_PORT: '80' }`. */
  readonly flags: Variables;
  readonly cwd: string;
  readonly dotenv: boolean;
}

/** `KEYWARD_DATA_DIR` → `--data-dir`. */
export function flagName(variable: string): string {
  return `--${variable.replace('KEYWARD_', '').toLowerCase().replaceAll('_', '-')}`;
}

/** The texts of all given settings, by variable, each from the first source that has it. */
export function readSources(input: SourcesInput): ReadonlyMap<string, Given> {
  const sources: readonly [Source, Variables][] = [
    ['command line', input.flags],
    ['environment', input.env],
    ['.env', input.dotenv ? readDotenv(input.cwd) : {}],
  ];
  for (const [source, variables] of sources) refuseUnknown(source, variables);

  const given = new Map<string, Given>();
  for (const setting of [...SETTINGS, ...UNLISTED]) {
    for (const [source, variables] of sources) {
      const value = readOne(setting, source, variables, input.cwd);
      if (value === undefined) continue;
      given.set(setting.name, value);
      break;
    }
  }
  return given;
}

function readOne(setting: Setting, source: Source, variables: Variables, cwd: string): Given | undefined {
  const { name, secret } = setting;
  const raw = variables[name] ?? '';
  // White space around a secret may belong to it.
  const text = secret === 'value' ? raw : raw.trim();
  const file = secret === undefined ? '' : (variables[`${name}_FILE`] ?? '').trim();
  if (file === '') return text === '' ? undefined : { text, source, label: label(name, source) };
  if (text !== '') {
    throw new ConfigError(`${label(name, source)}: given together with ${name}_FILE; remove one of the two.`);
  }
  const fileLabel = label(`${name}_FILE`, source);
  const content = readText(resolve(cwd, file), fileLabel).replace(/[\r\n]+$/, '');
  if (content.trim() === '') {
    throw new ConfigError(`${fileLabel}: ${JSON.stringify(file)} is empty; write the secret into it.`);
  }
  return { text: secret === 'url' ? content.trim() : content, source, label: fileLabel };
}

function readDotenv(cwd: string): Variables {
  const path = resolve(cwd, '.env');
  try {
    return parseEnv(decode(readFileSync(path)));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return {};
    throw new ConfigError(
      `.env: ${path} cannot be read (${systemProblem(error)}); make it a readable text file or remove it.`,
    );
  }
}

function readText(path: string, name: string): string {
  try {
    return decode(readFileSync(path));
  } catch (error) {
    const reason = `${JSON.stringify(path)} cannot be read as text (${systemProblem(error)})`;
    throw new ConfigError(`${name}: ${reason}; give the path of a readable file.`);
  }
}

/** Refuses bytes other than UTF-8: replacement characters would silently weaken a secret. Drops a byte order mark. */
function decode(bytes: Buffer): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

function refuseUnknown(source: Source, variables: Variables): void {
  for (const name of Object.keys(variables)) {
    if (!name.startsWith('KEYWARD_') || KNOWN.has(name)) continue;
    const base = name.replace(/_FILE$/, '');
    const near = KNOWN.has(base) ? base : suggest(name, KNOWN, 'KEYWARD_'.length);
    const fix = near === undefined ? 'remove it (keyward serve --help lists all).' : `did you mean ${near}?`;
    throw new ConfigError(`${label(name, source)}: there is no such setting; ${fix}`);
  }
}

const KNOWN: ReadonlySet<string> = new Set(
  [...SETTINGS, ...UNLISTED].flatMap(({ name, secret }) =>
    secret === undefined ? [name] : [name, `${name}_FILE`],
  ),
);

function label(name: string, source: Source): string {
  if (source === 'command line') return `${name} (${flagName(name)})`;
  return source === '.env' ? `${name} (.env)` : name;
}
