import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openKeyward } from '../../src/mount/keyward.ts';
import { createTestDatabase } from '../support/databases.ts';
import { until } from '../support/until.ts';
import { listening } from './hosts.ts';
import { over } from './mounted.ts';

/** The minimum reading rate, slow enough for a busy machine. */
const PACE = { bytes: 200_000, ms: 200, checkMs: 20 };
const NEVER = { ...PACE, ms: 600_000 };
/** An answer of 4.3 MB; four are more than the system buffers. */
const LARGE = 'GET /reference/script.js HTTP/1.1\r\nHost: a\r\n\r\n';
const SMALL = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n';

/** A service in a plain `node:http` server that sets no limit. */
async function overloaded(env: Record<string, string>, pace: typeof PACE) {
  const database = await createTestDatabase('sqlite', 'tables');
  const keyward = await openKeyward({ database: database.url, dataDir: database.dataDir, env }, pace);
  const server = createServer((request, response) => {
    keyward.node(request, response, () => void response.end('host'));
  });
  const host = await listening(server);
  const sockets: Socket[] = [];
  let accepted = 0;
  server.on('connection', () => (accepted += 1));
  return {
    send: over(host.url),
    /** Sends requests, and reads nothing. */
    ask(text: string): Socket {
      const socket = connect(Number(new URL(host.url).port), '127.0.0.1').pause();
      socket.on('error', () => {}).write(text);
      sockets.push(socket);
      return socket;
    },
    /** Waits until the service has accepted all connections, and so many are still open. */
    open: (expected: number) =>
      until(async () => {
        const { promise, resolve } = Promise.withResolvers<number>();
        server.getConnections((_error, found) => resolve(found));
        return accepted >= sockets.length && (await promise) === expected;
      }, `${expected} connections are open`),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await host[Symbol.asyncDispose]();
      await keyward.close();
      await database.drop();
    },
  };
}

describe('a mounted service under clients that do not read', () => {
  it('cuts off those that read nothing, and leaves the answers of the host alone', async () => {
    await using service = await overloaded({}, PACE);
    service.ask(LARGE.repeat(4));
    await service.open(1);
    await service.open(0);
    // A connection that has read its answer stays, however long it is idle.
    const idle = service.ask(SMALL).resume();
    await once(idle, 'data');
    await delay(3 * PACE.ms);
    idle.write('GET /own HTTP/1.1\r\nHost: a\r\n\r\n');
    const [own] = await once(idle, 'data');
    assert.match(String(own), /host/);
  });

  it('answers 503 above its requests in progress, all together or from one address', async () => {
    for (const name of ['KEYWARD_MAX_CONNECTIONS', 'KEYWARD_MAX_CONNECTIONS_PER_ADDRESS']) {
      await using service = await overloaded({ [name]: '8' }, NEVER);
      for (let count = 0; count < 2; count += 1) service.ask(LARGE.repeat(4));
      await until(async () => (await service.send('/livez')).status === 503, 'the service is full');
      const refused = await service.send('/livez');
      assert.equal(refused.headers.get('retry-after'), '1');
      assert.equal(Object(await refused.json())['error'], 'ServiceUnavailableError');
      assert.equal(await (await service.send('/own')).text(), 'host');
    }
  });

  it('cuts off a client whose refusals wait behind an answer that it does not read', async () => {
    await using service = await overloaded({ KEYWARD_MAX_CONNECTIONS_PER_ADDRESS: '8' }, NEVER);
    service.ask(LARGE.repeat(4) + SMALL.repeat(100));
    await service.open(0);
  });

  it('is free again when its clients have gone', async () => {
    await using service = await overloaded({ KEYWARD_MAX_CONNECTIONS: '8' }, NEVER);
    const sockets = [service.ask(LARGE.repeat(4)), service.ask(LARGE.repeat(4))];
    await until(async () => (await service.send('/livez')).status === 503, 'the service is full');
    for (const socket of sockets) socket.destroy();
    await until(async () => (await service.send('/livez')).status === 200, 'the service is free');
  });
});
