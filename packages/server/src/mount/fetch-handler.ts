import { type IncomingMessage, request as httpRequest, type Server } from 'node:http';
import { duplexPair, Readable } from 'node:stream';
import { closedAnswer, type UnderWay } from './under-way.ts';

/** What the host knows about a request and the request does not. */
export interface FetchContext {
  /** IP address of the client, or of the proxy that it came through. */
  clientAddress?: string | undefined;
}

/** A handler in the style of the Fetch standard. Frameworks pass contexts of their own; they say nothing to us. */
export type FetchHandler = (request: Request, context?: FetchContext | object) => Promise<Response>;

/** They belong to the connection, not to the message (RFC 9110 §7.6.1). */
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

/**
 * Speaks HTTP with the server over a connection in memory, so that the limits of bodies, streams, back-pressure and
 * clients that go away are all what they are on a real one.
 */
export function createFetchHandler(deps: {
  server: Server;
  underWay: UnderWay;
  clientAddress: ((request: Request) => string | undefined) | undefined;
}): FetchHandler {
  const { server, underWay, clientAddress } = deps;

  return async (request, context = {}) => {
    const { signal } = request;
    signal.throwIfAborted();
    const [near, far] = duplexPair();
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    if (!underWay.enter(far)) {
      const { body, ...init } = closedAnswer();
      return new Response(body, init);
    }
    // Without a word from the host nobody knows the client's address; what was sent does not tell.
    const remoteAddress = addressIn(context) ?? clientAddress?.(request) ?? 'unknown';
    server.emit('connection', Object.assign(far, { remoteAddress }));

    const { pathname, search, host } = new URL(request.url);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const outgoing = httpRequest(
      {
        createConnection: () => near,
        method: request.method,
        path: pathname + search,
        headers: { host, ...headersOf(request) },
        signal,
      },
      resolve,
    );
    outgoing.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    if (request.body === null || !hasBody(request)) outgoing.end();
    else {
      const body = Readable.fromWeb(request.body);
      body.once('error', (error) => outgoing.destroy(error));
      outgoing.once('close', () => body.destroy());
      body.pipe(outgoing);
    }
    return responseOf(await promise, request.method);
  };
}

function addressIn(context: FetchContext | object): string | undefined {
  const address = 'clientAddress' in context ? context.clientAddress : undefined;
  return typeof address === 'string' ? address : undefined;
}

/** Servers give every POST a stream, also where nothing will ever come out of it. */
function hasBody({ headers, body }: Request): boolean {
  const length = headers.get('content-length');
  const announced = length !== null || headers.has('transfer-encoding') || headers.has('content-type');
  return body !== null && announced && length !== '0';
}

function headersOf(request: Request): Record<string, string> {
  const headers = Object.fromEntries([...request.headers].filter(([name]) => !OF_CONNECTION.has(name)));
  if (!hasBody(request)) return headers;
  // What is passed on in pieces has no length before its end.
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
