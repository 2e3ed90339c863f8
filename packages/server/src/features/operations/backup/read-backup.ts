import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Extract, extract } from 'tar-stream';
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

/** The content of a backup. */
export interface ReadBackup {
  manifest: Manifest;
  /** The names of its files, now in the folder. */
  names: string[];
}

/**
 * Unpacks a backup into an empty folder and checks every byte of it. The files are synced to the disk, and only their
 * owner can read them.
 * @param newest the name of this program's newest migration
 * @param onBytes called with the number of bytes that each step has read
 * @throws BackupError for a file that is damaged, cut off, foreign or newer, and the errors of the system; the folder
 * then has parts of it
 */
export async function readBackup(
  path: string,
  folder: string,
  newest: string,
  onBytes: (bytes: number) => void,
): Promise<ReadBackup> {
  const archive = extract();
  // An error of the stream ends the iteration over the archive.
  void pipeline(createReadStream(path), archive).catch(() => undefined);
  let manifest: Manifest | undefined;
  let listed: string | undefined;
  const names: string[] = [];
  const sums: string[] = [];
  try {
    for await (const entry of archive) {
      const { name } = entry.header;
      if (listed !== undefined) throw new Error('it has data after its checksums');
      if (manifest === undefined) {
        if (name !== MANIFEST) throw new Error('it does not begin with a manifest');
        const description = await textOf(entry);
        manifest = parseManifest(description, newest);
        sums.push(sumLine(createHash('sha256').update(description), name));
      } else if (name === SUMS) listed = await textOf(entry);
      else {
        const isNext = CONTENTS.some((expected) => expected === name) && !names.includes(name);
        if (!isNext) throw new Error(`it holds ${JSON.stringify(name)}, which is not a file of a backup`);
        names.push(name);
        sums.push(await unpack(name, entry, folder, onBytes));
      }
    }
    if (manifest === undefined) throw new Error('it is empty');
    if (listed !== sums.join('') || !names.includes(DATABASE))
      throw new Error('its checksums differ from its content');
    return { manifest, names };
  } catch (error) {
    // Only system errors have a `syscall`.
    if (error instanceof BackupError || !(error instanceof Error) || 'syscall' in error) throw error;
    throw new BackupError(
      manifest === undefined
        ? `is not a backup of Keyward, or is damaged at its beginning (${error.message})`
        : `is damaged (${error.message}); use another backup`,
      { cause: error },
    );
  }
}

type Entry = Extract extends AsyncIterable<infer Source> ? Source : never;

async function textOf(entry: Entry): Promise<string> {
  if (entry.header.size > MAX_TEXT) throw new Error('it has a description that is too long');
  return text(entry);
}

/** @returns its line in the list of sums */
async function unpack(
  name: string,
  entry: Entry,
  folder: string,
  onBytes: (bytes: number) => void,
): Promise<string> {
  await using file = await open(join(folder, name), 'wx', 0o600);
  const sum = createHash('sha256');
  for await (const piece of Readable.from(entry)) {
    sum.update(piece);
    await file.appendFile(piece);
    onBytes(piece.length);
  }
  await file.sync();
  return sumLine(sum, name);
}
