import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { extract } from 'tar-stream';
import type { Entry } from './layer.ts';

/*
 * The base of the image: the C and C++ libraries that Node.js links, as Debian builds them. There is no shell and no
 * package manager. The lock names each package with its hash, so that the same commit gives the same image.
 */

export const ARCHITECTURES = ['amd64', 'arm64'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];

interface LockedPackage {
  url: string;
  sha256: string;
}
type Lock = Record<Architecture, LockedPackage[]>;

const SUITE = 'trixie';
const PACKAGES = ['libc6', 'libgcc-s1', 'libstdc++6'];
const LOCK = join(import.meta.dirname, 'debian-lock.json');
const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg';

export function readLock(): Lock {
  const lock: Lock = JSON.parse(readFileSync(LOCK, 'utf8'));
  return lock;
}

/** Writes the lock again, with the newest versions. apt checks the signatures of the archive. */
export function updateLock(): void {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-apt-'));
  try {
    writeFileSync(
      LOCK,
      `${JSON.stringify(Object.fromEntries(ARCHITECTURES.map(newest(folder))), null, 2)}\n`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const newest =
  (folder: string) =>
  (architecture: Architecture): [Architecture, LockedPackage[]] => {
    const state = join(folder, architecture);
    mkdirSync(join(state, 'lists/partial'), { recursive: true });
    mkdirSync(join(state, 'cache/archives/partial'), { recursive: true });
    writeFileSync(join(state, 'status'), '');
    writeFileSync(
      join(state, 'sources.list'),
      ['debian', 'debian-security']
        .map((archive) => {
          const suite = archive === 'debian' ? SUITE : `${SUITE}-security`;
          return `deb [signed-by=${KEYS}] http://deb.debian.org/${archive} ${suite} main\n`;
        })
        .join(''),
    );
    const options = [
      ['Dir::State', state],
      ['Dir::State::status', join(state, 'status')],
      ['Dir::Cache', join(state, 'cache')],
      ['Dir::Etc::sourcelist', join(state, 'sources.list')],
      ['Dir::Etc::sourceparts', '-'],
      ['APT::Architecture', architecture],
      ['APT::Architectures', architecture],
    ].flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    execFileSync('apt-get', [...options, '--quiet', '--quiet', 'update'], { stdio: 'inherit' });
    const found = execFileSync('apt-get', [...options, 'download', '--print-uris', ...PACKAGES], {
      encoding: 'utf8',
    });
    const packages = [...found.matchAll(/^'([^']+)' \S+ \d+ SHA256:([0-9a-f]{64})$/gm)]
      .map(([, url = '', sha256 = '']) => ({ url, sha256 }))
      .toSorted((a, b) => a.url.localeCompare(b.url));
    if (packages.length !== PACKAGES.length) throw new Error(`apt found ${found}`);
    return [architecture, packages];
  };

/** The name and the version of a locked package. */
export function partsOf({ url }: LockedPackage): { name: string; version: string } {
  const [name = '', version = ''] = decodeURIComponent(basename(url)).split('_');
  return { name, version };
}

/**
 * The files of the locked packages. Documentation is left out, except for the copyright.
 * @throws Error if the archive has another file, or none, because it is newer than the lock
 */
export async function debianEntries(architecture: Architecture): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const locked of readLock()[architecture]) {
    const answer = await fetch(locked.url);
    const file = Buffer.from(await answer.arrayBuffer());
    const sha256 = createHash('sha256').update(file).digest('hex');
    if (!answer.ok || sha256 !== locked.sha256)
      throw new Error(
        `${locked.url} is not what debian-lock.json says. Run "npm run release -- lock", and commit what it changes.`,
      );
    const folder = mkdtempSync(join(tmpdir(), 'keyward-deb-'));
    try {
      const path = join(folder, 'package.deb');
      writeFileSync(path, file);
      entries.push(
        ...(await entriesOf(execFileSync('dpkg-deb', ['--fsys-tarfile', path], { maxBuffer: 1 << 28 }))),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return entries;
}

async function entriesOf(tar: Buffer): Promise<Entry[]> {
  const entries: Entry[] = [];
  const reader = extract();
  reader.end(tar);
  for await (const entry of reader) {
    const { name, type, linkname, mode } = entry.header;
    const path = name.replace(/^\.\//, '');
    const content = await buffer(entry);
    if (!isWanted(path) || type === 'directory') continue;
    if (type === 'symlink') entries.push({ path, linkTo: linkname ?? '' });
    else if (type === 'file') entries.push({ path, content, mode });
    else throw new Error(`${path} is of the type ${type}`);
  }
  return entries;
}

/** Character set conversions, which Node.js has built in, are most of the C library. */
function isWanted(path: string): boolean {
  if (path.endsWith('/copyright')) return true;
  return !/^usr\/(share|lib\/[^/]+\/gconv|lib\/locale)\//.test(path);
}
