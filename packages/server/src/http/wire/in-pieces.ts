import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** The number of bytes of an answer that are written at once. */
const PIECE = 64 * 1024;

/**
 * Writes large answers in pieces, each of which waits until the previous one is on its way. So an unread answer is
 * never copied completely, and the server sees how much of it has been read: see `cutSlowReaders`.
 */
export function sendInPieces(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length <= PIECE) {
      done(null, payload);
      return;
    }
    const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
    reply.header('content-length', bytes.length);
    done(null, Readable.from(piecesOf(bytes)));
  });
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE);
}
