import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LineIndex } from './line-index.ts';
import { indexFile } from './read-lines.ts';

/** The parts of the file system that tests replace. */
export interface Files {
  open: (path: string, flags: number, mode: number) => Promise<FileHandle>;
}

export const systemFiles: Files = { open };

/** A log file that is open for reading and appending, with an index of its lines. */
export interface OpenLog {
  file: FileHandle;
  index: LineIndex;
  /** Identifies the file, even if it is renamed. */
  inode: number;
}

/**
 * Appends: every write goes to the end, even if others have the file open or truncate it. Does not follow symbolic
 * links.
 */
export const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
export const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * Opens a log file. Creates it and its folder if they are missing, and removes an incomplete line that a crash
 * has left.
 * @param known the length of the intact part; the rest comes from a failed write
 */
export async function openLog(
  path: string,
  files: Files,
  known?: { inode: number; bytes: number },
): Promise<OpenLog> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
  const file = await files.open(path, APPEND, FILE_MODE);
  try {
    const { ino: inode, size } = await file.stat();
    if (known?.inode === inode && size > known.bytes) await file.truncate(known.bytes);
    const index = await indexFile(file);
    const { size: now } = await file.stat();
    if (now > index.bytes) {
      await file.truncate(index.bytes);
      index.forgetTorn();
    }
    return { file, index, inode };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Writes all bytes to the end. */
export async function appendAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, null);
    written += bytesWritten;
  }
}
