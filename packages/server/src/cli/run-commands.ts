import { Command, CommanderError, Help, type Option } from 'commander';
import { systemCode } from '../config/error.ts';
import { docsPath } from '../lib/docs-path.ts';
import { version } from '../package.ts';
import { describeFailure, EXIT, exitCodeOf, Finished } from './failure.ts';
import { type Io, print } from './io.ts';

const DESCRIPTION = `Keyward, a self-hosted authentication service.

Examples:
  $ keyward init
  $ keyward serve --port 8080
  $ keyward superadmin create --email ada@example.org
  $ keyward doctor`;

const AFTER = `
A setting comes from the first of these that has it: an option, the
environment (KEYWARD_…), the file .env in the working directory, the
default. "keyward serve --help" lists them all.

Exit codes: 0 fine, 1 failed, 2 wrong usage or configuration, 3 done but for
refused records, 130 interrupted. Every command is explained in
  ${docsPath('command-line.md')}`;

/** A command, with its options. */
export type MakeCommand = (io: Io) => Command;

/** Runs one of the commands. @returns the exit code; after 0, a server continues to run */
export async function runCommands(
  argv: readonly string[],
  commands: readonly MakeCommand[],
  io: Io,
): Promise<number> {
  let help = '';
  const program = new Command('keyward')
    .description(DESCRIPTION)
    .version(version(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .addHelpText('after', AFTER)
    .configureOutput({
      // Printed below, because Commander would not wait for the output.
      writeOut(text) {
        help += text;
      },
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, show) => show(`keyward: ${oneLine(text)}\n`),
    })
    .configureHelp({ formatItem: describedBelow, groupItems: plainFirst })
    .exitOverride();
  for (const command of commands) program.addCommand(command(io));
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
    // The reader of the output has closed it, like `head`.
    if (systemCode(error) === 'EPIPE') return EXIT.ok;
    if (!(error instanceof Finished)) io.stderr.write(`keyward: ${describeFailure(error)}\n`);
    return exitCodeOf(error);
  }
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

/** Suggestions are on separate lines. */
function oneLine(text: string): string {
  return (
    text
      .replace(/^error: /, '')
      .trim()
      .replaceAll(/\s*\n\s*/g, ' ')
      .replace(/^unknown (command|option) '[^']*'$/, '$& (see --help)')
      // npm consumes the option, and passes on only its value.
      .replace(
        /^too many arguments for 'serve'.*/,
        '$& Behind npm, options need -- before them: npm start -- --port 8080',
      )
  );
}
