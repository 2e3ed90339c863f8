import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { KeywardError } from '../errors.ts';
import { parseStrictJson, StrictJsonError } from '../lib/strict-json.ts';

/** Bodies that a host application has read from their connections. */
const alreadyRead = new WeakMap<IncomingMessage, Buffer>();

/** Says what stood in a body that cannot be read from its request any more. */
export function handInBody(request: IncomingMessage, body: Buffer): void {
  alreadyRead.set(request, body);
}

/** Makes strict, uncompressed JSON the only body that is read. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseStrictJson(body));
    } catch (error) {
      done(malformed(error));
    }
  });
  // Bytes of a compressed body would be read as text.
  app.addHook('preParsing', async (request, _reply, payload) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      throw new KeywardError('UnsupportedMediaTypeError');
    const charset = /charset="?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
    if (charset !== undefined && charset.toLowerCase() !== 'utf-8')
      throw new KeywardError('UnsupportedMediaTypeError');
    const body = alreadyRead.get(request.raw);
    if (body === undefined) return payload;
    // What came over the connection was as long as announced; what is made of it again may be shorter.
    const receivedEncodedLength = Number(request.headers['content-length'] ?? body.length);
    return Object.assign(Readable.from(body.length === 0 ? [] : [body]), { receivedEncodedLength });
  });
}

function malformed(error: unknown): Error {
  if (!(error instanceof StrictJsonError)) return error instanceof Error ? error : new Error(String(error));
  return new KeywardError('MalformedBodyError', {
    message: `The request body is not well-formed JSON: ${error.message}.`,
    cause: error,
  });
}
