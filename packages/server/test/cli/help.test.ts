import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { EXIT } from '../../src/cli/failure.ts';
import { run } from '../../src/cli/program.ts';
import { DOCS_FOLDER } from '../../src/lib/docs-path.ts';
import { runHere } from '../support/command-line.ts';

const document = readFileSync(new URL('../../docs/command-line.md', import.meta.url), 'utf8');

/** The commands in a help text, without `help` itself. */
function listed(help: string): string[] {
  const list = /\nCommands:\n([^]*?\n)(?:\n|$)/.exec(help)?.[1] ?? '';
  return [...list.matchAll(/^ {2}(\S+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
}

/** Every command line with its help text. */
async function commands(path: readonly string[] = []): Promise<{ path: readonly string[]; help: string }[]> {
  const { code, stdout } = await runHere([...path, '--help']);
  assert.equal(code, 0);
  const below: Awaited<ReturnType<typeof commands>> = [];
  for (const name of listed(stdout)) below.push(...(await commands([...path, name])));
  return [{ path, help: stdout }, ...below];
}

describe('the help', () => {
  it('has examples for each command, which the documentation explains', async () => {
    // The commands without subcommands.
    const all = (await commands()).filter(({ help }) => listed(help).length === 0);
    assert.ok(all.length > 14, String(all.length));
    for (const { path, help } of all) {
      const words = path.join(' ');
      // Longer lines would be broken, and an example could not be copied.
      const examples = /\nExamples:\n([^]*?)\n\n/.exec(help)?.[1] ?? '';
      for (const line of examples.split('\n')) assert.match(line, /^(  .+)?$/, words);
      if (words !== 'version')
        assert.match(
          help,
          new RegExp(`Examples:\\n(  \\$ .*\\n(  +[^$].*\\n)*)*?  \\$ .*keyward ${words}`),
          words,
        );
      assert.ok(document.includes(`\n## ${words}\n`) || document.includes(`\n## ${path[0]}\n`), words);
    }
  });

  it('fits into 80 columns, and names pages of the documentation that can be opened', async () => {
    for (const { path, help } of await commands()) {
      for (const line of help.split('\n')) assert.ok(line.length <= 80, `${path.join(' ')}: ${line}`);
      for (const [page] of help.matchAll(/\S+\.md\b/g))
        assert.ok(existsSync(join(DOCS_FOLDER, basename(page))), page);
    }
    const root = await runHere(['--help']);
    assert.match(root.stdout, /command-line\.md$/m);
  });

  it('continues when its reader has disconnected', async () => {
    const gone = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error(), { code: 'EPIPE' })),
    });
    const io = { stdin: process.stdin, stdout: gone, stderr: process.stderr, env: {}, cwd: '/' };
    assert.equal(await run(['node', 'keyward', '--help'], io), 0);
  });

  it('ends with the codes that the documentation lists', () => {
    const codes = [...document.matchAll(/^\| `(\d+)` /gm)].map(([, code]) => Number(code));
    assert.deepEqual(codes, Object.values(EXIT));
  });
});
