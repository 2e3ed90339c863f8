import { Command } from 'commander';
import type { Io } from './io.ts';
import { usersExportCommand } from './users-export.ts';
import { usersImportCommand } from './users-import.ts';

export function usersCommand(io: Io): Command {
  return new Command('users')
    .summary('bring accounts in, or take them out')
    .description('Bring accounts in from another service, or take them out.')
    .addCommand(usersImportCommand(io))
    .addCommand(usersExportCommand(io));
}
