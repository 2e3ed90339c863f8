import { Command, CommanderError, Help, type Option } from 'commander';
import { systemCode } from '../config/error.ts';
import { docsPath } from '../lib/docs-path.ts';
import { version } from '../package.ts';
import { describeFailure, EXIT, exitCodeOf, Finished } from './failure.ts';
import { type Io, print, processIo } from './io.ts';

const DESCRIPTION = `Keyward, a self-hosted authentication service.

Examples:
  $ keyward init
  $ keyward serve --port 8080
  $ keyward superadmin create --email ada@example.org
  $ keyward doctor`;

const AFTER = `
Settings come from options, the environment (KEYWARD_…), the file .env in the
working directory, and defaults: the first of these that has a setting counts.
"keyward serve --help" lists them all.

Exit codes: 0 fine, 1 failed, 2 wrong usage or configuration, 3 done but for
refused records, 130 interrupted. Every command is explained in
  ${docsPath('command-line.md')}`;

/** In the order of the help. */
const COMMANDS: Record<string, () => Promise<(io: Io) => Command>> = {
  init: async () => (await import('./init.ts')).initCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  ready: async () => (await import('./ready.ts')).readyCommand,
  superadmin: async () => (await import('./superadmin.ts')).superadminCommand,
  users: async () => (await import('./users.ts')).usersCommand,
  config: async () => (await import('./config.ts')).configCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  mail: async () => (await import('./mail.ts')).mailCommand,
  mailbox: async () => (await import('./mailbox.ts')).mailboxCommand,
  logs: async () => (await import('./logs.ts')).logsCommand,
  events: async () => (await import('./events.ts')).eventsCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  cleanup: async () => (await import('./cleanup.ts')).cleanupCommand,
  openapi: async () => (await import('./openapi.ts')).openapiCommand,
  version: async () => (await import('./version.ts')).versionCommand,
};

/** Runs one command line. @returns the exit code; after 0, a server continues to run */
export async function run(argv: readonly string[], io: Io = processIo()): Promise<number> {
  let help = '';
  const program = new Command('keyward')
    .description(DESCRIPTION)
    .version(version(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .addHelpText('after', AFTER)
    .configureOutput({
      // Written below: Commander would not wait.
      writeOut(text) {
        help += text;
      },
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, show) => show(`keyward: ${oneLine(text)}\n`),
    })
    .configureHelp({ formatItem: describedBelow, groupItems: plainFirst })
    .exitOverride();
  for (const command of await commandsFor(argv)) program.addCommand(command(io));
  inherit(program);
  try {
    await program.parseAsync(argv).catch(async (error: unknown) => {
      if (!(error instanceof CommanderError)) throw error;
      // Commander has printed the message of a failure.
      await print(io, help);
      throw new Finished(error.exitCode === 0 ? EXIT.ok : EXIT.usage);
    });
    return EXIT.ok;
  } catch (error) {
    // The reader of the output has seen enough: it may be `head`.
    if (systemCode(error) === 'EPIPE') return EXIT.ok;
    if (!(error instanceof Finished)) io.stderr.write(`keyward: ${describeFailure(error)}\n`);
    return exitCodeOf(error);
  }
}

/** The command that the line names; all, if it names none. Each has an option for every setting, which takes its time. */
async function commandsFor([, , name = '']: readonly string[]): Promise<((io: Io) => Command)[]> {
  const named = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return Promise.all((named === undefined ? Object.values(COMMANDS) : [named]).map((load) => load()));
}

/** Commander passes settings on to subcommands only if it creates them itself. */
function inherit(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent).helpOption('-h, --help', 'print help');
    inherit(command);
  }
}

/** The least width of a description next to its term; anything narrower is hard to read. */
const MIN_DESCRIPTION_WIDTH = 40;

/** A list whose terms leave no room for descriptions has the descriptions below; Commander would not wrap them. */
function describedBelow(this: Help, term: string, width: number, description: string, helper: Help): string {
  const columns = helper.helpWidth ?? 80;
  if (description === '' || columns - width - 4 >= MIN_DESCRIPTION_WIDTH)
    return Help.prototype.formatItem.call(this, term, width, description, helper);
  const lines = helper.boxWrap(description, columns - 6).split('\n');
  return [`  ${term}`, ...lines.map((line) => `      ${line}`)].join('\n');
}

/** Groups in the order of Commander, except that the unnamed one comes first, even if it has only `--help`. */
function plainFirst<T extends Command | Option>(
  unsorted: T[],
  visible: T[],
  groupOf: (item: T) => string,
): Map<string, T[]> {
  const groups = [...new Help().groupItems(unsorted, visible, groupOf)];
  return new Map([...groups.filter(([name]) => name === 'Options:'), ...groups]);
}

/** Suggestions are on lines of their own. */
function oneLine(text: string): string {
  return (
    text
      .replace(/^error: /, '')
      .trim()
      .replaceAll(/\s*\n\s*/g, ' ')
      .replace(/^unknown (command|option) '[^']*'$/, '$& (see --help)')
      // npm takes an option for itself, and hands on its value alone.
      .replace(
        /^too many arguments for 'serve'.*/,
        '$& Behind npm, options need -- before them: npm start -- --port 8080',
      )
  );
}
