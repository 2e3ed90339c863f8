import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { limitPipelining } from '../../../src/http/wire/pipelining.ts';
import { listening } from '../../mount/hosts.ts';
import { mounted } from '../../mount/mounted.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { suiteKeyward } from '../expectations.ts';
import { turnOAuthOn } from '../oauth/flows.ts';
import { publicRequests } from '../../support/public-requests.ts';
import { parseResponse, rawRequest, requestFrom } from '../../support/raw-http.ts';
import { stopwatch, until } from '../../support/until.ts';
import { FULL } from '../../support/usual-size.ts';

const CONNECTIONS = 24;
const REQUESTS = 10;
/** The requests that one connection may send at once: one in progress, and those that wait behind it. */
const WAITING = 33;
/** Bounds for the busy machine of the tests. Without them, some routes take a minute. */
const WORST_MS = 1_500;
/** The memory of all connections to all routes together. */
const MOST_BYTES = 64 * 2 ** 20;
/** The memory of one connection with a larger answer. */
const MOST_OF_LARGE = 200_000;

/** Measurements: on a busy machine, only separate runs are meaningful. */
const skip = !FULL && '`npm run test:long` measures it';

/** The memory in use after a garbage collection. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  assert.ok(typeof collect === 'function');
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Resolves when this process is idle. */
async function idle(): Promise<void> {
  let quiet = 0;
  await until(async () => {
    const before = performance.eventLoopUtilization();
    await delay(10);
    quiet = performance.eventLoopUtilization(before).utilization < 0.3 ? quiet + 1 : 0;
    return quiet === 3;
  }, 'nothing is under way');
}

/**
 * Sends requests in one packet on each of many connections, reads no answers, and waits until all work is done.
 */
async function ask(server: Server, text: string): Promise<Socket[]> {
  const taken: Socket[] = [];
  const take = (socket: Socket) => taken.push(socket);
  server.on('connection', take);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1').pause());
  for (const socket of sockets) socket.on('error', () => {}).write(text);
  await until(
    () => taken.length === CONNECTIONS && taken.every(({ bytesWritten }) => bytesWritten > 0),
    'each connection has a first answer',
  );
  server.off('connection', take);
  await idle();
  return sockets;
}

/** Follows how many requests of one connection the handlers of routes work on until the client has the answer. */
function countInProgress() {
  const inProgress = new WeakMap<Socket, number>();
  const figures = { handled: 0, most: 0 };
  const begin = (message: unknown) => {
    assert.ok(typeof message === 'object' && message !== null && 'reply' in message);
    const raw: unknown = Reflect.get(Object(message.reply), 'raw');
    assert.ok(raw instanceof ServerResponse);
    const { socket } = raw.req;
    const change = (by: number) => {
      const count = (inProgress.get(socket) ?? 0) + by;
      inProgress.set(socket, count);
      figures.most = Math.max(figures.most, count);
    };
    figures.handled += 1;
    change(1);
    raw.once('close', () => change(-1));
  };
  const channel = 'tracing:fastify.request.handler:start';
  subscribe(channel, begin);
  return { figures, [Symbol.dispose]: () => void unsubscribe(channel, begin) };
}

