import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missing } from '../../../scripts/install-missing.js';

const LOCKFILE = {
  packages: {
    '': {},
    'packages/server': { version: '0.1.0' },
    'node_modules/keyward': { link: true },
    'node_modules/needed': { version: '1.0.0', integrity: 'sha512-a' },
    'packages/server/node_modules/nested': { version: '3.0.0', integrity: 'sha512-d' },
    'node_modules/tool': { version: '2.0.0', integrity: 'sha512-b', dev: true },
    'node_modules/for-another-system': { version: '1.0.0', integrity: 'sha512-c', optional: true },
  },
};

/** What npm leaves in node_modules. */
const { '': _, 'node_modules/for-another-system': __, ...present } = LOCKFILE.packages;

describe('what npm start and npm test install', () => {
  it('is nothing where all is there', () => {
    assert.deepEqual(missing(LOCKFILE, { packages: present }, true), []);
  });

  it('is all in a fresh clone', () => {
    const needed = ['node_modules/keyward', 'node_modules/needed', 'packages/server/node_modules/nested'];
    assert.deepEqual(missing(LOCKFILE, null, false), needed);
    assert.deepEqual(missing(LOCKFILE, null, true), [...needed, 'node_modules/tool']);
  });

  it('is what the lockfile changed', () => {
    const older = { ...present, 'node_modules/needed': { version: '0.9.0', integrity: 'sha512-z' } };
    assert.deepEqual(missing(LOCKFILE, { packages: older }, false), ['node_modules/needed']);
    const other = {
      ...present,
      'node_modules/for-another-system': { version: '0.9.0', integrity: 'sha512-z' },
    };
    assert.deepEqual(missing(LOCKFILE, { packages: other }, false), ['node_modules/for-another-system']);
  });

  it('leaves the tools of development out of a start', () => {
    const { 'node_modules/tool': tool, ...production } = present;
    assert.ok(tool.dev);
    assert.deepEqual(missing(LOCKFILE, { packages: production }, false), []);
    assert.deepEqual(missing(LOCKFILE, { packages: production }, true), ['node_modules/tool']);
  });
});
