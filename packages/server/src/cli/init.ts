import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { systemProblem } from '../config/error.ts';
import { loadConfig } from '../config/load.ts';
import type { SECRET_FILES } from '../config/secrets.ts';
import { variableOf } from '../config/sections.ts';
import type { JwtAlgorithm } from '../config/sections/jwt.ts';
import { MAIL, SERVER, STORAGE, TOKENS } from '../config/settings.ts';
import { createSigningKey, PRIVATE_KEYS } from '../config/signing-secret.ts';
import type { Variables } from '../config/sources.ts';
import { docsPath } from '../lib/docs-path.ts';
import { CommandError, UsageError } from './failure.ts';
import { envFile } from './init-env-file.ts';
import { type Io, print } from './io.ts';
import { flagsOf, withSettings } from './settings-options.ts';

const DESCRIPTION = `Write a commented .env with new secrets into the working directory.

Asks a few questions on a terminal; --yes asks nothing and takes the
defaults. Settings given as options are written too, without a question. The
command never changes an existing .env, and leaves secrets in the data
directory where they are. With --env production, it chooses the strict
security profile, unless --profile says otherwise, short access tokens with
refresh tokens, and a key for ES256, whose public part other services verify
with.

Examples:
  $ keyward init
  $ keyward init --yes
  $ keyward init --yes --env production --public-url https://auth.example.org`;

const DUAL_TOKEN_MODE = variableOf('jwt', 'dual_token_mode');

export function initCommand(io: Io): Command {
  const command = new Command('init')
    .summary('write a .env with new secrets')
    .description(DESCRIPTION)
    .option('-y, --yes', 'ask nothing');
  return withSettings(command, 'storage').action(async ({ yes }: { yes?: true }) => {
    const path = join(io.cwd, '.env');
    if (existsSync(path))
      throw new CommandError(`${path} exists and was not changed; edit it, or move it away first`);
    const flags = flagsOf(command);
    // Reports invalid options before any question.
    await check({ ...(await newSecrets(flags, io.cwd)), ...flags }, io.cwd);
    if (yes !== true && io.stdin.isTTY !== true)
      throw new UsageError('there is no terminal to ask in; use --yes to take the defaults');
    const answers = yes === true ? {} : await (await import('./init-questions.ts')).askSettings(io, flags);
    const chosen = { ...answers, ...flags };
    const values = { ...forProduction(chosen, io.cwd), ...chosen };
    const secrets = await newSecrets(values, io.cwd);
    await check({ ...secrets, ...values }, io.cwd);
    writeNew(path, envFile({ ...secrets, ...values }));
    await print(io, report(path, { ...secrets, ...values }, io.cwd));
  });
}

/** What was written, what is kept elsewhere, and what is still to do. */
function report(path: string, values: Variables, cwd: string): string {
  const where = [
    ['the signing secret', TOKENS.secret.name, 'jwt-secret'],
    ['the master key', STORAGE.masterKey.name, 'master-key'],
  ] as const;
  const written = where.filter(([, name]) => values[name] !== undefined);
  const kept = where.filter(
    ([, name, file]) => !isGiven(values, name) && !isMissing(values, cwd, name, file),
  );
  const listed = (secrets: readonly (readonly [string, ...unknown[]])[]) =>
    secrets.map(([words]) => words).join(' and ');
  const isProduction = values[SERVER.env.name] === 'production';
  const unset = [SERVER.publicUrl, MAIL.smtpUrl, MAIL.from].filter(({ name }) => !isGiven(values, name));
  const profile = values[SERVER.profile.name];
  return [
    `Wrote ${path}, readable by you alone.`,
    ...(written.length > 0 ? [`It holds ${listed(written)}: back it up.`] : []),
    ...(kept.length > 0 ? [`The folder ${dataDirOf(values, cwd)} keeps ${listed(kept)}: back it up.`] : []),
    ...(isMissing(values, cwd, STORAGE.masterKey.name, 'master-key')
      ? [`There is a database, but no master key: set ${STORAGE.masterKey.name} if settings were saved.`]
      : []),
    ...(isProduction && !isGiven(values, TOKENS.secret.name)
      ? [`Tokens stay signed with ${algorithmOf(values)}; for ES256, run: keyward keys create`]
      : []),
    ...(profile === undefined
      ? []
      : [`${SERVER.profile.name} is ${profile}; ${docsPath('security.md#profiles')} says what that means.`]),
    ...(isProduction && unset.length > 0
      ? [`Production also needs ${unset.map(({ name }) => name).join(', ')}: set them in the file.`]
      : []),
    'Next: run keyward doctor to find weaknesses, and keyward serve to start.\n',
  ].join('\n');
}

