import { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Pieces of usual clients are larger: the server reads what has arrived, in pieces of at most 1 KiB. */
const SMALL_BYTES = 256;
const MOST_SMALL_PIECES = 1_000;

/**
 * A request that may have at most 1,000 small pieces in its body; its connection is then cut. A piece costs some
 * microseconds and hundreds of bytes, however small it is, and a chunked body may consist of one-byte chunks. They count
 * when they arrive, because nobody may read them: the endpoint may take no body, refuse it, or still wait for its turn.
 */
export class BoundedMessage extends IncomingMessage {
  #smallPieces = 0;

  override push(piece: unknown, encoding?: BufferEncoding): boolean {
    if (Buffer.isBuffer(piece) && piece.length < SMALL_BYTES) this.#smallPieces += 1;
    if (this.#smallPieces <= MOST_SMALL_PIECES) return super.push(piece, encoding);
    // Without an answer: until one was sent, everything that has arrived would be parsed.
    this.socket.destroy();
    return false;
  }
}

/**
 * Lets the rest of a body that nobody reads arrive as that of any other, so that its pieces count. Node would discard it
 * before it reaches the request.
 */
export function drainUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, _reply, payload, done) => {
    if (!raw.complete && raw.readableFlowing === null) raw.resume();
    done(null, payload);
  });
}
