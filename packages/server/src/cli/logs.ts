import { Command } from 'commander';
import type { Io } from './io.ts';
import { logsTailCommand } from './logs-tail.ts';

export function logsCommand(io: Io): Command {
  return new Command('logs')
    .summary('read the logs')
    .description('Read the logs of the data directory, without asking the service.')
    .addCommand(logsTailCommand(io));
}
