import { constants } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createLineIndex } from './line-index.ts';
import { APPEND, appendAll, FILE_MODE, type Files, type OpenLog } from './open-log.ts';
import { offsetOf, readChunks } from './read-lines.ts';

export interface Retention {
  /** The maximum number of lines to keep. */
  max: number;
  /** The number of oldest lines to remove at once, so that not every line costs a rewrite. */
  trim: number;
}

/** The number of oldest lines to remove, a multiple of `trim`, so that at most `max` remain. */
export function surplus(lines: number, { max, trim }: Retention): number {
  const atOnce = Math.min(trim, max);
  return Math.max(0, Math.ceil((lines - max) / atOnce)) * atOnce;
}

/**
 * Replaces a log file with a copy without its oldest lines. Even if the process dies, one of the two files is complete.
 * A reader of the old file can finish.
 */
export async function withoutOldest(
  { file, index }: OpenLog,
  path: string,
  lines: number,
  files: Files,
): Promise<OpenLog> {
  const temporary = `${path}.trim`;
  await rm(temporary, { force: true });
  const copy = await files.open(temporary, APPEND | constants.O_EXCL, FILE_MODE);
  try {
    const copied = createLineIndex();
    const start = await offsetOf(file, index, lines);
    for await (const chunk of readChunks(file, start, index.bytes)) {
      await appendAll(copy, chunk);
      copied.add(chunk);
    }
    // Otherwise a power failure could leave the new name without content.
    await copy.datasync();
    await rename(temporary, path);
    const { ino: inode } = await copy.stat();
    return { file: copy, index: copied, inode };
  } catch (error) {
    await copy.close();
    await rm(temporary, { force: true });
    throw error;
  }
}
