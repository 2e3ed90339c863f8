import { Command, CommanderError } from 'commander';
import { version } from '../version.ts';
import { configCommand } from './config.ts';
import { describeFailure, EXIT, exitCodeOf } from './failure.ts';
import { migrateCommand } from './migrate.ts';
import { serveCommand } from './serve.ts';
import { superadminCommand } from './superadmin.ts';
import { versionCommand } from './version.ts';

const DESCRIPTION = `Keyward, a self-hosted authentication service.

Examples:
  $ keyward serve --port 8080
  $ keyward superadmin create --email ada@example.org
  $ keyward config check`;

const AFTER = `
Settings come from options, the environment (KEYWARD_…), the file .env in the working
directory, and defaults: the first of these that has a setting counts.
"keyward serve --help" lists them all.

Exit codes: 0 fine, 1 failed, 2 wrong usage or configuration.`;

/** Runs one command line. @returns the exit code; a server goes on running after 0 */
export async function run(argv: readonly string[]): Promise<number> {
  const program = new Command('keyward')
    .description(DESCRIPTION)
    .version(version(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .addHelpText('after', AFTER)
    .configureOutput({ outputError: (text, write) => write(`keyward: ${oneLine(text)}\n`) })
    .exitOverride();
  for (const command of [
    serveCommand(),
    superadminCommand(),
    migrateCommand(),
    configCommand(),
    versionCommand(),
  ]) {
    program.addCommand(command);
  }
  inherit(program);
  try {
    await program.parseAsync(argv);
    return EXIT.ok;
  } catch (error) {
    // Commander has printed its own.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    process.stderr.write(`keyward: ${describeFailure(error)}\n`);
    return exitCodeOf(error);
  }
}

/** Commander takes settings over to subcommands only when it makes them itself. */
function inherit(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent).helpOption('-h, --help', 'print help');
    inherit(command);
  }
}

/** Suggestions come on lines of their own. */
function oneLine(text: string): string {
  return text
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ');
}
