import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ConfigError, systemProblem } from '../config/error.ts';
import { STORAGE } from '../config/settings.ts';
import { type FileLock, lockFile } from '../store/engine/file-lock.ts';

/** The instance that uses a data directory. */
export interface Holder {
  pid: number;
  /** Name of the machine or the container. */
  hostname: string;
  /** The address of its pages; null until it listens, and in an application that mounts it without the console. */
  url: string | null;
}

export interface DataDirLock {
  /** Publishes this instance's address for commands and refused instances. */
  announce(url: string): void;
  release(): void;
}

/** The directories that this process has locked. */
const held = new Set<string>();

/**
 * Keeps other instances out of a data directory. An instance knows its log files only by its own writes, so two
 * instances would overwrite each other's lines.
 * @throws ConfigError that names the holder, or the reason why the directory cannot be locked
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const lock = tryLock(dataDir);
  if (lock === null) throw inUse(dataDir);
  const place = realpathSync(dataDir);
  held.add(place);
  const announce = (url: string | null) => {
    const holder: Holder = { pid: process.pid, hostname: hostname(), url };
    writeFileSync(holderFile(dataDir), `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  };
  announce(null);
  return {
    announce,
    release() {
      rmSync(holderFile(dataDir), { force: true });
      lock.release();
      held.delete(place);
    },
  };
}

/** The holder's last published details, even of one that was killed; null without a holder. */
export function holderOf(dataDir: string): Holder | null {
  try {
    const holder: Holder = JSON.parse(readFileSync(holderFile(dataDir), 'utf8'));
    return holder;
  } catch {
    return null;
  }
}

function holderFile(dataDir: string): string {
  return join(dataDir, 'lock.json');
}

function tryLock(dataDir: string): FileLock | null {
  try {
    return lockFile(join(dataDir, 'lock'));
  } catch (error) {
    const fix = 'make it writable, or choose one on a local disk';
    throw new ConfigError(
      `${STORAGE.dataDir.name}: ${dataDir} cannot be locked (${systemProblem(error)}); ${fix}.`,
    );
  }
}

function inUse(dataDir: string): ConfigError {
  const { dataDir: own, databaseUrl } = STORAGE;
  const more = `give each its own ${own.name}, and all of them the same PostgreSQL in ${databaseUrl.name}`;
  return new ConfigError(
    `${own.name}: ${dataDir} is in use by ${described(dataDir)}. To run more instances, ${more}.`,
  );
}

function described(dataDir: string): string {
  if (held.has(realpathSync(dataDir)))
    return 'a Keyward that this process has created already; use that one, or close it first';
  const holder = holderOf(dataDir);
  if (holder === null) return 'another Keyward; stop that one';
  const { pid, url } = holder;
  const where = holder.hostname === hostname() ? '' : ` on ${holder.hostname}`;
  return `the Keyward of process ${pid}${where}${url === null ? '' : `, ${url}`}; stop that one`;
}
