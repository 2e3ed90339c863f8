import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

/** A file, a link or a folder of an image. Parent folders need no entries. */
export interface Entry {
  /** Without a slash at the beginning. */
  path: string;
  /** Of a file. */
  content?: Buffer;
  /** The target of a symbolic link. */
  linkTo?: string;
  /** Default: 0644 for a file, 0755 for a folder. */
  mode?: number;
  /** The ids of the user and the group. Default: 0. */
  owner?: number;
}

export interface Blob {
  /** `sha256:` and the hash of the bytes. */
  digest: string;
  bytes: Buffer;
}

export interface Layer extends Blob {
  /** The digest of the archive before it is compressed. */
  diffId: string;
}

export function blobOf(bytes: Buffer): Blob {
  return { bytes, digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}` };
}

/**
 * A layer whose bytes depend only on the entries, and not on their order, the clock or the machine.
 * @param time of all entries
 */
export async function layerOf(entries: readonly Entry[], time: Date): Promise<Layer> {
  const tar = pack();
  const bytes = buffer(tar);
  for (const { path, content, linkTo, mode, owner = 0 } of withFolders(entries)) {
    const common = { name: path, mtime: time, uid: owner, gid: owner };
    if (linkTo !== undefined) tar.entry({ ...common, type: 'symlink', linkname: linkTo, mode: 0o777 });
    else if (content !== undefined) tar.entry({ ...common, type: 'file', mode: mode ?? 0o644 }, content);
    else tar.entry({ ...common, type: 'directory', mode: mode ?? 0o755 });
  }
  tar.finalize();
  const archive = await bytes;
  return { ...blobOf(gzipSync(archive, { level: 9 })), diffId: blobOf(archive).digest };
}

function withFolders(entries: readonly Entry[]): Entry[] {
  const all = new Map<string, Entry>();
  for (const entry of entries) {
    for (let folder = dirname(entry.path); folder !== '.'; folder = dirname(folder))
      if (!all.has(folder)) all.set(folder, { path: folder });
    all.set(entry.path, entry);
  }
  return [...all.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * The content of a folder on this machine, as entries for a folder of the image. Files are executable for all or for
 * nobody.
 */
export function entriesIn(folder: string, path: string): Entry[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name): Entry[] => {
    const from = join(folder, name);
    const to = join(path, name);
    const status = lstatSync(from);
    if (status.isDirectory()) return [];
    if (status.isSymbolicLink()) return [{ path: to, linkTo: readlinkSync(from) }];
    return [{ path: to, content: readFileSync(from), mode: status.mode & 0o100 ? 0o755 : 0o644 }];
  });
}
