import { IncomingMessage } from 'node:http';

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
