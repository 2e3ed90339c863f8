import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { KeywardError } from '../../errors.ts';
import { parseStrictJson, StrictJsonError } from '../../lib/strict-json.ts';

/** Bodies that a host application has already read. */
const alreadyRead = new WeakMap<IncomingMessage, Buffer>();

/** Hands in a body that can no longer be read from its request. */
export function handInBody(request: IncomingMessage, body: Buffer): void {
  alreadyRead.set(request, body);
}

const FORM = 'application/x-www-form-urlencoded';

/** Whether a content type is that of a form. */
export function isForm(type: string | undefined): boolean {
  return type?.split(';')[0]?.trim().toLowerCase() === FORM;
}

/** Accepts only bodies of strict, uncompressed JSON; for the endpoints that declare it, only forms. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseStrictJson(body));
    } catch (error) {
      done(malformed(error));
    }
  });
  app.addContentTypeParser<Buffer>(FORM, { parseAs: 'buffer' }, (request, body, done) => {
    // Pages of any site can send forms without a preflight.
    const takesForm = request.routeOptions.config.contract?.form !== undefined;
    if (takesForm) done(null, new URLSearchParams(body.toString()));
    else done(new KeywardError('UnsupportedMediaTypeError'));
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { 'content-type': type, 'content-encoding': encoding } = request.headers;
    // Like most requests, this one announces no body; if it has one all the same, Fastify refuses it.
    if (type === undefined && encoding === undefined) {
      done(null, payload);
      return;
    }
    if (!isPlainUtf8(type ?? '', encoding)) {
      done(new KeywardError('UnsupportedMediaTypeError'));
      return;
    }
    const body = alreadyRead.get(request.raw);
    done(null, body === undefined ? payload : again(request, body));
  });
}

/** The bytes of a compressed body, or of one in another encoding, would be read as text. */
function isPlainUtf8(type: string, encoding: string | undefined): boolean {
  const charset = /charset="?([^";\s]+)/i.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  return (encoding === undefined || encoding === 'identity') && charset === 'utf-8';
}

/** A body that was read already, as a new stream. */
function again({ headers }: FastifyRequest, body: Buffer): Readable {
  // The bytes that arrived matched the announced length; the body rebuilt from them may be shorter.
  const receivedEncodedLength = Number(headers['content-length'] ?? body.length);
  return Object.assign(Readable.from(body.length === 0 ? [] : [body]), { receivedEncodedLength });
}

function malformed(error: unknown): Error {
  if (!(error instanceof StrictJsonError)) return error instanceof Error ? error : new Error(String(error));
  return new KeywardError('MalformedBodyError', {
    message: `The request body is not well-formed JSON: ${error.message}.`,
    cause: error,
  });
}
