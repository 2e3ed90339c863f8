import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KeywardError } from '../../src/errors.ts';
import { DuplicateError } from '../../src/store/engine/duplicate-error.ts';
import { createChannel } from '../../src/workers/channel.ts';
import { portPair } from '../support/ports.ts';

function connected<T extends object>(object: T) {
  const { ends, close } = portPair();
  const [here, there] = ends.map((end) => createChannel(end));
  assert.ok(here !== undefined && there !== undefined);
  there.expose('object', object);
  return { remote: here.remote<T>('object'), posted: here.posted<T>('object'), close };
}

describe('a channel between two processes', () => {
  it('gives up only the calls that are not answered in time', async () => {
    const { ends } = portPair();
    const [here, there] = ends.map((port) => createChannel(port, { ms: 100, checkMs: 10 }));
    assert.ok(here !== undefined && there !== undefined);
    there.expose('object', { hang: () => new Promise(() => {}), answer: () => 'here' });
    const remote = here.remote<{ hang(): Promise<void>; answer(): string }>('object');
    await assert.rejects(remote.hang(), { kind: 'ServiceUnavailableError', retryAfter: 1 });
    assert.equal(await remote.answer(), 'here');
  });

  it('passes arguments and results of any plain kind', async () => {
    const { remote } = connected({ echo: (...args: unknown[]) => args });
    const plain = [1, 'ä', null, undefined, { list: [new Map([['a', 1]])] }, 10n];
    assert.deepEqual(await remote.echo(...plain), plain);
  });

  it('keeps calls and posts in their order', async () => {
    const heard: number[] = [];
    const { remote, posted } = connected({ hear: (value: number) => void heard.push(value) });
    posted.hear(1);
    const second = remote.hear(2);
    posted.hear(3);
    await Promise.all([second, remote.hear(4)]);
    assert.deepEqual(heard, [1, 2, 3, 4]);
  });

  it('passes errors with everything that callers distinguish them by', async () => {
    const limited = new KeywardError('RateLimitedError', { retryAfter: 7, details: { a: 1 } });
    const busy = Object.assign(new Error('database is locked'), { errcode: 5 });
    const { remote } = connected({
      fail: (which: 'limited' | 'duplicate' | 'busy') => {
        throw { limited, duplicate: new DuplicateError('version', null), busy }[which];
      },
    });
    await assert.rejects(remote.fail('limited'), (error) => {
      assert.ok(error instanceof KeywardError);
      const { kind, retryAfter, details, message } = error;
      assert.deepEqual(
        [kind, retryAfter, details, message],
        ['RateLimitedError', 7, { a: 1 }, limited.message],
      );
      return true;
    });
    await assert.rejects(
      remote.fail('duplicate'),
      (error) => error instanceof DuplicateError && error.column === 'version',
    );
    await assert.rejects(remote.fail('busy'), { errcode: 5, message: 'database is locked' });
  });

  it('refuses what is not exposed', async () => {
    const { remote } = connected<{ toString: () => string; absent: () => void }>(Object.create(null));
    await assert.rejects(async () => remote.toString(), /not exposed/);
    await assert.rejects(async () => remote.absent(), /not exposed/);
  });

  it('fails calls that wait, and later ones, when the other side is gone', async () => {
    const { remote, posted, close } = connected({ wait: () => new Promise<void>(() => {}) });
    const waiting = assert.rejects(remote.wait(), { kind: 'ServiceUnavailableError' });
    close();
    await waiting;
    await assert.rejects(remote.wait(), { kind: 'ServiceUnavailableError' });
    posted.wait();
  });
});
