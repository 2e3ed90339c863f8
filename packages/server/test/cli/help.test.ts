import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { EXIT } from '../../src/cli/failure.ts';
import { runHere } from '../support/command-line.ts';

const document = readFileSync(new URL('../../docs/command-line.md', import.meta.url), 'utf8');

/** The commands that a help lists, but for `help` itself. */
function listed(help: string): string[] {
  const list = /\nCommands:\n([^]*?\n)(?:\n|$)/.exec(help)?.[1] ?? '';
  return [...list.matchAll(/^ {2}(\S+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
}

/** Every command that does something, as it is typed. */
async function commands(path: readonly string[] = []): Promise<string[][]> {
  const { stdout } = await runHere([...path, '--help']);
  const found: string[][] = [];
  for (const name of listed(stdout)) {
    const below = await commands([...path, name]);
    found.push(...(below.length > 0 ? below : [[...path, name]]));
  }
  return found;
}

describe('the help', () => {
  it('has examples for each command, which the documentation explains', async () => {
    const all = await commands();
    assert.ok(all.length > 14, String(all.length));
    for (const path of all) {
      const { code, stdout } = await runHere([...path, '--help']);
      assert.equal(code, 0);
      const words = path.join(' ');
      // Longer lines would be broken, and an example could not be copied.
      const examples = /\nExamples:\n([^]*?)\n\n/.exec(stdout)?.[1] ?? '';
      for (const line of examples.split('\n')) assert.match(line, /^(  .+)?$/, words);
      if (words !== 'version')
        assert.match(
          stdout,
          new RegExp(`Examples:\\n(  \\$ .*\\n(  +[^$].*\\n)*)*?  \\$ .*keyward ${words}`),
          words,
        );
      assert.ok(document.includes(`\n## ${words}\n`) || document.includes(`\n## ${path[0]}\n`), words);
    }
  });

  it('ends with the codes that the documentation lists', () => {
    const codes = [...document.matchAll(/^\| `(\d+)` /gm)].map(([, code]) => Number(code));
    assert.deepEqual(codes, Object.values(EXIT));
  });
});
