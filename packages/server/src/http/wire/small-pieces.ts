import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';

/** Pieces of usual clients are larger: the server reads what has arrived, in pieces of at most 1 KiB. */
const SMALL_BYTES = 256;
const MOST_SMALL_PIECES = 1_000;
const JOINED_BYTES = 1_024;

/**
 * Cuts the connection of a request whose body has more than 1,000 small pieces, and joins those that nobody reads yet. A
 * piece costs some microseconds and hundreds of bytes, however small it is, and a chunked body may consist of one-byte
 * chunks. They count when they arrive, because nobody may read them: the endpoint may take no body, refuse it, or still
 * wait for its turn.
 * @param cut closes the connection, without an answer: until one was sent, everything that has arrived would be parsed
 */
export function limitSmallPieces(
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
  cut: () => void,
): void {
  const push = request.push.bind(request);
  let small = 0;
  let bytes = 0;
  let joined: Buffer | undefined;
  let length = 0;

  function flush(): void {
    if (length > 0) push(joined?.subarray(0, length));
    joined = undefined;
    length = 0;
  }

  function join(piece: Buffer): boolean {
    if (length + piece.length > JOINED_BYTES) flush();
    joined ??= Buffer.allocUnsafe(JOINED_BYTES);
    length += piece.copy(joined, length);
    // False makes Node stop to read the connection, as `push` does.
    return request.readableLength < request.readableHighWaterMark;
  }

  request.push = (piece: unknown, encoding?: BufferEncoding) => {
    const isSmall = Buffer.isBuffer(piece) && piece.length < SMALL_BYTES;
    if (Buffer.isBuffer(piece)) bytes += piece.length;
    if (isSmall) small += 1;
    // The server's own cuts make small pieces of larger ones.
    if (small > MOST_SMALL_PIECES + bytes / SMALL_BYTES) {
      cut();
      return false;
    }
    if (isSmall && request.readableFlowing !== true) return join(piece);
    flush();
    return push(piece, encoding);
  };
  request.on('resume', flush);
  // Node discards the rest of a body that nobody has begun to read before it becomes pieces.
  response.prependOnceListener('finish', () => {
    if (request.complete || request.readableFlowing !== null) return;
    request.read();
    request.resume();
  });
}