/**
 * The defaults that this command chooses for production: the strict profile, refresh tokens, all cores, and a key
 * that others can verify with. It keeps a secret that exists.
 */
function forProduction(values: Variables, cwd: string): Variables {
  if (values[SERVER.env.name] !== 'production') return {};
  return {
    [SERVER.profile.name]: 'strict',
    [DUAL_TOKEN_MODE]: 'on',
    [SERVER.workers.name]: 'auto',
    ...(isMissing(values, cwd, TOKENS.secret.name, 'jwt-secret') && { [TOKENS.algorithm.name]: 'ES256' }),
  };
}

/** Throws `ConfigError` for settings that the service would refuse. */
async function check(values: Variables, cwd: string): Promise<void> {
  const { checkFirstSuperadmin } = await import('../features/identity/superadmin/first-superadmin.ts');
  const { checkStartValues } = await import('../features/settings/check-start-values.ts');
  const config = loadConfig({
    env: {},
    flags: values,
    cwd,
    dotenv: false,
  });
  checkFirstSuperadmin(config);
  await checkStartValues(config);
}

/**
 * New secrets in place of those that are neither given nor in the data directory. Replacing existing secrets would make
 * the data unreadable. The data directory holds no private keys.
 */
async function newSecrets(values: Variables, cwd: string): Promise<Variables> {
  const algorithm = algorithmOf(values);
  const needsKey =
    algorithm !== undefined &&
    (PRIVATE_KEYS[algorithm] === undefined
      ? isMissing(values, cwd, TOKENS.secret.name, 'jwt-secret')
      : !isGiven(values, TOKENS.secret.name));
  return {
    ...(needsKey && { [TOKENS.secret.name]: (await createSigningKey(algorithm)).trimEnd() }),
    ...(isMissing(values, cwd, STORAGE.masterKey.name, 'master-key') &&
      !hasDatabase(values, cwd) && { [STORAGE.masterKey.name]: randomBytes(32).toString('hex') }),
  };
}

/** Undefined for a name that the check refuses. */
function algorithmOf(values: Variables): JwtAlgorithm | undefined {
  return TOKENS.algorithm.kind.parse(values[TOKENS.algorithm.name] ?? TOKENS.algorithm.default);
}

const isGiven = (values: Variables, name: string): boolean =>
  values[name] !== undefined || values[`${name}_FILE`] !== undefined;

function isMissing(
  values: Variables,
  cwd: string,
  name: string,
  file: (typeof SECRET_FILES)[number],
): boolean {
  return !isGiven(values, name) && !existsSync(join(dataDirOf(values, cwd), file));
}

/** Whether there is a database, which may hold what another master key has encrypted. */
function hasDatabase(values: Variables, cwd: string): boolean {
  const address = STORAGE.databaseUrl.kind.parse(values[STORAGE.databaseUrl.name] ?? '');
  if (address?.kind === 'postgres') return false;
  return existsSync(address ? resolve(cwd, address.path) : join(dataDirOf(values, cwd), 'keyward.db'));
}

function dataDirOf(values: Variables, cwd: string): string {
  return resolve(cwd, values[STORAGE.dataDir.name] ?? STORAGE.dataDir.default);
}

function writeNew(path: string, text: string): void {
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      writeSync(file, text);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new CommandError(`${path} cannot be written (${systemProblem(error)}); choose another folder`, {
      cause: error,
    });
  }
}
