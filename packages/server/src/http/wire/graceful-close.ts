import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Connection } from './connections.ts';
import { closeConnection } from './close-connection.ts';

/** Requests without an answer this long after the closing began are cut off. */
const FINISH_MS = 8_000;
/** Time to read a request that has already been sent. */
const FIRST_BYTE_MS = 200;

/** Makes `close` wait a bounded time for the requests in progress, and only for them. */
export function finishOnClose(app: FastifyInstance, connections: ReadonlySet<Connection>): void {
  let closing = false;
  // A connection kept alive after its last answer would delay the closing by a minute.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) closeConnection(reply);
    done();
  });

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
