import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { readTar, type TarEntry, TarError } from '../../lib/tar.ts';
import {
  BackupError,
  CONTENTS,
  DATABASE,
  MANIFEST,
  type Manifest,
  MAX_TEXT,
  parseManifest,
  SUMS,
} from './backup-format.ts';
import { sumLine } from './write-backup.ts';

/** What a backup held. */
export interface ReadBackup {
  manifest: Manifest;
  /** The names of its files, now in the folder. */
  names: string[];
}

/**
 * Unpacks a backup into an empty folder and checks every byte of it. The files are synced to the disk, and only their
 * owner can read them.
 * @param known the migrations of this program
 * @param onBytes called with the number of bytes that each step has read
 * @throws BackupError for a file that is damaged, cut off, foreign or newer, and the errors of the system; the folder
 * then has parts of it
 */
export async function readBackup(
  path: string,
  folder: string,
  known: readonly string[],
  onBytes: (bytes: number) => void,
): Promise<ReadBackup> {
  await using file = await open(path, 'r');
  let manifest: Manifest | undefined;
  let listed: string | undefined;
  const names: string[] = [];
  const sums: string[] = [];
  try {
    for await (const { name, size, content } of readTar(file)) {
      if (listed !== undefined) throw new TarError('more follows its sums');
      if (manifest === undefined) {
        if (name !== MANIFEST) throw new TarError('it does not begin with a manifest');
        const text = await textOf({ name, size }, content);
        manifest = parseManifest(text, known);
        sums.push(sumLine(createHash('sha256').update(text), name));
      } else if (name === SUMS) listed = await textOf({ name, size }, content);
      else {
        const isNext = CONTENTS.some((expected) => expected === name) && !names.includes(name);
        if (!isNext) throw new TarError(`it holds ${JSON.stringify(name)}, which no backup has`);
        names.push(name);
        sums.push(await unpack(name, content, folder, onBytes));
      }
    }
    if (manifest === undefined) throw new TarError('it is empty');
    if (listed !== sums.join('') || !names.includes(DATABASE))
      throw new TarError('its checksums differ from its content');
    return { manifest, names };
  } catch (error) {
    if (!(error instanceof TarError)) throw error;
    throw new BackupError(
      manifest === undefined
        ? `is no backup of Keyward, or is damaged at its beginning (${error.message})`
        : `is damaged (${error.message}); use another backup`,
      { cause: error },
    );
  }
}

async function textOf({ size }: TarEntry, content: AsyncIterable<Buffer>): Promise<string> {
  if (size > MAX_TEXT) throw new TarError('it has a description that is too long');
  let text = '';
  for await (const piece of content) text += piece.toString('latin1');
  return text;
}

async function unpack(
  name: string,
  content: AsyncIterable<Buffer>,
  folder: string,
  onBytes: (bytes: number) => void,
): Promise<string> {
  await using file = await open(join(folder, name), 'wx', 0o600);
  const sum = createHash('sha256');
  for await (const piece of content) {
    sum.update(piece);
    await file.appendFile(piece);
    onBytes(piece.length);
  }
  await file.sync();
  return sumLine(sum, name);
}
