import { Command } from 'commander';
import type { DatabaseConfig } from '../config/config.ts';
import { redactUrl } from '../config/redacted.ts';
import { STORAGE } from '../config/settings.ts';
import { lockDataDir } from '../start/lock-data-dir.ts';
import type { TableCount } from '../store/copy/copy-to-postgres.ts';
import { openingDatabase } from './database-problem.ts';
import { CommandError, Interrupted, UsageError } from './failure.ts';
import { type Io, print, untilSignal } from './io.ts';
import { progressOf } from './progress.ts';
import { configOf, withSettings } from './settings-options.ts';

const DESCRIPTION = `Copy the SQLite database of the data directory into PostgreSQL.

Stop the service first: what it wrote during the copy would be missing. The copy
has every row, or none: run it again after a failure. It compares the number of
rows of each table, and leaves the SQLite file as it is. Afterwards, start the
service with the new address and the same secrets; everybody stays signed in.

To keep a password out of the list of processes, leave it out of the address,
and set PGPASSWORD.

Examples:
  $ keyward copy --to postgres://keyward@db.example.org/keyward --dry-run
  $ keyward copy --to postgres://keyward@db.example.org/keyward
  $ keyward copy --to postgres://keyward@db.example.org/keyward --replace`;

interface Options {
  to: string;
  dryRun?: true;
  replace?: true;
}

export function copyCommand(io: Io): Command {
  const command = new Command('copy')
    .summary('copy a SQLite database into PostgreSQL')
    .description(DESCRIPTION)
    .requiredOption('--to <address>', 'the PostgreSQL database, as postgres://user@host:5432/database')
    .option('--dry-run', 'say what would be copied, and change nothing')
    .option('--replace', 'remove all rows of Keyward that the PostgreSQL database has');
  return withSettings(command, 'storage').action(async ({ to, dryRun, replace }: Options) => {
    const config = configOf(command, io);
    const { database: source } = config;
    if (source.kind !== 'sqlite')
      throw new CommandError(
        `${STORAGE.databaseUrl.name}: the service is on PostgreSQL already; copy reads the SQLite file of a data directory.`,
      );
    const target = targetOf(to);
    // The message must name the database that cannot be opened.
    const given = new Map([
      [STORAGE.databaseUrl.name, { text: to, label: '--to', source: 'command line' as const }],
    ]);
    const opening = <T>(run: () => Promise<T>) =>
      openingDatabase({ ...config, database: target, given }, run).catch((error: unknown) => {
        throw error instanceof CopyError ? new CommandError(`${error.message}.`) : error;
      });
    const { compareDatabases, CopyError, copyToPostgres } = await import('../store/copy/copy-to-postgres.ts');
    const replaces = { replace: replace === true };
    if (dryRun === true) {
      const counts = await opening(() => compareDatabases(source.file, target, replaces));
      await print(io, `${table(counts)}Dry run: nothing was changed.\n`);
      return;
    }
    const lock = lockDataDir(config.dataDir);
    using stop = untilSignal();
    const progress = progressOf(io.stderr);
    try {
      const counts = await opening(() =>
        copyToPostgres(source.file, target, {
          ...replaces,
          onProgress: (name, done, total) => progress.show(`copying ${name}`, done / total),
          signal: stop.signal,
        }),
      );
      progress.end();
      await print(
        io,
        `${table(counts)}Copied every row to ${redactUrl(to)}, and compared the counts.\n` +
          `Next: set ${STORAGE.databaseUrl.name} to that address, keep the data directory with its secrets, and start the service.\n`,
      );
    } catch (error) {
      if (stop.signal.aborted) throw new Interrupted('stopped: nothing was copied');
      throw error;
    } finally {
      lock.release();
    }
  });
}

/** @throws UsageError */
function targetOf(to: string): Extract<DatabaseConfig, { kind: 'postgres' }> {
  const parsed = STORAGE.databaseUrl.kind.parse(to);
  if (parsed?.kind !== 'postgres')
    throw new UsageError('--to: use an address such as postgres://user@host:5432/database');
  return { ...parsed, poolSize: 1, prepare: false };
}

function table(counts: readonly TableCount[]): string {
  const width = Math.max(...counts.map((count) => count.table.length));
  return counts
    .filter(({ rows, present }) => rows > 0 || (present ?? 0) > 0)
    .map(({ table: name, rows, present }) => {
      const there = (present ?? 0) > 0 ? `   (${present} in PostgreSQL before)` : '';
      return `${name.padEnd(width)} ${String(rows).padStart(9)}${there}\n`;
    })
    .join('');
}
