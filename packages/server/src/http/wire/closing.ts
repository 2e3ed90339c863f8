import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Connection } from './connections.ts';
import { hangUp } from './hang-up.ts';

/** What is not answered this long after the closing began is cut off. */
const FINISH_MS = 8_000;
/** Time for a request that has been sent to be read. */
const FIRST_BYTE_MS = 200;

/** Lets `close` wait for the requests under way, for a bounded time, and for nothing else. */
export function finishOnClose(app: FastifyInstance, connections: ReadonlySet<Connection>): void {
  let closing = false;

  // A connection that is kept alive after its last answer would hold the closing back for a minute.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) hangUp(reply);
    done();
  });
  app.addHook('preClose', (done) => {
    closing = true;
    // Browsers open connections in advance; Node counts those that have sent nothing yet as busy.
    const unused = setTimeout(() => {
      for (const connection of connections)
        if (connection instanceof Socket && connection.bytesRead === 0) connection.destroy();
    }, FIRST_BYTE_MS).unref();
    const cutOff = setTimeout(() => app.server.closeAllConnections(), FINISH_MS).unref();
    app.server.once('close', () => [unused, cutOff].forEach(clearTimeout));
    done();
  });
}
