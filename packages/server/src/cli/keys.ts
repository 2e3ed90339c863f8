import { Command } from 'commander';
import type { Io } from './io.ts';
import { keysCreateCommand } from './keys-create.ts';
import { keysRotateCommand } from './keys-rotate.ts';

export function keysCommand(io: Io): Command {
  return new Command('keys')
    .summary('make a new signing key')
    .description('Make new signing keys for tokens.')
    .addCommand(keysCreateCommand(io))
    .addCommand(keysRotateCommand(io));
}
