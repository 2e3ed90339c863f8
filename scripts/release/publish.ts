import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from './build.ts';
import { git, PACKAGES, type Release } from './release.ts';

/**
 * Publishes what {@link build} made. Nothing is published unless everything can be: the tag, the sums, the programs and
 * the address of the repository are checked first. Completed steps can be repeated safely, except for the packages: npm
 * refuses a version that exists.
 * @param dryRun prints the commands instead
 * @throws Error that names what is missing
 */
export function publish({ root, version }: Release, out: string, dryRun: boolean): void {
  assertSums(out);
  const image = required(
    'KEYWARD_IMAGE',
    'the name of the image in its registry, such as registry.example.com/keyward',
  );
  const charts = required(
    'KEYWARD_CHARTS',
    'the registry of the chart, such as oci://registry.example.com/charts',
  );
  if (!dryRun) assertReady(root, version);
  const run = (command: string, ...args: readonly string[]) => {
    console.log([command, ...args].join(' '));
    if (!dryRun) execFileSync(command, args, { cwd: out, stdio: 'inherit' });
  };
  const files = readdirSync(out);
  const archive = `keyward-${version}.oci.tar`;
  for (const name of PACKAGES) {
    const prefix = name === 'server' ? 'keyward' : `keyward-${name}`;
    run('npm', 'publish', `${prefix}-${version}.tgz`, '--access', 'public', '--provenance');
  }
  run('skopeo', 'copy', '--all', `oci-archive:${archive}:${version}`, `docker://${image}:${version}`);
  run('helm', 'push', `keyward-chart-${version}.tgz`, charts);
  const draft = version.includes('-') ? ['--prerelease'] : [];
  run(
    'gh',
    'release',
    'create',
    `v${version}`,
    '--verify-tag',
    ...draft,
    '--notes-file',
    'notes.md',
    ...files,
  );
}

function assertSums(out: string): void {
  for (const line of readFileSync(join(out, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
    const [sum, name = ''] = line.split('  ');
    if (hashOf(readFileSync(join(out, name))) !== sum) throw new Error(`${name} is not what was built.`);
  }
}

function required(name: string, about: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`Set ${name} to ${about}.`);
  return value;
}

function assertReady(root: string, version: string): void {
  const tagged = git(root, 'tag', '--points-at', 'HEAD').split('\n');
  if (!tagged.includes(`v${version}`)) throw new Error(`The commit is not tagged v${version}.`);
  for (const name of PACKAGES) {
    const manifest: { repository?: unknown } = JSON.parse(
      readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'),
    );
    if (manifest.repository === undefined)
      throw new Error(`packages/${name}/package.json has no "repository". npm needs it for the provenance.`);
  }
  for (const [command, ...args] of [
    ['npm', 'whoami'],
    ['skopeo', '--version'],
    ['helm', 'version'],
    ['gh', 'auth', 'status'],
  ] as const) {
    try {
      execFileSync(command, args, { stdio: 'ignore' });
    } catch {
      throw new Error(`"${[command, ...args].join(' ')}" fails: install it, or sign in.`);
    }
  }
}
