import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase } from '../support/databases.ts';
import { openFiles, rss } from '../support/resources.ts';
import { until } from '../support/until.ts';
import { askerOf } from './asked.ts';
import { startBounded } from './bounded-heap.ts';
import type { Part } from './part.ts';
import { newRenamer } from './renamer.ts';

const IDLE = 500;
const SLOW = 500;
const WORKERS = 8;
const SECONDS = 20;
const WORST_MS = 2_000;
const MOST_BYTES = 128 * 2 ** 20;
const SLACK_FILES = 20;

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  // The service may cut off slow senders.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

export const connections: Part = {
  name: 'connections',
  about: `${IDLE} idle connections and ${SLOW} slow ones, while others work`,
  limit: 3,
  async run(tell) {
    await using database = await createTestDatabase('sqlite');
    await using keyward = await startBounded(database, { KEYWARD_MAX_CONNECTIONS_PER_ADDRESS: '4096' });
    const port = Number(new URL(keyward.url).port);
    const asker = askerOf(keyward.url);
    const renamers = await Promise.all(Array.from({ length: WORKERS }, () => newRenamer(asker)));
    const before = { files: openFiles(keyward.pid) ?? 0, rss: rss(keyward.pid) ?? 0 };

    const idle: Socket[] = [];
    for (let index = 0; index < IDLE + SLOW; index += 1) idle.push(await open(port));
    const slow = idle.slice(IDLE);
    tell(`${idle.length} connections are open`);
    const request = 'POST /auth/login HTTP/1.1\r\nHost: keyward\r\nContent-Length: 60000\r\nX-Slow: ';
    const end = performance.now() + SECONDS * 1_000;
    const trickle = (async () => {
      for (let index = 0; performance.now() < end; index += 1) {
        for (const socket of slow) if (socket.writable) socket.write(request[index] ?? 'x');
        await delay(500);
      }
    })();
    await Promise.all(
      renamers.map(async (renamer) => {
        while (performance.now() < end) {
          const { status } = await renamer.rename();
          if (status !== 200) throw new Error(`a change was answered ${status}`);
          const me = await asker.ask('GET', '/me', { token: renamer.token });
          if (me.status !== 200) throw new Error(`/me was answered ${me.status}`);
        }
      }),
    );
    await trickle;
    const grown = (rss(keyward.pid) ?? 0) - before.rss;
    for (const socket of idle) socket.destroy();
    await until(
      () => (openFiles(keyward.pid) ?? 0) <= before.files + SLACK_FILES,
      'the descriptors are closed',
      30_000,
    );
    for (const renamer of renamers) await renamer.check(asker);
    asker.close();
    tell(`memory grew by ${Math.round(grown / 2 ** 20)} MiB`);
    if (grown > MOST_BYTES) throw new Error(`memory grew by ${grown} bytes`);
    if (asker.figures.worstMs > WORST_MS) throw new Error(`an answer took ${asker.figures.worstMs} ms`);
    return {
      ...asker.figures,
      injected: `${IDLE} idle, ${SLOW} slow`,
      checked: asker.figures.sent,
      lost: 0,
      slopeKib: null,
    };
  },
};