describe('pipelined requests whose answers nobody reads', () => {
  const keyward = suiteKeyward('sqlite', {
    settings: { KEYWARD_MAX_CONNECTIONS_PER_ADDRESS: '4096' },
    inOneProcess: true,
  });

  it('RL21: delay nobody and exhaust no memory, on any public route', { skip }, async (test) => {
    const loop = monitorEventLoopDelay({ resolution: 5 });
    const all: Socket[] = [];
    await turnOAuthOn(keyward, (await addSuperadmin(keyward)).token);
    const requests = await publicRequests('/auth');
    using counted = countInProgress();
    for (const { route, text } of requests) {
      loop.reset();
      loop.enable();
      const used = process.cpuUsage();
      const packet = Array.from({ length: REQUESTS }, (_, index) => text(index)).join('');
      all.push(...(await ask(keyward.app.server.server, packet)));
      assert.equal((await keyward.callRoot('GET', '/livez')).status, 200);
      loop.disable();
      // A stop of more than the processor time is that of a machine which runs others instead.
      const { user, system } = process.cpuUsage(used);
      const busy = (user + system) / 1e3;
      const worst = Math.min(loop.max / 1e6, busy);
      test.diagnostic(`${route}: ${worst.toFixed(0)} ms of ${busy.toFixed(0)}`);
      assert.ok(worst < WORST_MS, `${route}: the event loop stood still for ${worst} ms`);
      const { most } = counted.figures;
      assert.ok(most <= 1, `${route}: ${most} requests of one connection were in progress`);
    }
    assert.ok(counted.figures.handled >= requests.length, 'no handler was seen');
    const held = bytesInUse();
    for (const socket of all) socket.destroy();
    await idle();
    const bytes = held - bytesInUse();
    test.diagnostic(`${all.length} connections hold ${(bytes / 2 ** 20).toFixed(1)} MiB`);
    assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
  });

  async function sizeOf(path: string): Promise<number> {
    const headers = { 'accept-encoding': 'identity' };
    return Number((await keyward.callRoot('HEAD', path, { headers })).headers.get('content-length'));
  }

  it('RL21: share each large answer', { skip }, async (test) => {
    for (const { route, text } of await publicRequests('/auth')) {
      if (!route.startsWith('GET')) continue;
      const size = await sizeOf(text(0).split(' ')[1] ?? '');
      if (size < MOST_OF_LARGE) continue;
      const sockets = await ask(keyward.app.server.server, text(0));
      const held = bytesInUse();
      for (const socket of sockets) socket.destroy();
      await idle();
      const each = (held - bytesInUse()) / CONNECTIONS;
      test.diagnostic(`${route}: ${(each / 1e3).toFixed(0)} of ${(size / 1e3).toFixed(0)} kB`);
      assert.ok(each < MOST_OF_LARGE, `${route}: a connection holds ${each} bytes`);
    }
  });

  it('RL21: are answered in their order, and not before the client has received the earlier answers', async () => {
    const paths = ['/livez', '/openapi.json', '/auth/config/pulse', '/nowhere', '/livez'];
    const text = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n`).join('\r\n');
    let rest = await rawRequest(keyward.port, `${text}Connection: close\r\n\r\n`);
    const statuses: number[] = [];
    while (rest !== '') {
      const answer = parseResponse(rest);
      statuses.push(answer.status);
      rest = answer.rest;
    }
    assert.deepEqual(statuses, [200, 200, 200, 404, 200]);
  });

  it('RL21: may have bodies that arrive later', async () => {
    const post =
      'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 4\r\n';
    async function* bytes() {
      yield `${'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3)}${post}Connection: close\r\n\r\n{}`;
      await delay(20);
      yield '  ';
    }
    const answer = await rawRequest(keyward.port, bytes());
    assert.deepEqual(
      [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      ['200', '200', '200', '422'],
    );
  });

  it('RL21: wait for their turn, so that one address with many connections delays no other', async () => {
    const { server } = keyward.app.server;
    let answered = 0;
    const count = ({ socket }: IncomingMessage, response: ServerResponse) => {
      if (socket.remoteAddress === '127.0.0.2') response.once('close', () => (answered += 1));
    };
    server.on('request', count);
    const sockets = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const socket = connect({ port: keyward.port, host: '127.0.0.1', localAddress: '127.0.0.2' });
        await once(socket, 'connect');
        return socket.resume();
      }),
    );
    const request = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n';
    for (const socket of sockets) socket.write(request.repeat(WAITING));
    const other = await requestFrom({ port: keyward.port, localAddress: '127.0.0.3', path: '/livez' });
    const before = answered;
    assert.equal(other.status, 200);
    await until(() => answered === sockets.length * WAITING, 'all are answered');
    server.off('request', count);
    for (const socket of sockets) socket.destroy();
    assert.ok(before < answered / 2, `${before} of ${answered} were answered before`);
  });

  it('RL21: let new connections in between', async () => {
    let begun = 0;
    const server = createServer((_request, response) => {
      begun += 1;
      // As a request that reads its body: later in the same turn of the event loop.
      process.nextTick(() => {
        const end = performance.now() + 1;
        while (performance.now() < end);
        response.end();
      });
    });
    limitPipelining(server);
    await using host = await listening(server);
    const port = Number(new URL(host.url).port);
    const open = (count: number) => Array.from({ length: count }, () => connect(port, '127.0.0.1').resume());
    const kept = open(200);
    let accepted = 0;
    const others: number[] = [];
    server.on('connection', () => (accepted += 1));
    await until(() => accepted === kept.length, 'all are accepted');
    server.on('connection', () => others.push(begun));
    for (const socket of kept) socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const later = open(100);
    await until(() => begun === kept.length, 'all have begun');
    // Node accepts one connection in each turn of its event loop.
    assert.ok(Number(others[later.length - 1]) < kept.length / 4, `after ${others.join(', ')} requests`);
    for (const socket of [...kept, ...later]) socket.destroy();
  });

  it('RL6: read no more of a body than 64 KiB and what has arrived, until somebody reads it', async () => {
    for (const size of [1, 100, 250, 255, 256, 1_018, 5_000]) {
      const requests: IncomingMessage[] = [];
      const server = createServer((request) => requests.push(request));
      limitPipelining(server);
      await using host = await listening(server);
      const chunk = `${size.toString(16)}\r\n${' '.repeat(size)}\r\n`;
      const client = connect(Number(new URL(host.url).port), '127.0.0.1').on('error', () => {});
      client.write('GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
      client.write(chunk.repeat(4_000_000 / size));
      const held = () => requests[0]?.readableLength ?? 0;
      await until(() => held() >= 64 * 1024 || client.destroyed, `all that is held of ${size} bytes a piece`);
      await idle();
      const bytes = held();
      client.destroy();
      // The server does not read the end of a connection either.
      server.closeAllConnections();
      assert.ok(bytes <= 128 * 1024, `${bytes} bytes in pieces of ${size}`);
    }
  });

  it('RL21: are not created from the input of a paused connection', async () => {
    let made = 0;
    const count = () => (made += 1);
    subscribe('http.server.request.start', count);
    const sent = 3_000;
    await rawRequest(keyward.port, 'GET /livez HTTP/1.1\r\n\r\n'.repeat(sent));
    unsubscribe('http.server.request.start', count);
    assert.ok(made < sent / 20, `${made} of ${sent}`);
  });

  it('RL21: end the connection when they are too many', async () => {
    const answer = await rawRequest(keyward.port, 'GET /docs HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_000));
    assert.equal(answer, '');
  });

  it('RL6: end the connection for thousands of small pieces in a host application too', async () => {
    await using service = await mounted();
    const server = createServer((request, response) => service.keyward.node(request, response));
    await using host = await listening(server);
    const head = 'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(2_000)}`;
    assert.equal(await rawRequest(Number(new URL(host.url).port), chunked), '');
  });

  it('RL21: are bounded in a host application too, and leave nothing behind', { skip }, async () => {
    await using service = await mounted();
    const server = createServer((request, response) => service.keyward.node(request, response));
    await using host = await listening(server);
    assert.equal((await host.send('/livez')).status, 200);
    const sockets = await ask(server, 'GET /llms-full.txt HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(30));
    const held = bytesInUse();
    for (const socket of sockets) socket.destroy();
    await idle();
    const each = (held - bytesInUse()) / CONNECTIONS;
    assert.ok(each < 2 * MOST_OF_LARGE, `a connection holds ${each} bytes`);
    const took = stopwatch();
    await service.keyward.close();
    assert.ok(took() < 4_000, 'the service waits for requests that are gone');
  });
});
