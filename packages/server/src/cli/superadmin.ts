import { Command } from 'commander';
import type { Io } from './io.ts';
import { superadminCreateCommand } from './superadmin-create.ts';
import { superadminResetCommand } from './superadmin-reset.ts';

export function superadminCommand(io: Io): Command {
  return new Command('superadmin')
    .summary('create a superadmin, or restore access')
    .description('Create a superadmin, or restore access.')
    .addCommand(superadminCreateCommand(io))
    .addCommand(superadminResetCommand(io));
}
