import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { KeywardError } from '../../errors.ts';
import { parseStrictJson, StrictJsonError } from '../../lib/strict-json.ts';
import { askerAt } from '../../lib/fair-queue.ts';
import { createLargeBodies } from './large-bodies.ts';
import { BODY_LIMIT_BYTES, readBody, tooLarge } from './read-body.ts';

/** Bodies that a host application has already read. */
const alreadyRead = new WeakMap<IncomingMessage, Buffer>();

/** Supplies a body that can no longer be read from its request. */
export function handInBody(request: IncomingMessage, body: Buffer): void {
  alreadyRead.set(request, body);
}

/** RFC 7644 §8.1. */
export const SCIM = 'application/scim+json';

const FORM = 'application/x-www-form-urlencoded';

/** The maximum number of fields in a form: decoding 9,000 takes some milliseconds, in which nobody else is served. */
const MOST_FORM_FIELDS = 200;

/** Whether a content type is that of a form. */
export function isForm(type: string | undefined): boolean {
  return type?.split(';')[0]?.trim().toLowerCase() === FORM;
}

/** Accepts only bodies of strict, uncompressed JSON; for the endpoints that declare it, only forms. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const large = createLargeBodies();
  async function bytesOf(
    { raw, ip, routeOptions }: FastifyRequest,
    payload: IncomingMessage,
  ): Promise<Buffer> {
    const most = routeOptions.config.contract?.mostBytes ?? BODY_LIMIT_BYTES;
    const handedIn = alreadyRead.get(raw);
    const announced = handedIn?.length ?? Number(raw.headers['content-length']);
    if (announced > most) throw tooLarge(most);
    return handedIn ?? readBody(payload, most, (cut) => large.add(askerAt(ip), cut));
  }
  async function parseJson(request: FastifyRequest, payload: IncomingMessage): Promise<unknown> {
    const bytes = await bytesOf(request, payload);
    try {
      return parseStrictJson(bytes);
    } catch (error) {
      throw malformed(error);
    }
  }
  app.addContentTypeParser('application/json', parseJson);
  app.addContentTypeParser(SCIM, async (request: FastifyRequest, payload: IncomingMessage) => {
    if (request.routeOptions.config.contract?.scimErrors === undefined)
      throw new KeywardError('UnsupportedMediaTypeError');
    return parseJson(request, payload);
  });
  app.addContentTypeParser(FORM, async (request: FastifyRequest, payload: IncomingMessage) => {
    // Pages of any site can send forms without a preflight.
    const takesForm = request.routeOptions.config.contract?.form !== undefined;
    if (!takesForm) throw new KeywardError('UnsupportedMediaTypeError');
    return parseForm(await bytesOf(request, payload));
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { 'content-type': type, 'content-encoding': encoding } = request.headers;
    // Like most requests, this one announces no body; if it has one anyway, Fastify refuses it.
    if (type === undefined && encoding === undefined) {
      done(null, payload);
      return;
    }
    if (isPlainUtf8(type ?? '', encoding)) done(null, payload);
    else done(new KeywardError('UnsupportedMediaTypeError'));
  });
}

function parseForm(bytes: Buffer): URLSearchParams {
  const text = bytes.toString();
  if (text.split('&', MOST_FORM_FIELDS + 1).length > MOST_FORM_FIELDS)
    throw new KeywardError('MalformedBodyError', {
      message: `The form has more than ${MOST_FORM_FIELDS} fields.`,
    });
  return new URLSearchParams(text);
}

/** The bytes of a compressed body, or of one in another encoding, would be read as text. */
function isPlainUtf8(type: string, encoding: string | undefined): boolean {
  const charset = /charset="?([^";\s]+)/i.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  return (encoding === undefined || encoding === 'identity') && charset === 'utf-8';
}

function malformed(error: unknown): Error {
  if (!(error instanceof StrictJsonError)) return error instanceof Error ? error : new Error(String(error));
  return new KeywardError('MalformedBodyError', {
    message: `The request body is not well-formed JSON: ${error.message}.`,
    cause: error,
  });
}
