import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, rmdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { codeFolder } from '../../bin/code-folder.js';
import { tempFolder } from '../support/at-exit.ts';

const user = process.getuid?.();

describe(
  'the folder of compiled code',
  { skip: user === undefined && 'this system has no numbers of users' },
  () => {
    const { TMPDIR, NODE_COMPILE_CACHE } = process.env;
    let place: ReturnType<typeof tempFolder>;
    let own: string;

    beforeEach(() => {
      place = tempFolder();
      process.env['TMPDIR'] = place.path;
      delete process.env['NODE_COMPILE_CACHE'];
      own = join(place.path, `keyward-code-${user}`);
    });
    afterEach(() => {
      place.remove();
      Object.assign(process.env, { TMPDIR, NODE_COMPILE_CACHE });
      if (TMPDIR === undefined) delete process.env['TMPDIR'];
      if (NODE_COMPILE_CACHE === undefined) delete process.env['NODE_COMPILE_CACHE'];
    });

    it('belongs to the user alone', () => {
      assert.equal(codeFolder(), own);
      assert.equal(statSync(own).mode & 0o777, 0o700);
      assert.equal(codeFolder(), own);
    });

    it('is none that others may write to or have put there', () => {
      mkdirSync(own);
      chmodSync(own, 0o777);
      assert.equal(codeFolder(), undefined);
      rmdirSync(own);
      mkdirSync(join(place.path, 'elsewhere'));
      symlinkSync(join(place.path, 'elsewhere'), own);
      assert.equal(codeFolder(), undefined);
      assert.deepEqual(readdirSync(join(place.path, 'elsewhere')), []);
    });

    it('is none where there is no place for temporary files', () => {
      process.env['TMPDIR'] = join(place.path, 'x'.repeat(300));
      assert.equal(codeFolder(), undefined);
    });

    it('is the one that is named', () => {
      process.env['NODE_COMPILE_CACHE'] = '/named';
      assert.equal(codeFolder(), '/named');
    });
  },
);
