import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { KeywardError } from '../../../errors.ts';
import { systemCode } from '../../../config/error.ts';
import type { LineIndex } from './line-index.ts';
import { appendAll, FILE_MODE } from './open-log.ts';
import { indexFile, readChunks } from './read-lines.ts';

export type LogName = 'app' | 'server';

/** The facts about a log file. */
export interface LogFacts {
  size: number;
  records: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  updatedAt: number;
}

/** Named copies of the logs, in one folder. A name is `{source}-{name}`, as {@link sourceOf} reads it. */
export interface Snapshots {
  list(): Promise<({ name: string } & LogFacts)[]>;
  /**
   * Stores a complete copy or none, even if the process dies. If two calls use one name at the same time, one
   * succeeds.
   * @param copy writes it, in whole lines, into a file that is open for appending
   * @param around runs the step that gives the copy its name
   * @throws KeywardError `SnapshotAlreadyExistsError`; the errors of the file system and of `around`
   */
  create(
    name: string,
    copy: (to: FileHandle) => Promise<void>,
    around?: (keep: () => Promise<void>) => Promise<void>,
  ): Promise<{ name: string } & LogFacts>;
  /** @throws KeywardError `LogNotFoundError` */
  read<T>(name: string, work: (file: FileHandle, index: LineIndex) => Promise<T>): Promise<T>;
  /** @throws KeywardError `LogNotFoundError` */
  delete(name: string): Promise<void>;
  /** Removes files that a crash has left unfinished. */
  sweep(): Promise<void>;
}

/** 1 to 64 letters, digits, `_` and `-` after the source: no character that could name a file elsewhere. */
const NAME = /^(app|server)-[a-zA-Z0-9_-]{1,64}$/;
const EXTENSION = '.log';
const HALF_DONE = '.part';
/** The number of indexes to remember, so that a file is read through only once. */
const REMEMBERED = 256;
const FOLDER_MODE = 0o700;

/** The log that a snapshot belongs to; null for any other name. */
export function sourceOf(name: string): LogName | null {
  const source = NAME.exec(name)?.[1];
  return source === 'app' || source === 'server' ? source : null;
}

export function createSnapshots(folder: () => string): Snapshots {
  /** The key is the file's identity and its last change. */
  const indexes = new LRUCache<string, Promise<LineIndex>>({ max: REMEMBERED });

  function pathOf(name: string): string {
    if (sourceOf(name) === null) throw new KeywardError('LogNotFoundError');
    return join(folder(), name + EXTENSION);
  }

  async function indexOf(file: FileHandle): Promise<LineIndex> {
    const stats = await file.stat();
    if (!stats.isFile()) throw new KeywardError('LogNotFoundError');
    const { ino, size, mtimeMs } = stats;
    const key = `${ino}:${size}:${mtimeMs}`;
    const remembered = indexes.get(key);
    if (remembered !== undefined) return remembered;
    const index = indexFile(file);
    indexes.set(key, index);
    index.catch(() => indexes.delete(key));
    return index;
  }

  async function read<T>(name: string, work: (file: FileHandle, index: LineIndex) => Promise<T>): Promise<T> {
    let file: FileHandle;
    try {
      file = await open(pathOf(name), constants.O_RDONLY | constants.O_NOFOLLOW);
    } catch (error) {
      throw asNotFound(error);
    }
    try {
      return await work(file, await indexOf(file));
    } finally {
      await file.close();
    }
  }

  function facts(name: string): Promise<{ name: string } & LogFacts> {
    return read(name, async (file, { lines }) => {
      const { size, birthtimeMs, mtimeMs } = await file.stat();
      return { name, size, records: lines, createdAt: birthtimeMs, updatedAt: mtimeMs };
    });
  }

  return {
    read,

    async list() {
      const found = [];
      for (const file of (await readdir(folder()).catch(noneIfMissing)).sort()) {
        const name = file.slice(0, -EXTENSION.length);
        if (!file.endsWith(EXTENSION) || sourceOf(name) === null) continue;
        // Skips files that were deleted in the meantime, and everything that is not a regular file.
        const one = await facts(name).catch(() => null);
        if (one !== null) found.push(one);
      }
      return found;
    },

    async create(name, copy, around = (keep) => keep()) {
      const path = pathOf(name);
      await mkdir(folder(), { recursive: true, mode: FOLDER_MODE });
      if ((await stat(path).catch(() => null)) !== null) throw new KeywardError('SnapshotAlreadyExistsError');
      const temporary = join(folder(), `.${name}.${randomBytes(6).toString('hex')}${HALF_DONE}`);
      try {
        await write(temporary, copy);
        // Unlike a rename, a link never replaces an existing file.
        await around(() => link(temporary, path).catch(asTaken));
      } finally {
        await rm(temporary, { force: true }).catch(() => {});
      }
      return facts(name);
    },

    async delete(name) {
      await rm(pathOf(name)).catch((error: unknown) => {
        throw asNotFound(error);
      });
    },

    async sweep() {
      for (const file of await readdir(folder()).catch(noneIfMissing)) {
        if (file.endsWith(HALF_DONE)) await rm(join(folder(), file), { force: true });
      }
    },
  };
}

/** Copies the lines of an open log, even if another file has its name by now. */
export async function copyLines(from: FileHandle, { bytes }: LineIndex, to: FileHandle): Promise<void> {
  // Removes the lines that were copied before the log was emptied.
  await to.truncate(0);
  for await (const chunk of readChunks(from, 0, bytes)) await appendAll(to, chunk);
}

/** Creates a file. No link can redirect it. */
async function write(path: string, copy: (to: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'ax', FILE_MODE);
  try {
    await copy(file);
    await file.datasync();
  } finally {
    await file.close();
  }
}

function asTaken(error: unknown): never {
  throw systemCode(error) === 'EEXIST' ? new KeywardError('SnapshotAlreadyExistsError') : error;
}

function asNotFound(error: unknown): unknown {
  const missing = ['ENOENT', 'ELOOP', 'ENOTDIR', 'ERR_FS_EISDIR'].includes(systemCode(error));
  return missing ? new KeywardError('LogNotFoundError') : error;
}

function noneIfMissing(error: unknown): string[] {
  if (systemCode(error) === 'ENOENT') return [];
  throw error;
}
