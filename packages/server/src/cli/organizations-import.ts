import { Command, InvalidArgumentError, Option } from 'commander';
import { readRecords } from '../features/operations/transfer/read-records.ts';
import type { OrganizationImportReport } from '../features/operations/transfer/organizations/import-organizations.ts';
import { readerOf, type SourceName, SOURCES } from '../features/operations/transfer/organizations/sources.ts';
import { TransferError } from '../features/operations/transfer/transfer-error.ts';
import { createAdmission } from '../features/organizations/admission.ts';
import { systemClock } from '../lib/clock.ts';
import { docsPath } from '../lib/docs-path.ts';
import { EXIT, Finished } from './failure.ts';
import { openInput, rejectsPath } from './import-file.ts';
import { type Io, print, untilSignal } from './io.ts';
import { progressOf } from './progress.ts';
import { createRejects, type Rejects } from './rejects.ts';
import { withSettingsInForce } from './settings-in-force.ts';
import { configOf, withSettings } from './settings-options.ts';
import { withStore } from './with-store.ts';

const DESCRIPTION = `Create organizations, with their members, from a file: JSON lines of "keyward
organizations export", or a JSON document with the tables of another product.
Import the accounts first: members are found by their id or external_id, or by
their proven email. For the documents, see:
  ${docsPath('migrating.md')}

The command can be interrupted and run again: it skips what is there. It reports
every refused record with its line, the problem and the remedy, and then ends
with 3.

Examples:
  $ keyward organizations import organizations.jsonl --dry-run
  $ keyward organizations import organizations.jsonl --on-conflict update
  $ keyward organizations import clerk.json --from clerk
  $ keyward organizations import auth0.json --from auth0 --role Admins=owner`;

interface Options {
  from: SourceName;
  onConflict: 'skip' | 'update';
  dryRun?: true;
  role: ReadonlyMap<string, string>;
  rejects?: string;
}

export function organizationsImportCommand(io: Io): Command {
  const command = new Command('import')
    .summary('create organizations from a file')
    .description(DESCRIPTION)
    .argument('<file>', 'the file; - is standard input')
    .addOption(
      new Option('--from <product>', 'product that the file comes from')
        .choices(Object.keys(SOURCES))
        .default('keyward'),
    )
    .addOption(
      new Option('--on-conflict <what>', 'what to do with organizations and members that exist')
        .choices(['skip', 'update'])
        .default('skip'),
    )
    .option('--dry-run', 'read and check everything, write nothing')
    .addOption(
      new Option('--role <old=new>', 'another name for a role of the file; can be repeated')
        .default(new Map(), 'none')
        .argParser(readRole),
    )
    .option('--rejects <file>', 'file for refused records (default: next to the imported file)');
  return withSettings(command, 'storage').action(async (file: string, options: Options) => {
    const config = configOf(command, io);
    const { importOrganizations } =
      await import('../features/operations/transfer/organizations/import-organizations.ts');
    using until = untilSignal();
    const input = openInput(io, file, until.signal);
    const reader = readerOf(options.from);
    using rejects = createRejects(io.stderr, rejectsPath(file, options.rejects));
    const progress = progressOf(io.stderr);
    const dryRun = options.dryRun === true;
    const report = await withStore(config, dryRun ? 'as-it-is' : 'upgrade', (store) =>
      withSettingsInForce(config, store, ({ settings }) =>
        importOrganizations(
          store,
          readRecords(input.bytes, reader === null ? 'jsonl' : 'json', {
            records: (document) => recordsIn(reader?.(document)),
            columns: null,
          }),
          {
            settings: settings.current.organizations,
            // This command runs without a host application.
            admission: createAdmission({ store, settings, hook: undefined, bounded: async () => undefined }),
            onConflict: options.onConflict,
            dryRun,
            names: options.role,
            now: systemClock.now(),
            signal: until.signal,
            onRefused: (refusal) => rejects.add(refusal),
            onProgress: ({ created, updated, skipped, refused }) =>
              progress.show(
                `${created} created, ${updated} updated, ${skipped} skipped, ${refused} refused`,
                input.fraction(),
              ),
          },
        ),
      ),
    );
    progress.end();
    await print(io, summary(report, dryRun, rejects));
    if (report.interrupted) throw new Finished(EXIT.interrupted);
    if (report.refused > 0) throw new Finished(EXIT.refused);
  });
}

function summary(
  { read, created, updated, skipped, refused, interrupted }: OrganizationImportReport,
  dryRun: boolean,
  rejects: Rejects,
): string {
  const done = `${created} created, ${updated} updated, ${skipped} skipped because they exist, ${refused} refused`;
  const lines = [`${dryRun ? 'Dry run, nothing was written. ' : ''}${read} records read: ${done}.`];
  if (refused > 0 && rejects.path !== null)
    lines.push(`See ${rejects.path} for the refused records and the reasons.`);
  if (interrupted) lines.push('Interrupted; run the same command again to continue.');
  return `${lines.join('\n')}\n`;
}

function recordsIn(found: readonly unknown[] | null | undefined): readonly unknown[] {
  if (found !== null && found !== undefined) return found;
  throw new TransferError(
    `the file is not a JSON document with a list of organizations; see ${docsPath('migrating.md')}`,
  );
}

function readRole(text: string, before: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const at = text.lastIndexOf('=');
  if (at < 1 || at === text.length - 1)
    throw new InvalidArgumentError('Use two names of roles, such as admin=owner.');
  return new Map([...before, [text.slice(0, at), text.slice(at + 1)]]);
}
