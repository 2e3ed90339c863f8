import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A body as bytes, made once and shared by any number of slow readers. */
export interface Encoded {
  plain: Buffer;
  /** Null: compression gains nothing. */
  compressed: Buffer | null;
}

/** Shorter bodies are not compressed. */
const LEAST_COMPRESSED_BYTES = 1024;

export async function encode(text: string): Promise<Encoded> {
  const plain = Buffer.from(text);
  const compressed = plain.length < LEAST_COMPRESSED_BYTES ? null : await promisify(gzip)(plain);
  return { plain, compressed };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether answers are compressed for clients that accept it. */
    compress: boolean;
  }
}

/** `gzip;q=0` refuses it (RFC 9110 §12.4.2). */
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

/** Whether to compress the answer, because its client accepts that. Sets the headers if so. */
export function compresses({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): boolean {
  const zipped = request.server.compress && TAKES_GZIP.test(request.headers['accept-encoding'] ?? '');
  if (zipped) reply.header('content-encoding', 'gzip');
  return zipped;
}

/** Answers with a shared body. The endpoint sets the content type. */
export function sendEncoded(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { plain, compressed }: Encoded,
): FastifyReply {
  const vary = String(reply.getHeader('vary') ?? 'Origin');
  if (!/accept-encoding/i.test(vary)) reply.header('vary', `${vary}, Accept-Encoding`);
  return reply.send(compressed !== null && compresses({ request, reply }) ? compressed : plain);
}

export const JSON_TYPE = 'application/json; charset=utf-8';
