import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { createProcessOutput } from '../../src/lib/process-output.ts';

describe('the output of a process', () => {
  it('RE13: bounds what waits for a reader, counts what is lost, and reports it when it can', async () => {
    const waiting: (() => void)[] = [];
    const stream = new Writable({ write: (_chunk, _encoding, done) => void waiting.push(done) });
    const output = createProcessOutput(() => stream);
    for (let count = 0; count < 300; count += 1) output.print(`${'x'.repeat(9_998)}\n\n`);
    assert.ok(stream.writableLength <= 1024 * 1024, `${stream.writableLength} wait`);
    assert.match(output.takeError()?.message ?? '', /the reader is gone/);
    assert.equal(output.takeError(), null);
    assert.equal(output.takeLost(), 0, 'telling would lose more');
    for (let done = waiting.shift(); done !== undefined; done = waiting.shift()) {
      done();
      await setImmediate();
    }
    const printed = Math.floor((1024 * 1024) / 10_000);
    assert.equal(output.takeLost(), 2 * (300 - printed));
    assert.equal(output.takeLost(), 0);
    await setImmediate();
    assert.equal(stream.listenerCount('error'), 0);
  });

  for (const [how, write] of Object.entries({
    'fails at once': () => {
      throw new Error('EAGAIN');
    },
    'fails later': (_chunk: unknown, _encoding: unknown, done: (error: Error) => void) =>
      done(new Error('EPIPE')),
  })) {
    it(`RE13: survives a stream that ${how}, and leaves the listeners of others alone`, async () => {
      const stream = new Writable({ write, emitClose: false });
      const heard: unknown[] = [];
      const hostListener = (error: unknown) => heard.push(error);
      stream.on('error', hostListener);
      const output = createProcessOutput(() => stream);
      for (let count = 0; count < 10; count += 1) {
        output.print('a line\n');
        await setImmediate();
      }
      await setImmediate();
      assert.match(output.takeError()?.message ?? '', /EPIPE|EAGAIN/);
      assert.equal(output.takeLost(), 0);
      assert.ok(heard.length <= 1, 'it tries again a second later');
      assert.deepEqual(stream.listeners('error'), [hostListener]);
    });
  }
});
