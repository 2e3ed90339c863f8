import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { exitCodeOf } from '../../src/cli/failure.ts';
import { newPassword } from '../../src/cli/new-password.ts';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

/** Types the lines into a new terminal, which is closed at null. */
async function answer(...lines: (string | null)[]) {
  // Outside of raw mode, the terminal echoes input, and buffers it until the end of the line.
  let raw = false;
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (on: boolean) => (raw = on) });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
  let shown = '';
  let echoed = '';
  output.setEncoding('utf8').on('data', (text: string) => (shown += text));
  const result = newPassword(false, { profile: 'documented' }, { stdin: input, stdout: output });
  void (async () => {
    for (const line of lines) {
      await delay(50);
      if (line === null) input.end();
      else {
        if (!raw) echoed += line;
        input.write(line);
      }
    }
  })();
  const password = await result.catch((error: unknown) => error);
  return { password, shown: shown + echoed, rawAtEnd: raw };
}

describe('a new password in a terminal', () => {
  it('is asked for twice and never shown', async () => {
    const { password, shown, rawAtEnd } = await answer('Geheim1', '\r', 'Geheim1', '\r');
    assert.equal(password, 'Geheim1');
    assert.equal(rawAtEnd, false);
    assert.ok(shown.includes('New password') && shown.includes('The same password again'));
    assert.ok(!shown.includes('eheim1') && !shown.includes('h'.repeat(2)));
  });

  it('is asked for until it meets the policy and both entries match', async () => {
    const { password, shown } = await answer('Geheim', '\r', '1', '\r', 'Geheim2', '\r', '\u007f1', '\r');
    assert.equal(password, 'Geheim1');
    assert.match(shown, /add a digit/);
    assert.match(shown, /The passwords differ/);
  });

  it('is not set when the person cancels', async () => {
    for (const lines of [[CTRL_C], ['Geheim1', '\r', CTRL_C]]) {
      const { password } = await answer(...lines);
      assert.ok(password instanceof Error);
      assert.equal(password.message, 'nothing was changed');
      assert.equal(exitCodeOf(password), 130);
    }
  });

  it('is not waited for once the input has ended', async () => {
    for (const lines of [
      [CTRL_D],
      ['Geheim1', '\r', CTRL_D],
      ['kurz', '\r', '\u007f'.repeat(4), CTRL_D],
      [null],
    ]) {
      const { password } = await answer(...lines);
      assert.ok(password instanceof Error);
      assert.equal(password.message, 'the input ended without an answer; nothing was changed');
      assert.equal(exitCodeOf(password), 2);
    }
  });
});
