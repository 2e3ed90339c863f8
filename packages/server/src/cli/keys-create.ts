import { Command, Option } from 'commander';
import { ALGORITHMS, type JwtAlgorithm, replacedKeys } from '../config/sections/jwt.ts';
import { STORAGE } from '../config/settings.ts';
import { OPERATOR_ACTOR } from '../features/audit/actors/actor.ts';
import { timestamp } from '../lib/clock.ts';
import { CommandError } from './failure.ts';
import { type Io, print } from './io.ts';
import { wholeNumber } from './number-option.ts';
import { configOf, withSettings } from './settings-options.ts';
import { withStore } from './with-store.ts';

const DESCRIPTION = `Make a new key for signing tokens, and use it at once.

The key is stored in the database, encrypted with the master key; nobody
sees it. The service may keep running: every instance uses the key within a second. Tokens of the replaced key stay valid until they expire,
and its public key stays in /.well-known/jwks.json until then. If that key
has leaked, end its tokens at once with --overlap 0.

Examples:
  $ keyward keys create
  $ keyward keys create --algorithm EdDSA
  $ keyward keys create --overlap 0`;

/** A private key, because other services verify with the public one. */
const DEFAULT_ALGORITHM: JwtAlgorithm = 'ES256';
const MAX_OVERLAP_MINUTES = 43_200;

interface Options {
  algorithm: JwtAlgorithm;
  overlap?: number;
}

export function keysCreateCommand(io: Io): Command {
  const command = new Command('create')
    .summary('make a new signing key, and replace the current one')
    .description(DESCRIPTION)
    .addOption(
      new Option('--algorithm <name>', 'the signing algorithm')
        .choices([...ALGORITHMS])
        .default(DEFAULT_ALGORITHM),
    )
    .addOption(
      new Option(
        '--overlap <minutes>',
        'how long tokens of the replaced key stay valid (default: until they expire)',
      ).argParser(wholeNumber(0, MAX_OVERLAP_MINUTES)),
    );
  return withSettings(command, 'storage').action(async ({ algorithm, overlap }: Options) => {
    const config = configOf(command, io);
    if (config.settingsStore === 'memory')
      throw new CommandError(
        `${STORAGE.settingsStore.name} is memory, so only the running service could hold the key; make it in the console, or use ${STORAGE.settingsStore.name}=database`,
      );
    const { withSettingsInForce } = await import('./settings-in-force.ts');
    const until = await withStore(config, 'upgrade', (store) =>
      withSettingsInForce(config, store, async ({ runtimeSettings, settings }) => {
        const input = {
          create_key: true,
          algorithm,
          ...(overlap !== undefined && { overlap_minutes: overlap }),
        };
        await runtimeSettings.change('jwt', { input, how: 'patch' }, OPERATOR_ACTOR, false);
        return replacedKeys(settings.current.jwt)[0]?.until;
      }),
    );
    await print(
      io,
      `Created a key for ${algorithm}. It is encrypted with ${STORAGE.masterKey.name}: keep that key.\n` +
        (until === undefined
          ? 'Tokens of the replaced key are no longer valid.\n'
          : `Tokens of the replaced key stay valid until they expire, at most until ${timestamp(until)} (UTC).\n`),
    );
  });
}
