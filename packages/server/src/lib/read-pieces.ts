import type { Socket } from 'node:net';

/** The maximum number of bytes that a parser takes before a message may pause or end its connection. */
const PIECE_BYTES = 1_024;

/**
 * Stops parsing where a connection is paused or destroyed. The parser of Node.js otherwise makes messages and pieces of
 * everything that one read has brought: 64 KiB can hold 3,600 requests, which a hundred connections at once turn into
 * gigabytes, or 10,000 one-byte pieces. The rest of a read goes back into the buffer of the connection.
 * @param socket already has the listeners of the parser, and serves no other parser later
 */
export function readPieces(socket: Socket): void {
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
}
