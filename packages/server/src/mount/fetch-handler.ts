import type { IncomingMessage, Server } from 'node:http';
import { type Duplex, duplexPair, Readable } from 'node:stream';
import { systemCode } from '../config/error.ts';
import { KeywardError } from '../errors.ts';
import type { MemoryConnection } from '../http/wire/connections.ts';
import { refuseMalformedRequest } from '../http/wire/malformed-request.ts';
import { http } from '../lib/node-http.ts';
import { type DirectAnswer, directAnswer, type InFlight } from './in-flight.ts';

/** Facts about a request that only the host has. */
export interface FetchContext {
  /** IP address of the client, or of the proxy in front of it. */
  clientAddress?: string | undefined;
}

/** A handler in the style of the Fetch standard. Other contexts that a framework passes are ignored. */
export type FetchHandler = (request: Request, context?: FetchContext | object) => Promise<Response>;

/** Headers of the connection, not of the message (RFC 9110 §7.6.1). */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Statuses whose answers have no body, by the Fetch standard. */
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Node's own error for this case. */
const TOO_SLOW = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
/** Node's codes for a request that cannot be written as HTTP, for example with a control character in a header. */
const UNSENDABLE: ReadonlySet<unknown> = new Set(['ERR_INVALID_CHAR', 'ERR_UNESCAPED_CHARACTERS']);

/**
 * Sends HTTP to the server over an in-memory connection, so that limits of bodies, streams, back-pressure and
 * disconnected clients behave as on a real one.
 */
export function createFetchHandler(deps: {
  server: Server;
  inFlight: InFlight;
  clientAddress: ((request: Request) => string | undefined) | undefined;
  /** Whether answers may be compressed. */
  compress: boolean;
}): FetchHandler {
  const { server, inFlight, clientAddress, compress } = deps;
  const dropped = new Set([...OF_CONNECTION, ...(compress ? [] : ['accept-encoding'])]);

  return async (request, context = {}) => {
    request.signal.throwIfAborted();
    if (request.bodyUsed || request.body?.locked === true)
      throw new TypeError('The body of the request has been read; pass the request unread, or a clone.');
    // Only the host knows the client's address; the request does not contain it.
    const told = addressIn(context) ?? clientAddress?.(request);
    const remoteAddress = told ?? 'unknown';
    const [near, far] = duplexPair();
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    const refusal = inFlight.enter(far, told);
    if (refusal !== null) return asResponse(refusal);
    const connection: MemoryConnection = Object.assign(far, { remoteAddress, bytesTaken: 0 });
    near.on('data', (chunk: Buffer) => {
      connection.bytesTaken += chunk.length;
    });
    server.emit('connection', connection);
    try {
      const answer = await exchange(
        { request, headers: headersOf(request, dropped) },
        near,
        () => refuseMalformedRequest(TOO_SLOW, far),
        server.requestTimeout,
      );
      answer.once('close', () => near.destroy());
      return responseOf(answer, request.method);
    } catch (error) {
      // Neither end would close by itself.
      near.destroy();
      if (!UNSENDABLE.has(systemCode(error))) throw error;
      const message = 'A header of the request contains a character that HTTP does not allow.';
      return asResponse(directAnswer(new KeywardError('MalformedRequestError', { message })));
    }
  };
}

/**
 * Sends a request. Calls `onSlow` when its body has not arrived in time; on a network connection the server itself
 * checks that.
 */
function exchange(
  { request, headers }: { request: Request; headers: Record<string, string> },
  connection: Duplex,
  onSlow: () => void,
  bodyMs: number,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { signal, method } = request;
    const { pathname, search, host } = new URL(request.url);
    const outgoing = http.request(
      {
        createConnection: () => connection,
        method,
        path: pathname + search,
        headers: { host, ...headers },
        signal,
      },
      resolve,
    );
    outgoing.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    if (request.body === null || !hasBody(request)) {
      outgoing.end();
      return;
    }
    // Without cancellation, because the answer may come first: a body that a host made from an iterator would then be
    // closed twice, with an error that nobody can catch.
    const body = Readable.from(request.body.values({ preventCancel: true }), { objectMode: false });
    body.on('error', (error) => outgoing.destroy(error));
    const slow = setTimeout(onSlow, bodyMs).unref();
    outgoing.once('finish', () => clearTimeout(slow));
    outgoing.once('close', () => {
      clearTimeout(slow);
      body.destroy();
    });
    // The answer may not need the body, and the body may never arrive.
    outgoing.flushHeaders();
    body.pipe(outgoing);
  });
}

function asResponse({ body, ...init }: DirectAnswer): Response {
  return new Response(body, init);
}

function addressIn(context: FetchContext | object): string | undefined {
  const address = 'clientAddress' in context ? context.clientAddress : undefined;
  return typeof address === 'string' ? address : undefined;
}

/** Servers give every POST a stream, even if its body is empty. */
function hasBody({ headers, body }: Request): boolean {
  const length = headers.get('content-length');
  const announced = length !== null || headers.has('transfer-encoding') || headers.has('content-type');
  return body !== null && announced && length !== '0';
}

function headersOf(request: Request, dropped: ReadonlySet<string>): Record<string, string> {
  const headers = Object.fromEntries([...request.headers].filter(([name]) => !dropped.has(name)));
  if (!hasBody(request)) return headers;
  // A body that is passed on in pieces has no known length until its end.
  delete headers['content-length'];
  return { ...headers, 'transfer-encoding': 'chunked' };
}

function responseOf(answer: IncomingMessage, method: string): Response {
  const { statusCode: status = 500, rawHeaders } = answer;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (!OF_CONNECTION.has(name.toLowerCase())) headers.append(name, value);
  }
  if (method !== 'HEAD' && !NO_BODY.has(status))
    return new Response(Readable.toWeb(answer), { status, headers });
  answer.resume();
  return new Response(null, { status, headers });
}
