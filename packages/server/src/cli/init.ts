import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { systemProblem } from '../config/error.ts';
import { loadConfig } from '../config/load.ts';
import { SERVER, STORAGE, TOKENS } from '../config/settings.ts';
import type { Variables } from '../config/sources.ts';
import { docsPath } from '../lib/docs-path.ts';
import { CommandError, UsageError } from './failure.ts';
import { envFile } from './init-env-file.ts';
import { type Io, print } from './io.ts';
import { flagsOf, withSettings } from './settings-options.ts';

const DESCRIPTION = `Write a commented .env with new secrets into the working directory.

Asks a few questions on a terminal; --yes asks nothing and takes the defaults.
Settings given as options are written too, without a question. The command never
changes an existing .env, and leaves secrets in the data directory where they
are. With --env production, it chooses the strict security profile, unless
--profile says otherwise.

Examples:
  $ keyward init
  $ keyward init --yes
  $ keyward init --yes --env production --public-url https://auth.example.org`;

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
    await check(flags, io.cwd);
    if (yes !== true && io.stdin.isTTY !== true)
      throw new UsageError('there is no terminal to ask in; use --yes to take the defaults');
    const answers = yes === true ? {} : await (await import('./init-questions.ts')).askSettings(io, flags);
    const values = { ...profileFor({ ...answers, ...flags }), ...answers, ...flags };
    await check(values, io.cwd);
    const profile = values[SERVER.profile.name];
    writeNew(path, envFile({ ...newSecrets(values, io.cwd), ...values }));
    await print(
      io,
      `Wrote ${path}, readable by you alone: it holds the signing secret and the master key, so back it up.\n` +
        (profile === undefined
          ? ''
          : `${SERVER.profile.name} is ${profile}; ${docsPath('security.md#profiles')} says what that means.\n`) +
        'Next: run keyward doctor to find weaknesses, and keyward serve to start.\n',
    );
  });
}

/** Production takes the strict profile, unless somebody has chosen: only development needs the documented one. */
function profileFor(values: Variables): Variables {
  return values[SERVER.env.name] === 'production' ? { [SERVER.profile.name]: 'strict' } : {};
}

/** Throws `ConfigError` for settings that the service would refuse, except for secrets that will be generated. */
async function check(values: Variables, cwd: string): Promise<void> {
  const { checkFirstSuperadmin } = await import('../features/superadmin/first-superadmin.ts');
  const { checkFirstValues } = await import('../features/settings/check-first-values.ts');
  const config = loadConfig({
    env: {},
    flags: { ...newSecrets(values, cwd), ...values },
    cwd,
    dotenv: false,
  });
  checkFirstSuperadmin(config);
  await checkFirstValues(config);
}

/**
 * Secrets in place of those neither given nor in the data directory. Replacing existing secrets would make the data
 * unreadable.
 */
function newSecrets(values: Variables, cwd: string): Variables {
  const dataDir = resolve(cwd, values[STORAGE.dataDir.name] ?? STORAGE.dataDir.default);
  const algorithm = values[TOKENS.algorithm.name] ?? TOKENS.algorithm.default;
  const missing = (name: string, file: string): boolean =>
    values[name] === undefined && values[`${name}_FILE`] === undefined && !existsSync(join(dataDir, file));
  return {
    ...(missing(TOKENS.secret.name, 'jwt-secret') &&
      algorithm.startsWith('HS') && { [TOKENS.secret.name]: randomBytes(48).toString('base64url') }),
    ...(missing(STORAGE.masterKey.name, 'master-key') && {
      [STORAGE.masterKey.name]: randomBytes(32).toString('hex'),
    }),
  };
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
