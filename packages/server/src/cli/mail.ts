import { Command } from 'commander';
import type { Io } from './io.ts';
import { mailTestCommand } from './mail-test.ts';

export function mailCommand(io: Io): Command {
  return new Command('mail')
    .summary('try the mail settings')
    .description('Try the mail settings.')
    .addCommand(mailTestCommand(io));
}
