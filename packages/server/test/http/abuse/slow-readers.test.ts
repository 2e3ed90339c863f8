import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { requestFrom } from '../../support/raw-http.ts';
import { until } from '../../support/until.ts';
import { suiteKeyward } from './logins.ts';

/** The minimum reading rate, slow enough for a busy machine. */
const PACE = { bytes: 200_000, ms: 200, checkMs: 20 };
/** The number of answers of 4.3 MB. More than one, because the system buffers some megabytes. */
const REQUESTS = 'GET /reference/script.js HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(4);

/** Sends the requests, and reads nothing. */
function ask(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => {});
  socket.write(text);
  return socket;
}

describe('clients that read slowly', async () => {
  const keyward = await suiteKeyward('sqlite', {
    settings: { KEYWARD_MAX_CONNECTIONS: '21' },
    parts: { readingPace: PACE },
    inOneProcess: true,
  });
  const { port } = keyward;
  const { server } = keyward.app.server;
  /** Waits until so many connections are open. */
  const open = (expected: number) =>
    until(async () => {
      const count = new Promise((resolve) => server.getConnections((_error, found) => resolve(found)));
      return (await count) === expected;
    }, `${expected} connections are open`);

  it('RL14: are cut off when they read nothing or next to nothing', async () => {
    const [none, little] = [ask(port, REQUESTS), ask(port, REQUESTS)];
    await open(2);
    // At a tenth of the minimum rate.
    const trickle = setInterval(() => little.read(2_000), 20);
    try {
      await open(0);
    } finally {
      clearInterval(trickle);
      for (const socket of [none, little]) socket.destroy();
    }
  });

  it('RL14: share one copy of a large answer', async () => {
    await requestFrom({ port, path: '/reference/script.js' });
    const before = process.memoryUsage().arrayBuffers;
    const sockets = Array.from({ length: 15 }, () => ask(port, REQUESTS));
    await open(sockets.length);
    await delay(50);
    const held = process.memoryUsage().arrayBuffers - before;
    for (const socket of sockets) socket.destroy();
    assert.ok(held < 8_000_000, `${held} bytes`);
  });

  it('RL14: get the whole answer when they keep the pace, however long that takes', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(REQUESTS.replace(/\r\n\r\n$/, '\r\nConnection: close\r\n\r\n'));
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 1);
    });
    await once(socket, 'end');
    assert.ok(bytes > 16_000_000, `${bytes} bytes`);
  });

  it('RL14: no more connections are taken than the settings say', async () => {
    await open(0);
    // One connection is reserved for addresses without one.
    const held = Array.from({ length: 20 }, () => ask(port, ''));
    await open(held.length);
    await assert.rejects(requestFrom({ port, path: '/livez' }), /ECONNRESET|socket hang up/);
    held[0]?.destroy();
    await open(held.length - 1);
    assert.equal((await requestFrom({ port, path: '/livez' })).status, 200);
    for (const socket of held) socket.destroy();
  });
});
