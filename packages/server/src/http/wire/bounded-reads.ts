import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The maximum number of bytes that the parser takes before requests may ask for a pause. */
const PIECE_BYTES = 1_024;

/**
 * Stops parsing where a connection is paused. The parser of Node.js otherwise makes a request of everything that one
 * read has brought: 64 KiB can hold 3,600 of them, which a hundred connections at once turn into gigabytes. The rest of
 * a read goes back into the buffer of the connection.
 */
export function limitReads(server: Server): void {
  server.on('connection', (socket: Socket) => {
    // Those of the server, which hand the bytes to the parser.
    const listeners = socket.listeners('data');
    const parse = (piece: Buffer) => {
      for (const listener of listeners) Reflect.apply(listener, socket, [piece]);
    };
    socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
      if (chunk.length <= PIECE_BYTES) return parse(chunk);
      let at = 0;
      do {
        parse(chunk.subarray(at, at + PIECE_BYTES));
        at += PIECE_BYTES;
      } while (at < chunk.length && !socket.isPaused() && !socket.writableEnded && !socket.destroyed);
      if (at < chunk.length && socket.isPaused()) socket.unshift(chunk.subarray(at));
    });
  });
}
