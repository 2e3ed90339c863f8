import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { errorCode, type ErrorKind, ERRORS } from '../../server/src/errors.ts';
import { KeywardError, kindOf } from '../src/errors.ts';

describe("the client's copy of the interface", () => {
  it('has the types and routes of the service', async () => {
    // It awaits at its top level. Files that share a process must not do that.
    const { generate } = await import('../scripts/generate.ts');
    for (const [name, text] of Object.entries(await generate())) {
      const written = readFileSync(new URL(`../src/${name}`, import.meta.url), 'utf8');
      assert.ok(written === text, `src/${name} is out of date: npm run generate`);
    }
  });

  it('its kinds of errors follow from their codes', () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the catalogue are its kinds
    for (const kind of Object.keys(ERRORS) as ErrorKind[]) assert.equal(kindOf(errorCode(kind)), kind);
    assert.equal(new KeywardError('UnexpectedResponseError', '').code, 'unexpected_response');
    assert.equal(new KeywardError('NetworkError', '').code, 'network');
  });
});
