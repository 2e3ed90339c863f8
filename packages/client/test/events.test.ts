import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readEvents, type ServerSentEvent } from '../src/stream.ts';
import { collect } from './support/collect.ts';

async function* streamOf(chunks: readonly string[]): AsyncGenerator<string> {
  yield* chunks;
}

const eventsOf = (...chunks: string[]): Promise<ServerSentEvent[]> => collect(readEvents(streamOf(chunks)));

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
describe('server-sent events', () => {
  it('have an id, a name and data', async () => {
    assert.deepEqual(await eventsOf('id: 1\nevent: log\ndata: {"a":1}\n\n'), [
      { id: '1', event: 'log', data: '{"a":1}' },
    ]);
  });

  it('take the last id when they have none, and are messages when they have no name', async () => {
    assert.deepEqual(await eventsOf('id: 1\nevent: log\ndata: a\n\ndata: b\n\nid\ndata: c\n\n'), [
      { id: '1', event: 'log', data: 'a' },
      { id: '1', event: 'message', data: 'b' },
      { id: '', event: 'message', data: 'c' },
    ]);
  });

  it('join several data lines, drop one space after the colon, and allow fields without a colon', async () => {
    const [event] = await eventsOf('data: YHOO\ndata:+2\ndata:  10\ndata\ndata: a:b\n\n');
    assert.equal(event?.data, 'YHOO\n+2\n 10\n\na:b');
  });

  it('skip comments, unknown fields, events without data and unfinished events', async () => {
    assert.deepEqual(await eventsOf(': ping\n\n:\nother: x\nevent: log\n\ndata: a\n\ndata: never'), [
      { id: '', event: 'message', data: 'a' },
    ]);
    const [event] = await eventsOf('id: 1\nid: 2\0\ndata: a\n\n');
    assert.equal(event?.id, '1');
  });

  it('set the time before a reconnection', async () => {
    const waits: number[] = [];
    const text = 'retry: 2500\nretry: soon\nretry: 10x\ndata: a\n\n';
    assert.equal((await collect(readEvents(streamOf([text]), (ms) => waits.push(ms)))).length, 1);
    assert.deepEqual(waits, [2500]);
  });

  it('parse alike wherever the text is split, with any line ending', async () => {
    const expected = [
      { id: '1', event: 'log', data: 'a\n\nb' },
      { id: '2', event: 'message', data: 'c' },
    ];
    for (const end of ['\n', '\r\n', '\r']) {
      // A carriage return at the very end could be half of a line end, so more text follows it.
      const lines = [
        ': x',
        'id: 1',
        'event: log',
        'data: a',
        'data:',
        'data: b',
        '',
        'id:2',
        'data:c',
        '',
        ': y',
        '',
      ];
      const text = lines.join(end);
      for (let first = 0; first <= text.length; first += 1)
        for (let second = first; second <= text.length; second += 1)
          assert.deepEqual(
            await eventsOf(text.slice(0, first), text.slice(first, second), text.slice(second)),
            expected,
            JSON.stringify([text, first, second]),
          );
    }
  });
});
