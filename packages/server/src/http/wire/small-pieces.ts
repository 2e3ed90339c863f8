import type { IncomingMessage, ServerResponse } from 'node:http';

/** Pieces of usual clients are larger: the server reads what has arrived, in pieces of at most 1 KiB. */
const SMALL_BYTES = 256;
const MOST_SMALL_PIECES = 1_000;

/**
 * Cuts the connection of a request whose body has more than 1,000 small pieces. A piece costs some microseconds and
 * hundreds of bytes, however small it is, and a chunked body may consist of one-byte chunks. They count when they arrive,
 * because nobody may read them: the endpoint may take no body, refuse it, or still wait for its turn.
 */
export function limitSmallPieces(request: IncomingMessage, response: ServerResponse): void {
  const push = request.push.bind(request);
  let small = 0;
  request.push = (piece: unknown, encoding?: BufferEncoding) => {
    if (Buffer.isBuffer(piece) && piece.length < SMALL_BYTES) small += 1;
    if (small <= MOST_SMALL_PIECES) return push(piece, encoding);
    // Without an answer: until one was sent, everything that has arrived would be parsed.
    request.socket.destroy();
    return false;
  };
  // Node discards the rest of a body that nobody has begun to read before it becomes pieces.
  response.prependOnceListener('finish', () => {
    if (request.complete || request.readableFlowing !== null) return;
    request.read();
    request.resume();
  });
}
