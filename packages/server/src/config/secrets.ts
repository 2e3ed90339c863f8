import { randomBytes as systemRandomBytes } from 'node:crypto';
import { accessSync, closeSync, constants, existsSync, fchmodSync, fstatSync, fsyncSync } from 'node:fs';
import { linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from './config.ts';
import { ConfigError, systemCode, systemProblem } from './error.ts';
import { masterKey as masterKeyKind } from './kinds.ts';
import { STORAGE, TOKENS } from './settings.ts';

/** The secrets of this instance, given or generated. */
export interface Secrets {
  /** For HS* the secret, whose UTF-8 bytes sign; otherwise a private key as PKCS #8 in PEM. */
  readonly jwtSecret: string;
  /** 32 bytes; encrypts saved secrets. */
  readonly masterKey: Buffer;
}

/**
 * Takes the secrets from the configuration, or from the data directory, where the first start generates them. Creates
 * the data directory. Throws `ConfigError` if it cannot, or if a file is damaged.
 */
export function loadSecrets(
  config: Config,
  randomBytes: (size: number) => Buffer = systemRandomBytes,
): Secrets {
  const { dataDir } = config;
  // A refused start leaves nothing behind.
  checkSecretFiles(config);
  createDataDir(dataDir);
  return {
    jwtSecret: config.jwt.secret ?? generatedOnce(dataDir, JWT_SECRET, randomBytes),
    masterKey: config.masterKey ?? generatedOnce(dataDir, MASTER_KEY, randomBytes),
  };
}

/** The secrets that are missing, with what that costs a database that is there already. */
export function missingSecrets(config: Config): readonly Pick<SecretFile<unknown>, 'variable' | 'loss'>[] {
  const isMissing = (given: unknown, { name }: SecretFile<unknown>) =>
    given === undefined && !existsSync(join(config.dataDir, name));
  return [
    ...(isMissing(config.jwt.secret, JWT_SECRET) ? [JWT_SECRET] : []),
    ...(isMissing(config.masterKey, MASTER_KEY) ? [MASTER_KEY] : []),
  ];
}

/** The master key, if one exists. Throws `ConfigError` if its file is damaged. */
export function existingMasterKey({ masterKey, dataDir }: Config): Buffer | undefined {
  return masterKey ?? checkExisting(dataDir, MASTER_KEY);
}

/**
 * Throws `ConfigError` for everything that `loadSecrets` would refuse, as far as that can be checked without
 * writing.
 */
export function checkSecrets(config: Config): void {
  checkDataDir(config.dataDir);
  checkSecretFiles(config);
}

function checkSecretFiles(config: Config): void {
  const { dataDir } = config;
  if (config.jwt.secret === undefined) checkExisting(dataDir, JWT_SECRET);
  if (config.masterKey === undefined) checkExisting(dataDir, MASTER_KEY);
}

interface SecretFile<T> {
  readonly name: (typeof SECRET_FILES)[number];
  readonly variable: string;
  readonly generate: (randomBytes: (size: number) => Buffer) => string;
  /** Undefined for damaged content. */
  readonly parse: (text: string) => T | undefined;
  /** What happens without it, as a clause. */
  readonly loss: string;
}

const JWT_SECRET: SecretFile<string> = {
  name: 'jwt-secret',
  variable: TOKENS.secret.name,
  generate: (randomBytes) => randomBytes(48).toString('base64url'),
  parse: (text) => (/^[A-Za-z0-9_-]{64}$/.test(text) ? text : undefined),
  loss: 'the next start generates a new one, and everybody signs in again',
};

const MASTER_KEY: SecretFile<Buffer> = {
  name: 'master-key',
  variable: STORAGE.masterKey.name,
  generate: (randomBytes) => randomBytes(32).toString('hex'),
  parse: masterKeyKind.parse,
  loss: 'the service does not start with saved settings, and unused codes stop working',
};

/** The files of generated secrets in the data directory. */
export const SECRET_FILES = ['jwt-secret', 'master-key'] as const;

function generatedOnce<T>(dataDir: string, file: SecretFile<T>, randomBytes: (size: number) => Buffer): T {
  const path = join(dataDir, file.name);
  return parseSecret(path, file, () => readPrivate(path) ?? create(path, file, randomBytes));
}

function checkExisting<T>(dataDir: string, file: SecretFile<T>): T | undefined {
  const path = join(dataDir, file.name);
  return existsSync(path) ? parseSecret(path, file, () => readFileSync(path, 'utf8')) : undefined;
}

function parseSecret<T>(path: string, file: SecretFile<T>, read: () => string): T {
  try {
    const value = file.parse(read().trim());
    if (value !== undefined) return value;
  } catch (error) {
    const fix = 'make the data directory readable and writable, or set the variable';
    throw new ConfigError(`${file.variable}: ${path} cannot be used (${systemProblem(error)}); ${fix}.`);
  }
  const fix = `restore it from a backup. If you delete it, ${file.loss}`;
  throw new ConfigError(`${file.variable}: ${path} is empty or damaged; ${fix}.`);
}

/**
 * Written under another name and then linked to its own. Linking to an existing name fails, so two processes
 * that start at once both use the file of the first, and a half-written file is never read.
 */
function create<T>(path: string, file: SecretFile<T>, randomBytes: (size: number) => Buffer): string {
  const text = file.generate(randomBytes);
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  const descriptor = openSync(temporary, 'wx', 0o600);
  try {
    try {
      writeSync(descriptor, `${text}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    linkSync(temporary, path);
    return text;
  } catch (error) {
    const winner = systemCode(error) === 'EEXIST' ? readPrivate(path) : undefined;
    if (winner === undefined) throw error;
    return winner;
  } finally {
    unlinkSync(temporary);
  }
}

/** The content, after removing others' access to the file; undefined if there is no file. */
function readPrivate(path: string): string | undefined {
  let descriptor;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    if ((fstatSync(descriptor).mode & 0o077) !== 0) fchmodSync(descriptor, 0o600);
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

/** Creates the data directory with access for this user only; leaves an existing one as it is. Throws `ConfigError`. */
export function createDataDir(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unusableDataDir(path, 'cannot be created', error);
  }
}

/** Throws `ConfigError` if the data directory, or its future parent, is not writable. */
function checkDataDir(path: string): void {
  let existing = path;
  while (!existsSync(existing)) existing = dirname(existing);
  try {
    // The slash makes anything but a directory fail.
    accessSync(join(existing, '/'), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusableDataDir(path, 'cannot be written to', error);
  }
}

function unusableDataDir(path: string, problem: string, error: unknown): ConfigError {
  const fix = 'create it, make it writable, or choose another directory';
  return new ConfigError(`${STORAGE.dataDir.name}: ${path} ${problem} (${systemProblem(error)}); ${fix}.`);
}
