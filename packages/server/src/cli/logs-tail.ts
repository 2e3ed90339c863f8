import { join } from 'node:path';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../config/config.ts';
import { systemCode, systemProblem } from '../config/error.ts';
import { suggest } from '../config/suggest.ts';
import { EVENTS } from '../features/audit/events/events.ts';
import { LEVELS, REQUEST } from '../features/operations/logs/entries.ts';
import { createMatcher, type Person } from '../features/operations/logs/filter.ts';
import { personOf } from '../features/operations/logs/people.ts';
import { parseEmail } from '../lib/email.ts';
import { CommandError, UsageError } from './failure.ts';
import { followFile } from './follow-file.ts';
import { type Io, print, untilSignal } from './io.ts';
import { logPrinter } from './log-printer.ts';
import { wholeNumber } from './number-option.ts';
import { painter } from './painter.ts';
import { configOf, withSettings } from './settings-options.ts';
import { withStore } from './with-store.ts';

const DESCRIPTION = `Print the end of a log and, with --follow, new lines as they are written.

"app" holds events, one JSON object per line; "server" holds the output of the
process. On a terminal the command formats the lines of app for people;
elsewhere, and with --json, it prints them unchanged. --follow continues when
the log is emptied or replaced.

Examples:
  $ keyward logs tail
  $ keyward logs tail --follow --level WARNING
  $ keyward logs tail --event login --event mail.failed -n 100
  $ keyward logs tail --account ada@example.org
  $ keyward logs tail server --follow
  $ keyward logs tail --follow --json | jq .client_ip`;

interface Options {
  lines: number;
  follow?: true;
  event: readonly string[];
  level?: (typeof LEVELS)[number];
  account?: string;
  json?: true;
  logsDir?: string;
}

export function logsTailCommand(io: Io): Command {
  const command = new Command('tail')
    .summary('print the end of a log, and follow it')
    .description(DESCRIPTION)
    .addArgument(new Argument('[log]', 'which log').choices(['app', 'server']).default('app'))
    .addOption(
      new Option('-n, --lines <count>', 'how many lines').default(10).argParser(wholeNumber(0, 1_000_000)),
    )
    .option('-f, --follow', 'print new lines, until Ctrl-C')
    .addOption(
      new Option('--event <name>', 'only this event and those below it; can be repeated')
        .default([], 'all')
        .argParser((name: string, before: readonly string[]) => [...before, name]),
    )
    .addOption(
      new Option('--level <level>', `only this level and above: ${LEVELS.join(', ')}`).argParser(readLevel),
    )
    .option('--account <id or email>', 'only records about this account; not for server')
    .option('--json', 'print the lines unchanged')
    .option('--logs-dir <folder>', 'folder of the logs (default: logs in the data directory)');
  return withSettings(command, 'storage').action(async (log: 'app' | 'server', options: Options) => {
    const config = configOf(command, io);
    const { dataDir } = config;
    const path = join(options.logsDir ?? join(dataDir, 'logs'), `${log}.log`);
    const matches = createMatcher(
      {
        levels: options.level && LEVELS.slice(LEVELS.indexOf(options.level)),
        events: options.event.length > 0 ? options.event : undefined,
        people: options.account === undefined ? undefined : [await personFor(options.account, log, config)],
      },
      log === 'app' ? 'jsonl' : 'text',
    );
    const pretty = log === 'app' && io.stdout.isTTY === true && options.json !== true;
    const render = pretty ? logPrinter(painter(io)) : (line: string) => line;
    for (const name of options.event) warnOfUnknown(name, io);
    using until = untilSignal();
    const follow = options.follow === true ? { signal: until.signal } : {};
    try {
      for await (const line of followFile(path, { last: options.lines, matches, ...follow }))
        await print(io, `${render(line)}\n`);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT' && systemCode(error) !== 'EACCES') throw error;
      throw new CommandError(
        `${path} cannot be read (${systemProblem(error)}); the service creates it at its first start: name the folder with --data-dir or --logs-dir, or wait with --follow`,
        { cause: error },
      );
    }
  });
}

/** Queries the database only for an email. @throws UsageError, CommandError */
async function personFor(account: string, log: 'app' | 'server', config: Config): Promise<Person> {
  if (log === 'server')
    throw new UsageError('--account: lines of server do not name an account; leave out --account or server');
  if (/^\d{1,15}$/.test(account)) return { accountId: Number(account) };
  if (parseEmail(account) === null)
    throw new UsageError(
      `--account: ${JSON.stringify(account)} is neither the id of an account nor an email`,
    );
  return withStore(config, 'as-it-is', (store) => personOf(store, account));
}

/** Names of events, and the groups before their dots, which filters accept too. */
const KNOWN_EVENTS: ReadonlySet<string> = new Set([
  REQUEST.event,
  ...Object.keys(EVENTS).flatMap((name) => [name, name.replace(/\..*/, '')]),
]);

/** Only a warning: a host application writes events of its own. */
function warnOfUnknown(name: string, { stderr }: Io): void {
  if (KNOWN_EVENTS.has(name)) return;
  const near = suggest(name, KNOWN_EVENTS, 0);
  const hint = near === undefined ? '/docs/logs of the service lists them' : `did you mean ${near}?`;
  stderr.write(`keyward: no event of the service is named ${JSON.stringify(name)}; ${hint}\n`);
}

function readLevel(text: string): (typeof LEVELS)[number] {
  const level = LEVELS.find((one) => one === text.toUpperCase());
  if (level === undefined) throw new InvalidArgumentError(`Use one of ${LEVELS.join(', ')}.`);
  return level;
}
