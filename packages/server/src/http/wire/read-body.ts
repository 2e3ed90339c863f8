import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { KeywardError } from '../../errors.ts';

/** The largest body of a request, on all routes but those that declare more. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** The error for a body over the limit of its route, in bytes. */
export function tooLarge(limit: number): KeywardError {
  return new KeywardError('BodyTooLargeError', {
    message: `The request body is larger than ${inKiB(limit)}.`,
  });
}

/** A limit of a body, as people read it. */
export function inKiB(bytes: number): string {
  return `${Math.floor(bytes / 1024)} KiB`;
}

/**
 * Reads a whole body into one buffer, so that a body that never ends holds no more than its bytes.
 * @param addLarge counts a body over the usual limit, which may be cut for others; returns what ends that
 * @throws KeywardError `BodyTooLargeError` for more than `limit` bytes, `MalformedBodyError` when the client disconnects,
 * `ServiceUnavailableError` when the body is large and slow, and others need its place
 */
export async function readBody(
  payload: Readable,
  limit: number,
  addLarge: (cut: () => void) => () => void,
): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0);
  let length = 0;
  let leave: (() => void) | undefined;
  const { promise, resolve, reject } = Promise.withResolvers<void>();

  function refuse(error: KeywardError): void {
    payload.off('data', take);
    reject(error);
  }

  /** Closes the connection without an answer: until one was sent, everything that has arrived would be parsed. */
  function cut(): void {
    if ('socket' in payload && payload.socket instanceof Socket) payload.socket.destroy();
    refuse(new KeywardError('ServiceUnavailableError'));
  }

  function take(piece: Buffer): void {
    if (length + piece.length > limit) return refuse(tooLarge(limit));
    if (length + piece.length > BODY_LIMIT_BYTES) leave ??= addLarge(cut);
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
    leave?.();
  }
  return bytes.subarray(0, length);
}
