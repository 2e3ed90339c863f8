import { processIo } from './io.ts';
import { runCommands } from './run-commands.ts';
import { serveCommand } from './serve.ts';

/**
 * Runs `keyward serve` and nothing else, as `program.ts` does. The bundle has it apart: what no other command shares is
 * in a third of the files.
 */
export const run = (argv: readonly string[]): Promise<number> =>
  runCommands(argv, [serveCommand], processIo());
