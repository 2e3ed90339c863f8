import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { MANIFEST, type Manifest, SUMS } from './backup-format.ts';

const CHUNK = 1024 * 1024;

/**
 * Writes a backup into a new file that only its owner can read, and syncs it to the disk.
 * @param files names in the archive and where to read them; none may change during the backup
 * @param onBytes called with the number of bytes that each step has written
 * @throws the errors of the system
 */
export async function writeBackup(
  path: string,
  manifest: Manifest,
  files: readonly { name: string; path: string }[],
  onBytes: (bytes: number) => void,
): Promise<void> {
  await using out = await open(path, 'wx', 0o600);
  // The umask may have removed further permissions.
  await out.chmod(0o600);
  const archive = pack();
  const mtime = new Date(manifest.created_at);
  const sums: string[] = [];
  const add = async (name: string, size: number, content: AsyncIterable<Buffer> | Iterable<Buffer>) => {
    const sum = createHash('sha256');
    const measured = async function* () {
      for await (const piece of content) {
        sum.update(piece);
        onBytes(piece.length);
        yield piece;
      }
    };
    await pipeline(measured, archive.entry({ name, size, mode: 0o600, mtime }));
    sums.push(sumLine(sum, name));
  };
  const addAll = async () => {
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    await add(MANIFEST, text.length, [text]);
    for (const file of files) {
      const { size } = await stat(file.path);
      await add(file.name, size, createReadStream(file.path, { highWaterMark: CHUNK }));
    }
    const list = Buffer.from(sums.join(''));
    await add(SUMS, list.length, [list]);
    archive.finalize();
  };
  try {
    await Promise.all([addAll(), out.writeFile(Readable.from(archive))]);
  } finally {
    archive.destroy();
  }
  await out.sync();
}

/** A line of `SHA256SUMS`. */
export function sumLine(sum: Hash, name: string): string {
  return `${sum.digest('hex')}  ${name}\n`;
}
