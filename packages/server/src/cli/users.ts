import { Command } from 'commander';
import type { Io } from './io.ts';
import { usersExportCommand } from './users-export.ts';
import { usersImportCommand } from './users-import.ts';

export function usersCommand(io: Io): Command {
  return new Command('users')
    .summary('import or export accounts')
    .description('Import accounts from another service, or export them.')
    .addCommand(usersImportCommand(io))
    .addCommand(usersExportCommand(io));
}
