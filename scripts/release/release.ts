import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The source of a release. */
export interface Release {
  /** The folder of the repository. */
  root: string;
  version: string;
  commit: string;
  /** The time of the commit, used for all files, so that the same commit gives the same bytes. */
  time: Date;
}

/** The published packages, in the order in which they depend on each other. */
export const PACKAGES = ['client', 'react', 'server'] as const;

export const CHART = 'deploy/helm/keyward';

/** The files that contain the version, and where in them. */
export const VERSIONED: Readonly<Record<string, RegExp>> = {
  'package.json': /(?<="version": ")[^"]+/,
  ...Object.fromEntries(
    PACKAGES.map((name) => [`packages/${name}/package.json`, /(?<="(?:version|@keyward\/client)": ")[^"]+/g]),
  ),
  'packages/web/package.json': /(?<="version": ")[^"]+/,
  [`${CHART}/Chart.yaml`]: /(?<=^(?:version|appVersion): ).+/gm,
  // The files that `npm pack` makes, as documents name them.
  ...Object.fromEntries(
    ['client/README.md', 'server/docs/mounting.md', 'server/docs/operations.md'].map((document) => [
      `packages/${document}`,
      /(?<=keyward-(?:client-)?)\d[^/\s`]*(?=\.tgz)/g,
    ]),
  ),
};

export function git(root: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** The version of all files. @throws Error if they disagree */
export function versionOf(root: string): string {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const found = Object.entries(VERSIONED).flatMap(([file, pattern]) => {
    const versions = [...read(file).matchAll(new RegExp(pattern, 'gm'))].map(([version]) => ({
      file,
      version,
    }));
    if (versions.length === 0) throw new Error(`${file} names no version`);
    return versions;
  });
  const [first] = found;
  const other = found.find(({ version }) => version !== first?.version);
  if (first === undefined || other !== undefined)
    throw new Error(`${first?.file} says ${first?.version}, but ${other?.file} says ${other?.version}`);
  return first.version;
}

/** @throws Error as {@link versionOf}, or if there are changes without a commit */
export function readRelease(root: string): Release {
  const version = versionOf(root);
  if (!existsSync(join(root, '.git'))) throw new Error('A release is made in a clone of the repository.');
  const changed = git(root, 'status', '--porcelain');
  if (changed !== '') throw new Error('There are uncommitted changes; commit or undo them before a release.');
  const [commit = '', seconds = ''] = git(root, 'log', '-1', '--format=%H %ct').split(' ');
  return { root, version, commit, time: new Date(Number(seconds) * 1_000) };
}
