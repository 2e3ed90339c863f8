import { setTimeout as delay } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { SERVER } from '../config/settings.ts';
import { holderOf } from '../start/lock-data-dir.ts';
import { existingMasterKey } from '../config/secrets.ts';
import {
  capturedMailsIn,
  type CapturedMails,
  type CapturedMailSummary,
} from '../features/delivery/mail/captured-mails.ts';
import { mailboxAddress, mailboxKeyOf } from '../features/delivery/mail/mailbox-key.ts';
import { timestamp } from '../lib/clock.ts';
import { CommandError } from './failure.ts';
import { type Io, print, untilSignal } from './io.ts';
import { wholeNumber } from './number-option.ts';
import { harmless, type Paint, painter } from './painter.ts';
import { configOf, withSettings } from './settings-options.ts';

const DESCRIPTION = `Print the newest mails of the mailbox, and the address of its page.

Without a mail server, development catches mails in the data directory
instead of sending them. The address ends in the key of the mailbox: anybody
who has it can read every code, and sign in as anybody. --json prints one
mail per line, in the form of GET /mailbox/mails, and no address. The newest
mail comes last.

Examples:
  $ keyward mailbox
  $ keyward mailbox --follow
  $ keyward mailbox -n 1 --json | jq -r .code`;

const POLL_MS = 250;

interface Options {
  lines: number;
  follow?: true;
  json?: true;
}

export function mailboxCommand(io: Io): Command {
  const command = new Command('mailbox')
    .summary('print the newest caught mails')
    .description(DESCRIPTION)
    .addOption(
      new Option('-n, --lines <count>', 'how many mails').default(10).argParser(wholeNumber(0, 1_000_000)),
    )
    .option('-f, --follow', 'print new mails, until Ctrl-C')
    .option('--json', 'print JSON, one mail per line');
  return withSettings(command, 'storage').action(async ({ lines, follow, json }: Options) => {
    const config = configOf(command, io);
    if (config.production)
      throw new CommandError(`production catches no mails; ${SERVER.env.name}=development does`);
    const masterKey = existingMasterKey(config);
    if (masterKey === undefined)
      throw new CommandError(
        `${config.dataDir} has no mailbox; the service creates it at its first start: name the folder with --data-dir`,
      );
    if (json !== true && config.web) {
      const holder = holderOf(config.dataDir);
      const root = holder === null ? config.publicUrl : holder.url;
      const page =
        root === null ? 'The service has no page for them.' : mailboxAddress(root, mailboxKeyOf(masterKey));
      await print(io, `${page}\n\n`);
    }
    const paint = painter(io);
    const render = json === true ? jsonLine : (mail: CapturedMailSummary) => paragraph(mail, paint);
    using until = untilSignal();
    const signal = follow === true ? until.signal : undefined;
    let count = 0;
    for await (const mail of newest(capturedMailsIn(config.dataDir), lines, signal)) {
      await print(io, render(mail));
      count += 1;
    }
    if (count === 0 && lines > 0 && json !== true && follow !== true)
      await print(io, 'There are no mails.\n');
  });
}

/** The newest `count` mails, oldest first; with a signal, also new ones until it aborts. */
async function* newest(
  mails: CapturedMails,
  count: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<CapturedMailSummary> {
  const first = await mails.list();
  let printed = new Set(first.map(({ id }) => id));
  yield* first.slice(0, count).toReversed();
  for (;;) {
    if (signal === undefined || signal.aborted) return;
    await delay(POLL_MS, undefined, { signal }).catch(() => {});
    const now = await mails.list();
    yield* now.filter(({ id }) => !printed.has(id)).toReversed();
    printed = new Set(now.map(({ id }) => id));
  }
}

function jsonLine({ id, to, subject, kind, createdAt, code, link }: CapturedMailSummary): string {
  return `${JSON.stringify({ id, to, subject, kind, created_at: timestamp(createdAt), code, link })}\n`;
}

function paragraph({ createdAt, to, subject, code, link }: CapturedMailSummary, paint: Paint): string {
  const lines = [
    `${paint('gray', timestamp(createdAt).replace('T', ' '))}  ${paint('bold', harmless(subject))}`,
    `  to ${harmless(to)}`,
    ...(code === null ? [] : [`  code ${code}`]),
    ...(link === null ? [] : [`  ${harmless(link)}`]),
  ];
  return `${lines.join('\n')}\n\n`;
}
