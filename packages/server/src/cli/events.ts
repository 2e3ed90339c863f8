import { Command } from 'commander';
import { eventsListCommand, eventsTailCommand } from './events-read.ts';
import type { Io } from './io.ts';

export function eventsCommand(io: Io): Command {
  return new Command('events')
    .summary('read the events')
    .description('Read the events of the database, without asking the service.')
    .addCommand(eventsListCommand(io))
    .addCommand(eventsTailCommand(io));
}
