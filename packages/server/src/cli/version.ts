import { Command } from 'commander';
import { version } from '../package.ts';
import { type Io, print } from './io.ts';

export function versionCommand(io: Io): Command {
  return new Command('version')
    .summary('print the version')
    .description('Print the version.')
    .action(async () => {
      await print(io, `${version()}\n`);
    });
}
