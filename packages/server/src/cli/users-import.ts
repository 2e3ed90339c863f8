import { extname } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { loadSecrets } from '../config/secrets.ts';
import { masterKeyProblem } from '../features/settings/assert-master-key.ts';
import { createStoredSecrets } from '../features/identity/mfa/stored-secrets.ts';
import { BY_OPERATOR } from '../features/audit/events/origin.ts';
import { newEvent } from '../features/audit/events/event.ts';
import { USER_FIELDS } from '../features/operations/transfer/formats/fields.ts';
import { FORMATS, formatOf } from '../features/operations/transfer/formats/index.ts';
import type { ImportCounts, ImportReport } from '../features/operations/transfer/import-users.ts';
import { isAddress } from '../features/operations/transfer/formats/issuers.ts';
import { FILE_KINDS, type FileKind, readRecords } from '../features/operations/transfer/read-records.ts';
import { ON_CONFLICT, type OnConflict } from '../features/operations/transfer/write-batch.ts';
import { systemClock } from '../lib/clock.ts';
import { docsPath } from '../lib/docs-path.ts';
import { EXIT, Finished } from './failure.ts';
import { createIdMap, type IdMap } from './id-map.ts';
import { openInput, rejectsPath } from './import-file.ts';
import { type Io, print, untilSignal } from './io.ts';
import { progressOf } from './progress.ts';
import { createRejects, type Rejects } from './rejects.ts';
import { configOf, withSettings } from './settings-options.ts';
import { withStore } from './with-store.ts';

const DESCRIPTION = `Create accounts from a file: JSON lines, CSV, or the JSON document of an export.

Passwords are imported as hashes (argon2, bcrypt, scrypt, PBKDF2): people keep
their passwords, and a sign-in replaces the hash. For the data that each product
exports, and how to export it, see:
  ${docsPath('migrating.md')}

The command can be interrupted and run again: it skips existing accounts. It
reports every refused record with its line, the problem and the remedy, and then
ends with 3.

Examples:
  $ keyward users import users.jsonl --dry-run
  $ keyward users import users.csv --on-conflict update
  $ keyward users import realm.json --from keycloak
  $ keyward users import realm.json --from keycloak --map ids.csv
  $ keyward users import - --from supabase --rejects refused.jsonl < users.jsonl`;

interface Options {
  from: keyof typeof FORMATS;
  format?: FileKind;
  onConflict: OnConflict;
  dryRun?: true;
  superadmins?: true;
  without: readonly string[];
  provider: ReadonlyMap<string, string>;
  rejects?: string;
  map?: string;
}

