import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { released } from './changelog.ts';
import { updateLock } from './debian.ts';
import { publish } from './publish.ts';
import { git, readRelease, VERSIONED } from './release.ts';

const ROOT = join(import.meta.dirname, '../..');

const USAGE = `npm run release -- COMMAND

  version 1.2.3          write the version into all files, date its section of the changelog, commit and tag it
  build [--sign KEY]     make everything that is published, in the folder release; sign its sums with an SSH key
  publish [--dry-run]    publish what build made: packages, image, chart, and the release of the forge
  lock                   take the newest libraries of Debian for the image`;

function setVersion(version: string): void {
  if (!/^\d+\.\d+\.\d+(-[0-9a-z.]+)?$/.test(version)) throw new Error(`'${version}' is no semantic version.`);
  readRelease(ROOT);
  const change = (file: string, to: (text: string) => string) => {
    const path = join(ROOT, file);
    writeFileSync(path, to(readFileSync(path, 'utf8')));
  };
  change('CHANGELOG.md', (text) => released(text, version, new Date()));
  for (const [file, pattern] of Object.entries(VERSIONED))
    change(file, (text) => text.replace(pattern, version));
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--silent'], { cwd: ROOT });
  git(ROOT, 'commit', '--all', '--message', `chore(release): ${version}`);
  git(ROOT, 'tag', '--annotate', `v${version}`, '--message', `Keyward ${version}`);
  console.log(`v${version} is committed and tagged. Push both, then "npm run release -- build".`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'dry-run': { type: 'boolean', default: false },
    out: { type: 'string' },
    sign: { type: 'string' },
  },
});
const [command, version = ''] = positionals;
const out = resolve(values.out ?? join(ROOT, 'release'));

async function run(): Promise<void> {
  if (command === 'version') setVersion(version);
  else if (command === 'lock') updateLock();
  else if (command === 'build') {
    const release = readRelease(ROOT);
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    await build(release, out, values.sign);
    for (const name of readdirSync(out)) console.log(join(out, name));
  } else if (command === 'publish') publish(readRelease(ROOT), out, values['dry-run']);
  else throw new Error(USAGE);
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
