import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { hangUp } from './hang-up.ts';

/** What is not answered this long after the closing began is cut off. */
const FINISH_MS = 8_000;
/** Time for a request that has been sent to be read. */
const FIRST_BYTE_MS = 200;

/** Lets `close` wait for the requests under way, for a bounded time, and for nothing else. */
export function finishOnClose(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  let closing = false;

  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // A connection that is kept alive after its last answer would hold the closing back for a minute.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) hangUp(reply);
    done();
  });
  app.addHook('preClose', (done) => {
    closing = true;
    // Browsers open connections in advance; Node counts those that have sent nothing yet as busy.
    const unused = setTimeout(() => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, FIRST_BYTE_MS).unref();
    const cutOff = setTimeout(() => app.server.closeAllConnections(), FINISH_MS).unref();
    app.server.once('close', () => [unused, cutOff].forEach(clearTimeout));
    done();
  });
}
