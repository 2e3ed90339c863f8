import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A body as bytes, made once and shared by any number of slow readers. */
export interface Encoded {
  plain: Buffer;
  compressed: Buffer;
}

export async function encode(text: string): Promise<Encoded> {
  const plain = Buffer.from(text);
  return { plain, compressed: await promisify(gzip)(plain) };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether answers are compressed for clients that take it. */
    compress: boolean;
  }
}

/** `gzip;q=0` refuses it (RFC 9110 §12.4.2). */
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

/** Whether the answer is to be compressed, because its client takes that. Then its headers say so. */
export function compresses({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): boolean {
  const zipped = request.server.compress && TAKES_GZIP.test(request.headers['accept-encoding'] ?? '');
  if (zipped) reply.header('content-encoding', 'gzip');
  return zipped;
}
