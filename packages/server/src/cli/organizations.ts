import { Command } from 'commander';
import type { Io } from './io.ts';
import { organizationsExportCommand } from './organizations-export.ts';
import { organizationsImportCommand } from './organizations-import.ts';
import { organizationsListCommand } from './organizations-list.ts';

export function organizationsCommand(io: Io): Command {
  return new Command('organizations')
    .summary('list, import or export organizations')
    .description('List organizations, import them from another service, or export them.')
    .addCommand(organizationsListCommand(io))
    .addCommand(organizationsImportCommand(io))
    .addCommand(organizationsExportCommand(io));
}
