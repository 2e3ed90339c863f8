import { Command } from 'commander';
import { superadminCreateCommand } from './superadmin-create.ts';
import { superadminResetCommand } from './superadmin-reset.ts';

export function superadminCommand(): Command {
  return new Command('superadmin')
    .summary('create a superadmin, or let one back in')
    .description('Create a superadmin, or let one back in.')
    .addCommand(superadminCreateCommand())
    .addCommand(superadminResetCommand());
}
