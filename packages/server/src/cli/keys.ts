import { Command } from 'commander';
import type { Io } from './io.ts';
import { keysCreateCommand } from './keys-create.ts';

export function keysCommand(io: Io): Command {
  return new Command('keys')
    .summary('make a new signing key')
    .description('Make a new signing key for tokens.')
    .addCommand(keysCreateCommand(io));
}
