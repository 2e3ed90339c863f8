import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Architecture, partsOf, readLock } from './debian.ts';
import type { Release } from './release.ts';

interface Component {
  'bom-ref': string;
  type: string;
  name: string;
  version: string;
  purl: string;
  [other: string]: unknown;
}

/** A software bill of materials (CycloneDX 1.5). */
export interface Sbom {
  bomFormat: string;
  specVersion: string;
  version: number;
  metadata: { timestamp: string; component: Component };
  components: Component[];
}

/** The content of a package: its dependencies, and the packages that its build includes in its files. */
export function sbomOf(release: Release, name: string): Sbom {
  const folder = join(release.root, 'packages', name);
  const dependencies = componentsOf(release.root, `--workspace=packages/${name}`, '--omit=dev');
  const { name: title = '' }: { name?: string } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const own = dependencies.find((component) => component['bom-ref'].startsWith(`${title}@`));
  if (own === undefined) throw new Error(`npm sbom does not name ${title}`);
  const bundled = name === 'server' ? bundledIn(release) : [];
  return stamped(release, { ...own, name: title }, [
    ...dependencies.filter((component) => component !== own),
    ...bundled,
  ]);
}

/** The same for the image: with Node.js and the libraries of Debian. */
export function imageSbom(release: Release, architecture: Architecture): Sbom {
  const service = sbomOf(release, 'server');
  const node = process.versions.node;
  return stamped(
    release,
    { ...service.metadata.component, type: 'container', purl: `pkg:oci/keyward@${release.version}` },
    [
      service.metadata.component,
      ...service.components,
      componentOf('node', node, `pkg:generic/node@${node}`),
      ...readLock()[architecture].map((locked) => {
        const { name, version } = partsOf(locked);
        const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`;
        return componentOf(name, version, purl, locked.sha256);
      }),
    ],
  );
}

function componentsOf(root: string, ...options: readonly string[]): Component[] {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', ...options];
  const { components }: Sbom = JSON.parse(
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }),
  );
  return components;
}

/** Packages whose code is in the bundles of the service and its pages, although they are not installed. */
function bundledIn({ root }: Release): Component[] {
  const dist = join(root, 'packages/server/dist');
  const names = new Set([
    ...globSync('web/*/*licenses.md', { cwd: dist }).flatMap((list) =>
      [...readFileSync(join(dist, list), 'utf8').matchAll(/^## (\S+) - \S+/gm)].map(([, name = '']) => name),
    ),
    '@scalar/fastify-api-reference',
  ]);
  return componentsOf(root, '--workspaces').filter(({ name }) => names.has(name));
}

function componentOf(name: string, version: string, purl: string, sha256?: string): Component {
  return {
    'bom-ref': purl,
    type: 'library',
    name,
    version,
    purl,
    ...(sha256 !== undefined && { hashes: [{ alg: 'SHA-256', content: sha256 }] }),
  };
}

/** Without a serial number and the clock of this run, which would differ each time. */
function stamped({ time }: Release, component: Component, components: readonly Component[]): Sbom {
  const unique = new Map(components.map((one) => [one['bom-ref'], one]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { timestamp: time.toISOString(), component },
    components: [...unique.values()].toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
  };
}
