import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sectionOf } from './changelog.ts';
import { ARCHITECTURES } from './debian.ts';
import { imageOf } from './image.ts';
import { entriesIn, layerOf } from './layer.ts';
import { sizeOf } from './package-sizes.ts';
import { CHART, PACKAGES, type Release } from './release.ts';
import { imageSbom, sbomOf } from './sbom.ts';

/**
 * Writes everything that is published into a folder: the packages, the image, the chart, a bill of materials for each,
 * the notes, and the checksums. The same commit gives the same bytes.
 * @param key the file of an SSH key that signs the checksums
 */
export async function build(release: Release, out: string, key?: string): Promise<void> {
  const { root, version } = release;
  // First, because everything else takes minutes.
  const notes = sectionOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  const files: string[] = [];
  const write = (name: string, content: string | Buffer) => {
    writeFileSync(join(out, name), content);
    files.push(name);
  };
  // npm keeps the modes of files, which depend on who cloned the repository.
  process.umask(0o022);
  for (const name of PACKAGES) {
    execFileSync('chmod', ['-R', 'u=rwX,go=rX', join(root, 'packages', name)]);
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', out], {
      cwd: join(root, 'packages', name),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const file = packed.trim().split('\n').at(-1) ?? '';
    const size = sizeOf(name, join(out, file));
    files.push(file);
    write(`${file.replace(/\.tgz$/, '')}.cdx.json`, text(sbomOf(release, name)));
    console.log(`${file}: ${size} bytes`);
  }
  const { archive, digest } = await imageOf(release);
  write(`keyward-${version}.oci.tar`, archive);
  for (const architecture of ARCHITECTURES)
    write(`keyward-${version}.oci.${architecture}.cdx.json`, text(imageSbom(release, architecture)));
  write(`keyward-chart-${version}.tgz`, await chartOf(release, digest));
  write('notes.md', `${notes}\n\nThe image is \`${digest}\`.\n`);
  const sums = files.map((name) => `${hashOf(readFileSync(join(out, name)))}  ${name}\n`);
  writeFileSync(join(out, 'SHA256SUMS'), sums.toSorted().join(''));
  if (key !== undefined)
    execFileSync('ssh-keygen', ['-Y', 'sign', '-n', 'keyward-release', '-f', key, join(out, 'SHA256SUMS')]);
}

/** The Helm chart, which names the image by its digest. */
async function chartOf({ root, time }: Release, digest: string): Promise<Buffer> {
  const entries = entriesIn(join(root, CHART), 'keyward').map((entry) =>
    entry.path === 'keyward/values.yaml'
      ? {
          ...entry,
          content: Buffer.from(String(entry.content).replace(/^ {2}digest: .*$/m, `  digest: ${digest}`)),
        }
      : entry,
  );
  return (await layerOf(entries, time)).bytes;
}

export function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function text(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
