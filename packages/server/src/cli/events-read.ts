import { setTimeout as delay } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { invalidFields, KeywardError } from '../errors.ts';
import { createFeed } from '../features/audit/log/feed.ts';
import { createEventNotifier } from '../features/audit/log/event-notifier.ts';
import { presentEvent } from '../features/audit/events/event.ts';
import { filterOf, FILTERS } from '../http/events/event-query.ts';
import { closedQuery } from '../http/wire/endpoint/schemas.ts';
import { problemsOf } from '../http/wire/schema-compilers.ts';
import { validationFields } from '../http/wire/validation.ts';
import { parseEmail } from '../lib/email.ts';
import type { EventFilter } from '../store/tables/event-list.ts';
import type { Store } from '../store/database.ts';
import { eventPrinter } from './event-printer.ts';
import { CommandError, UsageError } from './failure.ts';
import { type Io, print, untilSignal } from './io.ts';
import { wholeNumber } from './number-option.ts';
import { painter } from './painter.ts';
import { configOf, withSettings } from './settings-options.ts';
import { withStore } from './with-store.ts';

const LIST = `Print the newest events, the most recent last. An event must match all filters.

On a terminal the command formats events for people; elsewhere, and with --json,
it prints one event as JSON per line. A provider is named by its issuer.

Examples:
  $ keyward events list
  $ keyward events list --type account.deleted --type 'session.*'
  $ keyward events list --account ada@example.org --since 2026-01-31T00:00:00Z
  $ keyward events list --actor operator --json | jq -r .type`;

const TAIL = `Print the newest events and, with --follow, new ones as they are stored, by
whichever instance or command.

Examples:
  $ keyward events tail --follow
  $ keyward events tail -f --type 'login.*' --ip 192.0.2.10
  $ keyward events tail -f -n 0 --json | jq .data.account.email`;

/** The export of the feed has no limit. */
const MOST = 10_000;
const POLL_MS = 250;
const FilterQuery = closedQuery(FILTERS);

interface Filters {
  type: readonly string[];
  account?: string;
  actor?: string;
  ip?: string;
  since?: string;
  until?: string;
  json?: true;
}

interface Reading {
  /** The number of newest events to print first. */
  count: number;
  /** Ends following; without it, the command only prints existing events. */
  signal?: AbortSignal;
}

export function eventsListCommand(io: Io): Command {
  const command = new Command('list')
    .summary('print events')
    .description(LIST)
    .addOption(new Option('-n, --limit <count>', 'how many').default(100).argParser(wholeNumber(1, MOST)));
  return withFilters(command).action(async ({ limit, ...filters }: Filters & { limit: number }) =>
    printEvents(command, io, filters, { count: limit }),
  );
}

export function eventsTailCommand(io: Io): Command {
  const command = new Command('tail')
    .summary('print the newest events, and follow them')
    .description(TAIL)
    .addOption(new Option('-n, --lines <count>', 'how many').default(10).argParser(wholeNumber(0, MOST)))
    .option('-f, --follow', 'print new events, until Ctrl-C');
  return withFilters(command).action(
    async ({ lines, follow, ...filters }: Filters & { lines: number; follow?: true }) => {
      using until = untilSignal();
      await printEvents(command, io, filters, {
        count: lines,
        ...(follow === true && { signal: until.signal }),
      });
    },
  );
}

function withFilters(command: Command): Command {
  command
    .addOption(
      new Option('--type <type>', 'only this type, or a group as in account.*; can be repeated')
        .default([], 'all')
        .argParser((type: string, before: readonly string[]) => [...before, type]),
    )
    .option('--account <id or email>', 'only events about this account')
    .option('--actor <who>', 'only acts of account:7, operator or service')
    .option('--ip <address>', 'only requests from this address')
    .option('--since <time>', 'from this time on; UTC without a zone')
    .option('--until <time>', 'before this time')
    .option('--json', 'print JSON, one event per line');
  return withSettings(command, 'storage');
}

async function printEvents(command: Command, io: Io, filters: Filters, reading: Reading): Promise<void> {
  const pretty = io.stdout.isTTY === true && filters.json !== true;
  const render = pretty ? eventPrinter(painter(io)) : (event: unknown) => JSON.stringify(event);
  await withStore(configOf(command, io), 'as-it-is', async (store) => {
    const filter = await filterFrom(filters, store);
    for await (const event of eventsOf(store, filter, reading)) await print(io, `${render(event)}\n`);
  });
}

/** The newest events, oldest first; with a signal, also new ones until it aborts. */
async function* eventsOf(store: Store, filter: EventFilter, { count, signal }: Reading) {
  const news = createEventNotifier(store);
  // Names of providers are settings, which need the master key.
  const feed = createFeed({ store, news, bodyOf: (row) => presentEvent(row, (issuer) => issuer) });
  let position = await news.look();
  const newest = await feed.page({ filter, after: position + 1, descending: true, limit: count });
  yield* newest.events.toReversed();
  for (;;) {
    if (signal === undefined || signal.aborted) return;
    const page = await feed.page({ filter, after: position, descending: false, limit: MOST });
    yield* page.events;
    ({ position } = page);
    if (!page.hasMore) await delay(POLL_MS, undefined, { signal }).catch(() => {});
  }
}

/** @throws UsageError, which names the option; CommandError for an email without an account */
async function filterFrom(
  { type, account, actor, ip, since, until }: Filters,
  store: Pick<Store, 'accounts'>,
): Promise<EventFilter> {
  const accountId = account === undefined ? undefined : await accountIdOf(account, store);
  try {
    const given = {
      ...(type.length > 0 && { type: [...type] }),
      ...(accountId !== undefined && { account_id: accountId }),
      ...(actor !== undefined && { actor_id: actor }),
      ...(ip !== undefined && { ip_address: ip }),
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
    };
    const problems = validationFields(problemsOf(FilterQuery, given));
    if (problems.length > 0) throw invalidFields(...problems);
    return filterOf(given);
  } catch (error) {
    if (!(error instanceof KeywardError)) throw error;
    const [field = '', ...words] = error.message.split(' ');
    const option = { actor_id: 'actor', ip_address: 'ip' }[field] ?? field;
    throw new UsageError(`--${option}: ${words.join(' ')}`, { cause: error });
  }
}

async function accountIdOf(account: string, store: Pick<Store, 'accounts'>): Promise<number> {
  if (/^\d{1,15}$/.test(account)) return Number(account);
  const email = parseEmail(account);
  if (email === null)
    throw new UsageError(
      `--account: ${JSON.stringify(account)} is neither the id of an account nor an email`,
    );
  const found = await store.accounts.find('email_key', email.key);
  if (found !== null) return found.id;
  throw new CommandError(
    `--account: no account has the email ${account}; name one that was deleted by its id`,
  );
}
