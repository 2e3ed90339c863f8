import { Command } from 'commander';
import { configCheckCommand } from './config-check.ts';

export function configCommand(): Command {
  return new Command('config')
    .summary('check the settings')
    .description('Look at the settings without starting anything.')
    .addCommand(configCheckCommand());
}
