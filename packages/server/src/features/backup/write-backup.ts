import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { TAR_END, tarHeader, tarPadding } from '../../lib/tar.ts';
import { MANIFEST, type Manifest, SUMS } from './backup-format.ts';

const CHUNK = 1024 * 1024;

/**
 * Writes a backup into a new file that only its owner can read, and syncs it to the disk.
 * @param files names in the archive and where to read them; none may change meanwhile
 * @param onBytes called with the number of bytes that each step has written
 * @throws the errors of the system
 */
export async function writeBackup(
  path: string,
  manifest: Manifest,
  files: readonly { name: string; path: string }[],
  onBytes: (bytes: number) => void,
): Promise<void> {
  const seconds = Math.floor(Date.parse(manifest.created_at) / 1_000);
  await using out = await open(path, 'wx', 0o600);
  // The umask may have taken away more.
  await out.chmod(0o600);
  const sums: string[] = [];
  const add = async (name: string, size: number, content: AsyncIterable<Buffer> | Iterable<Buffer>) => {
    await out.appendFile(tarHeader({ name, size }, seconds));
    const sum = createHash('sha256');
    for await (const piece of content) {
      sum.update(piece);
      await out.appendFile(piece);
      onBytes(piece.length);
    }
    await out.appendFile(tarPadding(size));
    sums.push(sumLine(sum, name));
  };
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await add(MANIFEST, text.length, [text]);
  for (const file of files) {
    await using source = await open(file.path, 'r');
    const { size } = await source.stat();
    await add(file.name, size, pieces(source, size));
  }
  const list = Buffer.from(sums.join(''));
  await add(SUMS, list.length, [list]);
  await out.appendFile(TAR_END);
  await out.sync();
}

/** A line of `SHA256SUMS`. */
export function sumLine(sum: Hash, name: string): string {
  return `${sum.digest('hex')}  ${name}\n`;
}

async function* pieces(source: FileHandle, size: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.alloc(Math.min(CHUNK, Math.max(1, size)));
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}
