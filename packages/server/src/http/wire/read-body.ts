import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { KeywardError } from '../../errors.ts';

/**
 * Pieces in which a body may arrive. A piece costs some microseconds and hundreds of bytes, however small it is, and a
 * chunked body may consist of one-byte chunks.
 */
const MAX_PIECES = 1_000;

/**
 * Reads a whole body into one buffer, so that a body that never ends holds no more than its bytes. Cuts the connection
 * of a client that sends more than 1,000 pieces.
 * @throws KeywardError `BodyTooLargeError` for more than `limit` bytes or 1,000 pieces, `MalformedBodyError` when the
 * client disconnects
 */
export async function readBody(payload: Readable, limit: number): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0);
  let length = 0;
  let pieces = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();

  function refuse(error: KeywardError): void {
    payload.off('data', take);
    reject(error);
  }

  function take(piece: Buffer): void {
    pieces += 1;
    if (length + piece.length > limit) return refuse(new KeywardError('BodyTooLargeError'));
    if (pieces > MAX_PIECES) {
      // Closed without an answer: until an answer was sent, everything that has arrived would be parsed.
      if ('socket' in payload && payload.socket instanceof Socket) payload.socket.destroy();
      return refuse(new KeywardError('BodyTooLargeError'));
    }
    if (length + piece.length > bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(2 * bytes.length, length + piece.length)));
      bytes.copy(larger, 0, 0, length);
      bytes = larger;
    }
    length += piece.copy(bytes, length);
  }
  const broken = (cause: Error) => refuse(new KeywardError('MalformedBodyError', { cause }));

  payload.on('data', take).on('end', resolve).on('error', broken);
  try {
    await promise;
  } finally {
    payload.off('data', take).off('end', resolve).off('error', broken);
  }
  return bytes.subarray(0, length);
}
