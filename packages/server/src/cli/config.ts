import { Command } from 'commander';
import { configCheckCommand } from './config-check.ts';
import { configShowCommand } from './config-show.ts';
import type { Io } from './io.ts';

export function configCommand(io: Io): Command {
  return new Command('config')
    .summary('show or check the settings')
    .description('Show or check the settings without starting anything.')
    .addCommand(configShowCommand(io))
    .addCommand(configCheckCommand(io));
}
