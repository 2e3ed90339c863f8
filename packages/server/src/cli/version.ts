import { Command } from 'commander';
import { version } from '../version.ts';

export function versionCommand(): Command {
  return new Command('version').description('print the version').action(() => {
    process.stdout.write(`${version()}\n`);
  });
}
