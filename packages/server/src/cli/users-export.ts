import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { Command, Option } from 'commander';
import { systemCode, systemProblem } from '../config/error.ts';
import { exportUsers } from '../features/operations/transfer/export-users.ts';
import { BY_OPERATOR } from '../features/audit/events/origin.ts';
import { newEvent } from '../features/audit/events/event.ts';
import { systemClock } from '../lib/clock.ts';
import { CommandError } from './failure.ts';
import { type Io, print, write } from './io.ts';
import { progressOf } from './progress.ts';
import { configOf, withSettings } from './settings-options.ts';
import { withStore } from './with-store.ts';

const DESCRIPTION = `Write all accounts to standard output or to a file, in a form that "keyward
users import" reads. Sessions and codes are not included.

Password hashes are left out by default: they let people keep their passwords,
but anybody with the file can try to guess those. Only you can read the new
file; an existing file is never changed.

Examples:
  $ keyward users export --output users.jsonl --with-password-hashes
  $ keyward users export --format csv > users.csv
  $ keyward users export | jq -r 'select(.status != "active") | .email'`;

interface Options {
  format: 'jsonl' | 'csv';
  output?: string;
  withPasswordHashes?: true;
}

export function usersExportCommand(io: Io): Command {
  const command = new Command('export')
    .summary('write all accounts')
    .description(DESCRIPTION)
    .addOption(new Option('--format <kind>', 'JSON lines or CSV').choices(['jsonl', 'csv']).default('jsonl'))
    .option('-o, --output <file>', 'write to a new file instead of standard output')
    .option('--with-password-hashes', 'include the password hashes');
  return withSettings(command, 'storage').action(async ({ format, output, withPasswordHashes }: Options) => {
    const config = configOf(command, io);
    await withStore(config, 'as-it-is', async (store) => {
      const file = output === undefined ? null : createWriteStream(output, { flags: 'wx', mode: 0o600 });
      if (file !== null) await opened(file, output ?? '');
      // Stored before the first account is written, so that the audit log also shows an interrupted export.
      const { accounts: count } = await store.counts(systemClock.now());
      const attribution = { by: BY_OPERATOR, at: systemClock.now() };
      await store.events.add([newEvent('accounts.exported', { count }, attribution)]);
      const progress = progressOf(file === null ? null : io.stderr);
      let accounts = 0;
      const texts = exportUsers(store, { kind: format, passwordHashes: withPasswordHashes === true });
      for await (const page of texts) {
        await (file === null ? print(io, page.text) : write(file, page.text));
        accounts += page.accounts;
        progress.show(`${accounts} accounts`);
      }
      progress.end();
      if (file === null) return;
      file.end();
      await once(file, 'close');
      await print(io, `Wrote ${accounts} accounts to ${output}.\n`);
    });
  });
}

async function opened(file: NodeJS.EventEmitter, path: string): Promise<void> {
  try {
    await once(file, 'open');
  } catch (error) {
    const problem =
      systemCode(error) === 'EEXIST'
        ? 'exists already; choose another name, or delete it'
        : `cannot be written (${systemProblem(error)})`;
    throw new CommandError(`--output: ${path} ${problem}`, { cause: error });
  }
}
