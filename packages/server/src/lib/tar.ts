import type { FileHandle } from 'node:fs/promises';

/*
 * Archives of plain files in the format ustar (POSIX.1-1988, pax "ustar Interchange Format"), which every tar reads.
 * The reader takes only what the writer writes, so a changed byte in any header is noticed.
 */

const BLOCK = 512;
const CHUNK = 1024 * 1024;
/** Larger sizes do not fit into eleven octal digits. */
const MAX_OCTAL_SIZE = 8 ** 11 - 1;

/** The archive is not what the writer of this file writes. The message is a part of a sentence. */
export class TarError extends Error {
  override readonly name = 'TarError';
}

export interface TarEntry {
  /** Up to 99 ASCII characters. */
  name: string;
  /** In bytes. */
  size: number;
}

/** The header of a file that only its owner may read. @param seconds its time, since the epoch */
export function tarHeader({ name, size }: TarEntry, seconds: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), at, 'latin1');
  header.write(name, 0, 99, 'latin1');
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  if (size <= MAX_OCTAL_SIZE) octal(size, 124, 11);
  else {
    // The extension of GNU tar for larger files, in base 256.
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  octal(seconds, 136, 11);
  header.write(' '.repeat(8), 148, 'latin1');
  header.write('0', 156, 'latin1');
  header.write('ustar\u000000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** What follows the content of a file of so many bytes. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** What follows the last file. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/**
 * Reads an archive from its beginning. The content of an entry must be read to its end before the next entry.
 * @throws TarError in the iteration, for an archive that is cut off or changed
 */
export async function* readTar(
  file: FileHandle,
): AsyncGenerator<TarEntry & { content: AsyncIterable<Buffer> }> {
  for (;;) {
    const header = await take(file, BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const entry = entryOf(header);
    yield { ...entry, content: contentOf(file, entry.size) };
  }
  const rest = await file.read(Buffer.alloc(2 * BLOCK));
  if (rest.bytesRead !== BLOCK || !isZero(rest.buffer)) throw new TarError('it does not end where it should');
}

function entryOf(header: Buffer): TarEntry {
  const text = (start: number, end: number) => header.toString('latin1', start, end).replace(/\0.*$/s, '');
  const name = text(0, 100);
  const size = header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : parseInt(text(124, 136), 8);
  const seconds = parseInt(text(136, 148), 8);
  const isOurs =
    Number.isSafeInteger(size) &&
    size >= 0 &&
    Number.isSafeInteger(seconds) &&
    seconds >= 0 &&
    seconds <= MAX_OCTAL_SIZE &&
    tarHeader({ name, size }, seconds).equals(header);
  if (!isOurs) throw new TarError('it is no archive of this format');
  return { name, size };
}

async function* contentOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0;) {
    const piece = await take(file, Math.min(left, CHUNK));
    left -= piece.length;
    yield piece;
  }
  const padding = tarPadding(size).length;
  if (padding > 0 && !isZero(await take(file, padding)))
    throw new TarError('a byte between its files changed');
}

async function take(file: FileHandle, size: number): Promise<Buffer> {
  const buffer = Buffer.alloc(size);
  for (let filled = 0; filled < size;) {
    const { bytesRead } = await file.read(buffer, filled, size - filled);
    if (bytesRead === 0) throw new TarError('it is cut off');
    filled += bytesRead;
  }
  return buffer;
}

function isZero(buffer: Buffer): boolean {
  return buffer.every((byte) => byte === 0);
}
