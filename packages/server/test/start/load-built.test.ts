import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { loadBuilt } from '../../bin/load-built.js';
import { tempFolder } from '../support/at-exit.ts';
import { until } from '../support/until.ts';

const script = (body: string): string =>
  `(function (module, exports, require, moduleUrl) { "use strict"; ${body} })`;

/** A built service of two files, and a folder for its code. */
function builtService() {
  const folder = tempFolder();
  const code = tempFolder();
  const file = (name: string) => join(folder.path, name);
  writeFileSync(file('sum.cjs'), script('exports.sum = (a, b) => a + b;'));
  writeFileSync(
    file('entry.cjs'),
    script(`
      const { sum } = require('./sum.cjs');
      exports.answer = () => [sum(40, 2), require('./sum.cjs').sum === sum, require('node:path').sep, moduleUrl];
      exports.late = () => require('./late.cjs');
    `),
  );
  writeFileSync(file('late.cjs'), script('module.exports = "late";'));
  const load = () => loadBuilt(pathToFileURL(file('entry.cjs')), code.path, 0);
  /** Which files there are, and which of them have been written anew. */
  const kept = () =>
    Object.fromEntries(readdirSync(code.path).map((name) => [name, statSync(join(code.path, name)).ino]));
  return { file, load, kept, code: code.path };
}

describe('the built service', () => {
  it('gives its files to each other once, the others by their names, and its address', () => {
    const { file, load } = builtService();
    const { exports } = load();
    const { href } = pathToFileURL(file('entry.cjs'));
    assert.deepEqual(exports.answer(), [42, true, join('/'), href]);
  });

  it('keeps its code after the start, and that of later files, for the next start', async () => {
    const { load, kept } = builtService();
    const first = load();
    assert.deepEqual(kept(), {});
    first.keep();
    await until(() => Object.keys(kept()).length === 2, 'the code is kept');
    assert.equal(first.exports.late(), 'late');
    await until(() => Object.keys(kept()).length === 3, 'the late code is kept');
    assert.deepEqual(
      Object.keys(kept()).map((name) => name.replace(/-.*/, '')),
      ['entry.cjs', 'late.cjs', 'sum.cjs'],
    );
  });

  it('uses it unless the file has changed, or the code is damaged', async () => {
    const { file, load, kept, code } = builtService();
    const first = load();
    first.exports.late();
    first.keep();
    await until(() => Object.keys(kept()).length === 3, 'the code is kept');
    // As long as before, which is all that V8 compares.
    writeFileSync(file('sum.cjs'), script('exports.sum = (a, b) => a - b;'));
    const [entry = '', late = ''] = Object.keys(kept());
    const damaged = readFileSync(join(code, entry));
    damaged[damaged.length - 1] = 1 + (damaged.at(-1) ?? 0);
    writeFileSync(join(code, entry), damaged);
    const before = kept();

    const { exports, keep } = load();
    assert.equal(exports.answer()[0], 38);
    assert.equal(exports.late(), 'late');
    keep();
    await until(() => Object.keys(kept()).length === 4, 'the changed code is kept');
    await until(() => kept()[entry] !== before[entry], 'the damaged code is replaced');
    assert.equal(kept()[late], before[late]);
  });
});
