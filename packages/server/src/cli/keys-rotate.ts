import { Command, Option } from 'commander';
import { OPERATOR_ACTOR } from '../features/audit/actors/actor.ts';
import { timestamp } from '../lib/clock.ts';
import { type Io, print } from './io.ts';
import { wholeNumber } from './number-option.ts';
import { configOf, withSettings } from './settings-options.ts';
import { withStore } from './with-store.ts';

const DESCRIPTION = `Replace the keys that sign tokens for applications.

The service makes and keeps these keys; it also replaces them after the number of days in rotate_days of config/oauth. The service may run
meanwhile: every instance signs with the new keys at once. Tokens of the
replaced keys stay valid for the overlap. If a key has leaked, end its
tokens at once with --overlap 0.

For the key of session tokens see: keyward keys create --help

Examples:
  $ keyward keys rotate --for applications
  $ keyward keys rotate --for applications --overlap 0`;

const MAX_OVERLAP_MINUTES = 43_200;
const DEFAULT_OVERLAP_MINUTES = 1_440;

interface Options {
  overlap: number;
}

export function keysRotateCommand(io: Io): Command {
  const command = new Command('rotate')
    .summary('replace the keys that sign tokens for applications')
    .description(DESCRIPTION)
    .addOption(new Option('--for <whom>', 'whose keys').choices(['applications']).makeOptionMandatory())
    .addOption(
      new Option('--overlap <minutes>', 'how long tokens of the replaced keys stay valid')
        .argParser(wholeNumber(0, MAX_OVERLAP_MINUTES))
        .default(DEFAULT_OVERLAP_MINUTES),
    );
  return withSettings(command, 'storage').action(async ({ overlap }: Options) => {
    const config = configOf(command, io);
    const { withSettingsInForce } = await import('./settings-in-force.ts');
    const { keys, trustedUntil } = await withStore(config, 'upgrade', (store) =>
      withSettingsInForce(config, store, async (services) =>
        (await services.oauth()).keys.rotate(OPERATOR_ACTOR, overlap),
      ),
    );
    await print(
      io,
      `Replaced the keys that sign tokens for applications: ${keys.map(({ algorithm }) => algorithm).join(', ')}.\n` +
        (overlap === 0
          ? 'Tokens of the replaced keys are no longer valid.\n'
          : `Tokens of the replaced keys stay valid until ${timestamp(trustedUntil)} (UTC).\n`),
    );
  });
}
