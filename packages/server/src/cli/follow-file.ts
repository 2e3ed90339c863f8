import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCode } from '../config/error.ts';

export interface FollowOptions {
  /** The number of last matching lines to return first. */
  last: number;
  matches: (line: string) => boolean;
  /** Ends the reading; without a signal, it stops at the end that the file had when it was opened. */
  signal?: AbortSignal;
}

const POLL_MS = 250;
/** How many more times a replaced file is read: its writer notices the replacement within a second. */
const LATE_LOOKS = 6;
const CHUNK_BYTES = 256 * 1024;
/** How far back from the end of a new file to search for the last known line. */
const SEARCH_BYTES = 16 * 1024 * 1024;
const NEWLINE = 10;
const NOTHING: Buffer = Buffer.alloc(0);

/**
 * The last lines of a file, followed by the lines appended to it. After the file is emptied, reading restarts at its
 * beginning. If another file replaces it, such as a log without its oldest lines, reading continues after the last line
 * returned. The text after the last line feed waits for its own line feed; a line beyond 256 KiB comes in pieces.
 * @throws the errors of opening the file, unless the file is followed: it may then appear later
 */
export async function* followFile(path: string, options: FollowOptions): AsyncGenerator<string> {
  const { last, matches, signal } = options;
  let file: FileHandle | null = null;
  let newest: FileHandle | null = null;
  let inode = 0;
  /** The start of the first line not returned yet; the line before it identifies the place again. */
  let offset = 0;
  let anchor = NOTHING;
  let first = true;
  let lateLooks = 0;

  async function* rest(from: FileHandle, end: number): AsyncGenerator<string> {
    while (offset < end) {
      // A single read, because the file could be emptied and grow again between two reads.
      const read = await readAt(from, offset - anchor.length, anchor.length + CHUNK_BYTES);
      if (!read.subarray(0, anchor.length).equals(anchor)) {
        offset = 0;
        anchor = NOTHING;
        continue;
      }
      const bytes = read.subarray(anchor.length);
      const lineEnd = bytes.lastIndexOf(NEWLINE) + 1 || (bytes.length === CHUNK_BYTES ? pieceEnd(bytes) : 0);
      if (lineEnd === 0) return;
      const whole = bytes.subarray(0, lineEnd);
      offset += lineEnd;
      anchor = lastLine(whole);
      for (const line of whole.toString().replace(/\n$/, '').split('\n')) {
        if (signal?.aborted === true) return;
        if (matches(line)) yield line;
      }
    }
  }

  try {
    for (;;) {
      newest = await openIfThere(path, signal !== undefined);
      if (newest !== null) {
        const { ino, size } = await newest.stat();
        lateLooks = ino === inode ? 0 : lateLooks + 1;
        if (file === null || lateLooks > LATE_LOOKS) {
          if (file !== null) yield* rest(file, Infinity);
          await file?.close();
          [file, newest, inode, lateLooks] = [newest, null, ino, 0];
          ({ offset, anchor } = first ? await lastLines(file, last, matches) : await behind(file, anchor));
        }
        await newest?.close();
        newest = null;
        yield* rest(file, signal === undefined ? size : Infinity);
      }
      // In a file that did not exist before, every line is new.
      first = false;
      if (signal === undefined || signal.aborted) return;
      await delay(POLL_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
    }
  } finally {
    await file?.close();
    await newest?.close();
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

/** A place in a file: the start of a line, and the line before it. */
interface Place {
  offset: number;
  anchor: Buffer;
}

const BEGINNING: Place = { offset: 0, anchor: NOTHING };

/** The start of the last `count` matching lines. */
async function lastLines(
  file: FileHandle,
  count: number,
  matches: (line: string) => boolean,
): Promise<Place> {
  const offset = await startOfLast(file, count, matches);
  const start = Math.max(0, offset - CHUNK_BYTES);
  const before = await readAt(file, start, offset - start);
  // Emptied meanwhile.
  return before.length < offset - start ? BEGINNING : { offset, anchor: lastLine(before) };
}

/** Searches from the end. */
async function startOfLast(
  file: FileHandle,
  count: number,
  matches: (line: string) => boolean,
): Promise<number> {
  const { size } = await file.stat();
  let found = 0;
  let end = size;
  let begun = NOTHING;
  while (end > 0) {
    const start = Math.max(0, end - CHUNK_BYTES);
    const bytes = Buffer.concat([await readAt(file, start, end - start), begun]);
    let lineEnd = bytes.lastIndexOf(NEWLINE);
    // The text after the last line feed is incomplete, or belongs to the chunk already searched.
    if (count === 0 && lineEnd !== -1) return start + lineEnd + 1;
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
  return 0;
}

/**
 * Continues after the last such line, because equal lines cannot be distinguished; at the beginning if there is
 * none.
 */
async function behind(file: FileHandle, line: Buffer): Promise<Place> {
  if (line.length === 0) return BEGINNING;
  const { size } = await file.stat();
  const start = Math.max(0, size - SEARCH_BYTES);
  const bytes = await readAt(file, start, size - start);
  let at = bytes.lastIndexOf(line);
  // A match at the end of a longer line does not count.
  while (at > 0 && bytes[at - 1] !== NEWLINE) at = bytes.lastIndexOf(line, at - 1);
  return at === -1 ? BEGINNING : { offset: start + at + line.length, anchor: line };
}

/** The end of the last complete UTF-8 character; a complete character at the very end may be left to the next piece. */
function pieceEnd(bytes: Buffer): number {
  let end = bytes.length;
  while (end > bytes.length - 3 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return (bytes[end - 1] ?? 0) < 0x80 ? end : end - 1;
}

/** Copied, so that the rest of the buffer can be freed. */
function lastLine(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(bytes.lastIndexOf(NEWLINE, -2) + 1));
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}
