import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { suiteKeyward } from '../expectations.ts';
import { addKey } from './api-keys.ts';

const PYTHON = process.env['PYTHON'] ?? 'python3';
const PAGE = readFileSync(new URL('../../../docs/api-keys.md', import.meta.url), 'utf8');

function hasPython(): boolean {
  try {
    execFileSync(PYTHON, ['-c', ''], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('the Python program of docs/api-keys.md', () => {
  const keyward = suiteKeyward('sqlite');

  it('creates an account once, and lists it, with an API key', async (t) => {
    if (!hasPython()) return t.skip('needs Python 3; PYTHON names another interpreter');
    const [, program = ''] = /```python\n([^]*?)```/.exec(PAGE) ?? [];
    const { key } = await addKey(keyward, ['accounts:read', 'accounts:write']);
    const env = { ...process.env, KEYWARD_API: `${keyward.url}/auth`, KEYWARD_KEY: key };
    const run = async () => (await promisify(execFile)(PYTHON, ['-c', program], { env })).stdout;
    const first = await run();
    assert.match(first, /^\d+ ada@example\.org\n$/);
    assert.equal(await run(), first);
  });
});
