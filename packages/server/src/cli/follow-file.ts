import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCode } from '../config/error.ts';

export interface FollowOptions {
  /** How many of the last matching lines come first. */
  last: number;
  matches: (line: string) => boolean;
  /** Ends it; without a signal it ends where the file does. */
  signal?: AbortSignal;
}

const POLL_MS = 250;
const CHUNK_BYTES = 256 * 1024;
/** Where in a file that took another's place its last line is looked for, from the end. */
const SEARCH_BYTES = 16 * 1024 * 1024;
const NEWLINE = 10;
const NOTHING: Buffer = Buffer.alloc(0);

/**
 * The last lines of a file, and then those that are appended. A file that is emptied begins anew; of one that takes its
 * place, such as a log whose oldest lines were dropped, only the lines come that are new.
 * @throws what opening the file throws, unless it is followed: then it may come later
 */
export async function* followFile(path: string, options: FollowOptions): AsyncGenerator<string> {
  const { last, matches, signal } = options;
  let file: FileHandle | null = null;
  let inode = 0;
  /** Where the first line begins that was not given yet, and the line before it, to know the place again. */
  let offset = 0;
  let anchor = NOTHING;
  let first = true;

  async function* rest(from: FileHandle): AsyncGenerator<string> {
    for (;;) {
      // In one read: between two, the file could be emptied and longer again.
      const read = await readAt(from, offset - anchor.length, anchor.length + CHUNK_BYTES);
      if (!read.subarray(0, anchor.length).equals(anchor)) {
        const place = await behind(from, anchor);
        offset = place ?? 0;
        if (place === null) anchor = NOTHING;
        continue;
      }
      const bytes = read.subarray(anchor.length);
      // Lines are far shorter than a chunk; a longer one comes in pieces.
      const end = bytes.lastIndexOf(NEWLINE) + 1 || (bytes.length === CHUNK_BYTES ? bytes.length : 0);
      if (end === 0) return;
      const whole = bytes.subarray(0, end);
      offset += end;
      anchor = lastLine(whole);
      for (const line of whole.toString().replace(/\n$/, '').split('\n')) if (matches(line)) yield line;
    }
  }

  try {
    for (;;) {
      const newest = await openIfThere(path, signal !== undefined);
      if (newest !== null) {
        const { ino } = await newest.stat();
        if (file !== null && ino !== inode) yield* rest(file);
        await file?.close();
        file = newest;
        inode = ino;
        if (first) {
          offset = await startOfLast(file, last, matches);
          const start = Math.max(0, offset - CHUNK_BYTES);
          anchor = lastLine(await readAt(file, start, offset - start));
        }
        first = false;
        yield* rest(file);
      } else {
        // What comes into a file that is not there yet is new.
        first = false;
      }
      if (signal === undefined || signal.aborted) return;
      await delay(POLL_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
    }
  } finally {
    await file?.close();
  }
}

async function openIfThere(path: string, mayBeMissing: boolean): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (mayBeMissing && systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Where the last `count` matching lines begin, found from the end. */
async function startOfLast(
  file: FileHandle,
  count: number,
  matches: (line: string) => boolean,
): Promise<number> {
  const { size } = await file.stat();
  let found = 0;
  let end = size;
  let begun = NOTHING;
  while (end > 0 && found < count) {
    const start = Math.max(0, end - CHUNK_BYTES);
    const bytes = Buffer.concat([await readAt(file, start, end - start), begun]);
    let lineEnd = bytes.lastIndexOf(NEWLINE);
    // Behind the last line feed stands what is not whole yet, or was looked at with the chunk before.
    for (; lineEnd !== -1 && found < count;) {
      const before = lineEnd === 0 ? -1 : bytes.lastIndexOf(NEWLINE, lineEnd - 1);
      if (before === -1 && start > 0) break;
      if (matches(bytes.toString('utf8', before + 1, lineEnd))) found += 1;
      if (found === count) return start + before + 1;
      lineEnd = before;
    }
    begun = lineEnd === -1 ? bytes : bytes.subarray(0, lineEnd + 1);
    end = start;
  }
  return count === 0 ? size : 0;
}

/** Copied, so that the rest of the bytes can go. */
function lastLine(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(bytes.lastIndexOf(NEWLINE, -2) + 1));
}

/** Where the last such line ends. */
async function behind(file: FileHandle, line: Buffer): Promise<number | null> {
  const { size } = await file.stat();
  const start = Math.max(0, size - SEARCH_BYTES);
  const at = (await readAt(file, start, size - start)).lastIndexOf(line);
  return at === -1 ? null : start + at + line.length;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}
