/* oxlint-disable typescript/unbound-method -- the writing functions of the process are put back as they were */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { terminal } from '../../../../src/features/operations/logs/terminal.ts';

describe('the output of the terminal', () => {
  const { write } = process.stdout;
  let printed: string[] = [];
  beforeEach(() => {
    printed = [];
    process.stdout.write = (chunk: string | Uint8Array) => printed.push(String(chunk)) > 0;
  });
  afterEach(() => {
    process.stdout.write = write;
  });

  it('arrives line by line, in whole characters, however it is printed', () => {
    // The runner has printed results since the hook.
    printed = [];
    const lines: string[] = [];
    const stop = terminal.listen((stream, line) => lines.push(`${stream} ${line}`));
    process.stdout.write('one\ntw');
    process.stdout.write('o\r\n\n');
    const umlaut = Buffer.from('ä\n');
    process.stdout.write(umlaut.subarray(0, 1));
    process.stdout.write(umlaut.subarray(1));
    process.stdout.write('half');
    assert.deepEqual(lines, ['stdout one', 'stdout two', 'stdout ', 'stdout ä']);
    stop();
    assert.equal(lines.at(-1), 'stdout half');
    process.stdout.write('more\n');
    assert.equal(lines.length, 5);
    assert.equal(printed.join('').length, 'one\ntwo\r\n\n??\nhalfmore\n'.length);
  });

  it('reaches several listeners, which stop in any order, and is restored', () => {
    const before = process.stdout.write;
    const [first, second]: [string[], string[]] = [[], []];
    const stopFirst = terminal.listen((_stream, line) => first.push(line));
    const stopSecond = terminal.listen((_stream, line) => second.push(line));
    process.stdout.write('a\n');
    stopFirst();
    process.stdout.write('b\n');
    terminal.silently(() => process.stdout.write('c\n'));
    stopSecond();
    assert.deepEqual([first, second, printed], [['a'], ['a', 'b'], ['a\n', 'b\n', 'c\n']]);
    assert.equal(process.stdout.write, before);
  });

  it('arrives in pieces when a line never ends', () => {
    const lines: string[] = [];
    const stop = terminal.listen((_stream, line) => lines.push(line));
    for (let count = 0; count < 5; count += 1) process.stdout.write('x'.repeat(30_000));
    stop();
    assert.deepEqual(
      lines.map(({ length }) => length),
      [90_000, 60_000],
    );
  });
});
