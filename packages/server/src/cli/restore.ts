import { existsSync, mkdtempSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { systemCode, systemProblem } from '../config/error.ts';
import { createDataDir, missingSecrets, SECRET_FILES } from '../config/secrets.ts';
import { STORAGE } from '../config/settings.ts';
import { BackupError, DATABASE } from '../features/operations/backup/backup-format.ts';
import { readBackup } from '../features/operations/backup/read-backup.ts';
import { linkFile } from '../lib/link-file.ts';
import { CommandError, Interrupted } from './failure.ts';
import { type Io, print, untilSignal, write } from './io.ts';
import { progressOf } from './progress.ts';
import { configOf, withSettings } from './settings-options.ts';

const DESCRIPTION = `Put the database and the secrets of a backup into the data directory.

The directory may have neither a database nor secrets: nothing is ever replaced.
Every byte of the file is checked first. A backup of an older Keyward is fine:
the next start brings the database to this version.

Examples:
  $ keyward restore /backup/keyward.tar
  $ keyward restore /backup/keyward.tar --data-dir /var/lib/keyward`;

export function restoreCommand(io: Io): Command {
  const command = new Command('restore')
    .summary('put a backup into an empty data directory')
    .description(DESCRIPTION)
    .argument('<file>', 'a file that "keyward backup" has written');
  return withSettings(command, 'storage').action(async (given: string) => {
    const config = configOf(command, io);
    const file = resolve(io.cwd, given);
    const targets = targetsOf(config);
    const { size, mode } = backupFile(file);
    const { MIGRATIONS } = await import('../store/migrations/index.ts');
    const { skipLostIds } = await import('../store/engine/sqlite-ids.ts');
    const newest = MIGRATIONS.at(-1)?.name ?? '';
    const progress = progressOf(io.stderr);
    let done = 0;
    const { manifest, names } = await unpackedAside(config.dataDir, async (folder) => {
      const read = await readBackup(file, folder, newest, (bytes) =>
        progress.show('checking and unpacking', (done += bytes) / size),
      ).catch((error: unknown) => {
        throw error instanceof BackupError ? new CommandError(`${file} ${error.message}.`) : error;
      });
      skipLostIds(join(folder, DATABASE));
      place(folder, read.names, targets);
      return read;
    });
    progress.end();
    await print(
      io,
      `Restored ${names.map((name) => targets.get(name)).join(', ')}, as of ${manifest.created_at}.\n`,
    );
    for (const { variable, loss } of missingSecrets(config))
      await write(
        io.stderr,
        `keyward: warning: set ${variable} to the value that the service had, because the backup does not have it; otherwise ${loss}.\n`,
      );
    if ((mode & 0o077) !== 0)
      await write(
        io.stderr,
        `keyward: warning: others could read ${file}, and it has the secrets: run chmod 600 on it.\n`,
      );
  });
}

/** Where each file of a backup goes. @throws CommandError if anything is there already */
function targetsOf({ database, dataDir }: Config): Map<string, string> {
  if (database.kind === 'postgres')
    throw new CommandError(
      `${STORAGE.databaseUrl.name}: the database is on PostgreSQL; restore it with pg_restore from the file of pg_dump, and put the secrets into ${dataDir}.`,
    );
  const targets = new Map([
    ...SECRET_FILES.map((name): [string, string] => [name, join(dataDir, name)]),
    [DATABASE, database.file],
  ]);
  // The -wal file of another database would be applied to the restored one.
  const taken = [...targets.values(), `${database.file}-wal`, `${database.file}-journal`];
  const found = taken.find((path) => existsSync(path));
  if (found !== undefined) throw existing(found);
  if (!existsSync(dirname(database.file)) && dirname(database.file) !== dataDir)
    throw new CommandError(
      `${STORAGE.databaseUrl.name}: there is no folder ${dirname(database.file)}; create it.`,
    );
  return targets;
}

function existing(path: string): CommandError {
  return new CommandError(
    `${path} exists already, and restore never replaces a file; move it away, or choose an empty directory with --data-dir.`,
  );
}

function backupFile(file: string): { size: number; mode: number } {
  try {
    const found = statSync(file);
    if (found.isFile()) return found;
  } catch (error) {
    throw new CommandError(
      `${file} cannot be read (${systemProblem(error)}); name a file of keyward backup.`,
    );
  }
  throw new CommandError(`${file} is not a file; name a file of keyward backup.`);
}

/** Runs `unpack` in a temporary folder in the data directory. A failure and Ctrl-C leave nothing behind. */
async function unpackedAside<T>(dataDir: string, unpack: (folder: string) => Promise<T>): Promise<T> {
  const isNew = !existsSync(dataDir);
  createDataDir(dataDir);
  using stop = untilSignal();
  const stopped = Promise.withResolvers<never>();
  stop.signal.addEventListener('abort', () =>
    stopped.reject(new Interrupted('stopped: nothing was restored')),
  );
  let folder: string | undefined;
  let isDone = false;
  try {
    folder = mkdtempSync(join(dataDir, 'restore-'));
    const result = await Promise.race([unpack(folder), stopped.promise]);
    isDone = true;
    return result;
  } catch (error) {
    if (systemCode(error) === 'unknown') throw error;
    throw new CommandError(`${dataDir} cannot be written to (${systemProblem(error)}).`, { cause: error });
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    if (isNew && !isDone) rmdirSync(dataDir);
  }
}

/**
 * Gives the files their names: all of them, or none. The database comes last, so a data directory that has it
 * is complete.
 */
function place(folder: string, names: readonly string[], targets: ReadonlyMap<string, string>): void {
  const placed: string[] = [];
  let next = '';
  try {
    for (const [name, target] of targets) {
      if (!names.includes(name)) continue;
      next = target;
      linkFile(join(folder, name), target);
      placed.push(target);
    }
  } catch (error) {
    for (const path of placed) rmSync(path);
    throw systemCode(error) === 'EEXIST' ? existing(next) : error;
  }
}
