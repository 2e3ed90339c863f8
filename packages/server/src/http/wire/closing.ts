import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Connection } from './connections.ts';
import { hangUp } from './hang-up.ts';

/** Requests without an answer this long after the closing began are cut off. */
const FINISH_MS = 8_000;
/** Time to read a request that has already been sent. */
const FIRST_BYTE_MS = 200;

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends each connection that is open now with the answer to its next request, unless another one has come already. */
    renewConnections(): void;
  }
}

/** Makes `close` wait a bounded time for the requests under way, and for nothing else. */
export function finishOnClose(app: FastifyInstance, connections: ReadonlySet<Connection>): void {
  let closing = false;
  let renewing = false;
  /** With the last request of each that came since. */
  const old = new WeakMap<Connection, FastifyRequest | null>();

  // A connection kept alive after its last answer would delay the closing by a minute.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (closing || (renewing && isLast(request))) hangUp(reply);
    done();
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const { socket } = request.raw;
    if (renewing && old.has(socket)) old.set(socket, request);
    done();
  });
  app.decorate('renewConnections', () => {
    renewing = true;
    for (const connection of connections) if (!old.has(connection)) old.set(connection, null);
  });
  /** Of its connection. Requests that follow one at whose answer the connection ends would get none. */
  function isLast(request: FastifyRequest): boolean {
    return old.get(request.raw.socket) === request;
  }

  app.addHook('preClose', (done) => {
    closing = true;
    // Browsers open connections in advance, and Node counts a connection as busy until it has sent something.
    const unused = setTimeout(() => {
      for (const connection of connections)
        if (connection instanceof Socket && connection.bytesRead === 0) connection.destroy();
    }, FIRST_BYTE_MS).unref();
    const cutOff = setTimeout(() => app.server.closeAllConnections(), FINISH_MS).unref();
    app.server.once('close', () => [unused, cutOff].forEach(clearTimeout));
    done();
  });
}
