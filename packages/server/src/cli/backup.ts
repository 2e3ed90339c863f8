import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { systemCode, systemProblem } from '../config/error.ts';
import { redactUrl } from '../config/redacted.ts';
import { SECRET_FILES } from '../config/secrets.ts';
import { STORAGE } from '../config/settings.ts';
import { DATABASE, manifestOf } from '../features/operations/backup/backup-format.ts';
import { writeBackup } from '../features/operations/backup/write-backup.ts';
import { systemClock } from '../lib/clock.ts';
import { linkFile } from '../lib/link-file.ts';
import { version } from '../package.ts';
import { openingDatabase } from './database-problem.ts';
import { CommandError, Interrupted } from './failure.ts';
import { type Io, print, untilSignal } from './io.ts';
import { progressOf } from './progress.ts';
import { configOf, withSettings } from './settings-options.ts';

const DESCRIPTION = `Write the database and the generated secrets into one new file. The service
may keep running.

The file is a tar archive with checksums, and only you can read it. It holds
everything that the service knows: protect it like a password. An existing
file is never changed. On PostgreSQL, use pg_dump, and keep the secrets.

Examples:
  $ keyward backup /backup/keyward.tar
  $ keyward backup /backup/keyward.tar --data-dir /var/lib/keyward`;

export function backupCommand(io: Io): Command {
  const command = new Command('backup')
    .summary('write the database and the secrets into a file')
    .description(DESCRIPTION)
    .argument('<file>', 'the new file');
  return withSettings(command, 'storage').action(async (given: string) => {
    const config = configOf(command, io);
    const file = resolve(io.cwd, given);
    const secrets = SECRET_FILES.filter((name) => existsSync(join(config.dataDir, name)));
    const database = databaseFile(config, file, secrets);
    const { applied } = await openingDatabase(config, async () => {
      const { listMigrations } = await import('../store/migrations/maintenance.ts');
      return listMigrations(config.database);
    });
    const migration = applied.at(-1);
    if (migration === undefined)
      throw new CommandError(`${database} is not a Keyward database yet; there is nothing to back up.`);

    const bytes = await madeAside(file, async (folder, made) => {
      const copy = join(folder, DATABASE);
      // Otherwise SQLite would create the file with the mode of the umask.
      closeSync(openSync(copy, 'wx', 0o600));
      const progress = progressOf(io.stderr);
      const { copyDatabase } = await import('../store/copy/copy-database.ts');
      await openingDatabase(config, () =>
        copyDatabase(database, copy, (part) => progress.show('copying the database', part / 2)),
      );
      const { size } = statSync(copy);
      let written = 0;
      const now = new Date(systemClock.now()).toISOString();
      await writeBackup(
        made,
        manifestOf({ keyward: version(), created_at: now, migration }),
        [
          { name: DATABASE, path: copy },
          ...secrets.map((name) => ({ name, path: join(config.dataDir, name) })),
        ],
        (more) => progress.show('writing the file', 0.5 + (written += more) / size / 2),
      );
      progress.end();
      return statSync(made).size;
    });
    await print(io, `Wrote ${file} (${bytes} bytes): ${[DATABASE, ...secrets].join(', ')}.\n`);
    const elsewhere = SECRET_FILES.filter((name) => !secrets.includes(name));
    if (elsewhere.length > 0)
      await print(
        io,
        `It has no ${elsewhere.join(' and no ')}, because the data directory has none. Back up the values that you set yourself.\n`,
      );
  });
}

/** @throws CommandError on PostgreSQL, with what to do */
function databaseFile({ database, dataDir }: Config, file: string, secrets: readonly string[]): string {
  if (database.kind === 'sqlite') return database.file;
  // Without one, pg_dump asks for it.
  const withoutPassword = redactUrl(database.url).replace(':***@', '@');
  const keep = secrets.map((name) => join(dataDir, name)).join(' and ');
  throw new CommandError(
    `${STORAGE.databaseUrl.name}: the database is on PostgreSQL; back it up with: pg_dump --format=custom --file=${file.replace(/\.tar$/, '.dump')} '${withoutPassword}'. ${keep === '' ? `Keep ${STORAGE.masterKey.name} and the signing secret` : `Keep ${keep}`} too.`,
  );
}

/**
 * Runs `make` in a temporary folder beside the file, and gives the file its name when it is complete. A failure
 * and Ctrl-C leave nothing behind.
 */
async function madeAside<T>(file: string, make: (folder: string, made: string) => Promise<T>): Promise<T> {
  const cannot = (problem: string) => new CommandError(`${file} ${problem}`);
  const existing = cannot('exists already; choose another name, or delete it.');
  if (existsSync(file)) throw existing;
  using stop = untilSignal();
  let folder: string;
  try {
    folder = mkdtempSync(`${file}.unfinished-`);
  } catch (error) {
    throw systemCode(error) === 'ENOENT'
      ? cannot(`cannot be written: there is no folder ${dirname(file)}; create it.`)
      : cannot(`cannot be written (${systemProblem(error)}); choose a folder that you may write to.`);
  }
  const stopped = Promise.withResolvers<never>();
  const onStop = () => stopped.reject(new Interrupted('stopped: nothing was written'));
  stop.signal.addEventListener('abort', onStop);
  try {
    const made = join(folder, 'backup');
    const result = await Promise.race([make(folder, made), stopped.promise]);
    linkFile(made, file);
    return result;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw existing;
    if (systemCode(error) === 'ENOSPC')
      throw cannot('cannot be written: the disk is full; a backup needs twice the size of the database.');
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
