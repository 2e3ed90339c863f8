import type { FileHandle } from 'node:fs/promises';
import { createLineIndex, type LineIndex } from './line-index.ts';

/** The size of one read. */
export const CHUNK_BYTES = 256 * 1024;

const NEWLINE = 10;

/** The bytes from `start` to `end`, one chunk at a time, each valid until the next. Ends early if the file does. */
export async function* readChunks(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(0, end - start)));
  for (let at = start; at < end;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - at), at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Reads a whole file for its index. */
export async function indexFile(file: FileHandle): Promise<LineIndex> {
  const index = createLineIndex();
  const { size } = await file.stat();
  for await (const chunk of readChunks(file, 0, size)) index.add(chunk);
  return index;
}

/** The lines from `from` up to, but without, `to`, without their line ends. Both are at most the index's `lines`. */
export async function readLines(
  file: FileHandle,
  index: LineIndex,
  from: number,
  to: number,
): Promise<string[]> {
  if (from >= to) return [];
  const start = index.before(from);
  const bytes = Buffer.allocUnsafe(index.after(to).offset - start.offset);
  let filled = 0;
  for (let read = -1; read !== 0 && filled < bytes.length; filled += read) {
    ({ bytesRead: read } = await file.read(bytes, filled, bytes.length - filled, start.offset + filled));
  }
  const begin = skipLines(bytes, 0, from - start.line);
  const end = skipLines(bytes, begin, to - from);
  return bytes.toString('utf8', begin, end - 1).split('\n');
}

/** The start of the line `count` lines after the one at `offset`. */
function skipLines(bytes: Buffer, offset: number, count: number): number {
  let at = offset;
  for (let skipped = 0; skipped < count; skipped += 1) {
    const end = bytes.indexOf(NEWLINE, at);
    if (end === -1) throw new Error('The file is shorter than its index');
    at = end + 1;
  }
  return at;
}

/** The start of a line. */
export async function offsetOf(file: FileHandle, index: LineIndex, line: number): Promise<number> {
  const start = index.before(line);
  const bytes = Buffer.allocUnsafe(index.after(line).offset - start.offset);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start.offset);
  return start.offset + skipLines(bytes.subarray(0, bytesRead), 0, line - start.line);
}