export function usersImportCommand(io: Io): Command {
  const command = new Command('import')
    .summary('create accounts from a file')
    .description(DESCRIPTION)
    .argument('<file>', 'the file; - is standard input')
    .addOption(
      new Option('--from <product>', 'product that the file comes from')
        .choices(Object.keys(FORMATS))
        .default('keyward'),
    )
    .addOption(
      new Option(
        '--format <kind>',
        'JSON lines, CSV or a JSON document; default: by the file extension',
      ).choices(FILE_KINDS),
    )
    .addOption(
      new Option('--on-conflict <what>', 'what to do if the email has an account')
        .choices(ON_CONFLICT)
        .default('skip'),
    )
    .option('--dry-run', 'read and check everything, write nothing')
    .addOption(
      new Option('--without <fields>', 'fields to leave out, separated by commas')
        .default([], 'none')
        .argParser(readFieldNames),
    )
    .addOption(
      new Option('--provider <name=issuer>', 'issuer of a provider that the file names; can be repeated')
        .default(new Map(), 'google, github, discord, microsoft, gitlab')
        .argParser(readIssuer),
    )
    .option('--superadmins', 'let records with the role superadmin make superadmins')
    .option('--rejects <file>', 'file for refused records (default: next to the imported file)')
    .addOption(
      new Option(
        '--map <file>',
        'write old_id,new_id,new_uid (CSV) for every record that was created, updated, or skipped because its email has an account; replaces an earlier map',
      ).conflicts('dryRun'),
    );
  return withSettings(command, 'storage').action(async (file: string, options: Options) => {
    const config = configOf(command, io);
    // Loads databases and hashes here, so that other commands and the help need not wait for them.
    const { importUsers } = await import('../features/operations/transfer/import-users.ts');
    using until = untilSignal();
    const input = openInput(io, file, until.signal);
    const kind = options.format ?? kindOf(file);
    using rejects = createRejects(io.stderr, rejectsPath(file, options.rejects));
    using map = options.map === undefined ? null : createIdMap(options.map);
    const progress = progressOf(io.stderr);
    const dryRun = options.dryRun === true;
    let counts: ImportCounts = { read: 0, created: 0, updated: 0, skipped: 0, refused: 0, superadmins: 0 };
    const report = await withStore(config, dryRun ? 'as-it-is' : 'upgrade', async (store) => {
      const problem = await masterKeyProblem(config, store.settings);
      try {
        return await importUsers(store, readRecords(input.bytes, kind, formatOf(options.from)), {
          format: formatOf(options.from),
          onConflict: options.onConflict,
          dryRun,
          superadmins: options.superadmins === true,
          without: new Set(options.without),
          issuers: options.provider,
          now: systemClock.now(),
          secrets() {
            if (problem !== null) throw problem;
            return createStoredSecrets(loadSecrets(config).masterKey);
          },
          signal: until.signal,
          onRefused: (refusal) => rejects.add(refusal),
          ...(map !== null && { onAccount: (account) => map.add(account) }),
          onProgress: (now) => {
            counts = now;
            const { created, updated, skipped, refused } = now;
            progress.show(
              `${created} created, ${updated} updated, ${skipped} skipped, ${refused} refused`,
              input.fraction(),
            );
          },
        });
      } finally {
        // Even after an error, because the records written before it remain.
        const { read: _read, ...written } = counts;
        if (!dryRun && counts.created + counts.updated > 0)
          await store.events.add([
            newEvent(
              'accounts.imported',
              { source: options.from, ...written },
              { by: BY_OPERATOR, at: systemClock.now() },
            ),
          ]);
      }
    });
    progress.end();
    await print(io, summary(report, { dryRun, rejects, map }));
    if (report.interrupted) throw new Finished(EXIT.interrupted);
    if (report.refused > 0) throw new Finished(EXIT.refused);
  });
}

function summary(
  report: ImportReport,
  { dryRun, rejects, map }: { dryRun: boolean; rejects: Rejects; map: IdMap | null },
): string {
  const { read, created, updated, skipped, refused, leftOut, interrupted } = report;
  const done = `${created} created, ${updated} updated, ${skipped} skipped because their email has an account, ${refused} refused`;
  const lines = [`${dryRun ? 'Dry run, nothing was written. ' : ''}${read} records read: ${done}.`];
  if (refused > 0 && rejects.path !== null)
    lines.push(`See ${rejects.path} for the refused records and the reasons.`);
  if (map !== null && map.nameless > 0)
    lines.push(
      `${map.nameless} records have neither external_id nor uid, so the map leaves them out; give them one, and run again.`,
    );
  for (const [name, count] of leftOut) {
    lines.push(
      `${count} identities at ${JSON.stringify(name)} were left out: name its issuer with --provider ${name}=https://…, and run again with --on-conflict update.`,
    );
  }
  if (interrupted) lines.push('Interrupted; run the same command again to continue.');
  return `${lines.join('\n')}\n`;
}

function kindOf(file: string): FileKind {
  return FILE_KINDS.find((kind) => extname(file).toLowerCase() === `.${kind}`) ?? 'jsonl';
}

function readFieldNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  const known: readonly string[] = USER_FIELDS;
  const wrong = names.find((name) => !known.includes(name) || name === 'email');
  if (wrong !== undefined)
    throw new InvalidArgumentError(`Use ${known.filter((name) => name !== 'email').join(', ')}.`);
  return names;
}

function readIssuer(text: string, before: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const at = text.indexOf('=');
  const issuer = text.slice(at + 1);
  if (at < 1 || !isAddress(issuer))
    throw new InvalidArgumentError('Use a name and an issuer, such as my-idp=https://id.example.org.');
  return new Map([...before, [text.slice(0, at), issuer]]);
}
