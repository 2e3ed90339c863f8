import { type Agent, request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * Sends bytes to a port of 127.0.0.1 and collects the answer until the server closes the connection; a reset
 * counts as a close. The client never closes first, so a promise that resolves proves that the server did.
 * @param bytes an async iterable sends its chunks as they come, for slow clients
 * @returns the answer, one character a byte (latin1), for `parseResponse`
 * @throws Error with what came so far when the server leaves the connection open for `timeoutMs` (30 s)
 */
export async function rawRequest(
  port: number,
  bytes: string | Buffer | AsyncIterable<string | Buffer>,
  { timeoutMs = 30_000 }: { timeoutMs?: number } = {},
): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  let answer = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk));
  const closed = new Promise<void>((resolve, reject) => {
    let connected = false;
    const timer = setTimeout(() => {
      reject(new Error(`Not closed by the server in ${timeoutMs} ms; received ${JSON.stringify(answer)}`));
      socket.destroy();
    }, timeoutMs);
    socket.on('connect', () => (connected = true));
    socket.on('error', (error) => {
      if (!connected) reject(error);
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  const send = async () => {
    if (typeof bytes === 'string' || Buffer.isBuffer(bytes)) {
      socket.write(bytes);
      return;
    }
    for await (const chunk of bytes) {
      if (!socket.writable) break;
      socket.write(chunk);
    }
  };
  await Promise.race([closed, send().then(() => closed)]);
  return answer;
}

export interface RawResponse {
  status: number;
  /** By lower-case name, every line of that name. */
  headers: Map<string, string[]>;
  /** Without the chunked encoding, as UTF-8. */
  body: string;
  /** The bytes after the response, such as the answer to a smuggled request. */
  rest: string;
}

/**
 * Reads the first response in what `rawRequest` returned.
 * @throws Error when it does not begin with a complete HTTP/1.1 response
 */
export function parseResponse(raw: string): RawResponse {
  const headEnd = raw.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = raw.slice(0, headEnd).split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3})( |$)/.exec(statusLine)?.[1];
  if (headEnd < 0 || status === undefined) throw new Error(`Not a response: ${JSON.stringify(raw)}`);
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error(`Not a header line: ${JSON.stringify(line)}`);
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  const { body, rest } = readBody(raw.slice(headEnd + 4), headers);
  return { status: Number(status), headers, body: Buffer.from(body, 'latin1').toString('utf8'), rest };
}

function readBody(raw: string, headers: Map<string, string[]>): { body: string; rest: string } {
  if (headers.get('transfer-encoding')?.includes('chunked') === true) return readChunks(raw);
  const length = headers.get('content-length')?.[0];
  if (length === undefined) return { body: raw, rest: '' };
  if (raw.length < Number(length)) throw new Error(`The body is cut short: ${JSON.stringify(raw)}`);
  return { body: raw.slice(0, Number(length)), rest: raw.slice(Number(length)) };
}

function readChunks(raw: string): { body: string; rest: string } {
  let body = '';
  let rest = raw;
  for (;;) {
    const size = /^([0-9a-f]+)\r\n/i.exec(rest);
    const length = parseInt(size?.[1] ?? '', 16);
    const start = size?.[0].length ?? 0;
    const end = start + length;
    if (rest.slice(end, end + 2) !== '\r\n') throw new Error(`Not a chunk: ${JSON.stringify(rest)}`);
    body += rest.slice(start, end);
    rest = rest.slice(end + 2);
    if (length === 0) return { body, rest };
  }
}

export interface RequestOptions {
  port: number;
  /**
   * The loopback address to connect from, such as `127.0.3.7`, so that limits by address count separately. Only Linux
   * has more than 127.0.0.1 without configuration.
   */
  localAddress?: string;
  /** Default: GET. */
  method?: string;
  /** Sent as it is. */
  path: string;
  headers?: Record<string, string | string[]>;
  /** A string or bytes are sent as they are, anything else as JSON with its content type. */
  body?: unknown;
  /** The agent whose connections it may use; default: a new connection. */
  agent?: Agent;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  json(): unknown;
}

/**
 * One HTTP request to 127.0.0.1, on a new connection unless an agent is given.
 * @throws Error when no whole response comes within a minute
 */
export async function requestFrom(options: RequestOptions): Promise<Answer> {
  const { port, localAddress, method = 'GET', path, body, agent = false } = options;
  const asIs = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const payload = asIs ? body : JSON.stringify(body);
  const headers = asIs ? options.headers : { 'content-type': 'application/json', ...options.headers };
  const signal = AbortSignal.timeout(60_000);
  return new Promise((resolve, reject) => {
    const target = { host: '127.0.0.1', port, method, path, agent, signal };
    const outgoing = request(
      { ...target, ...(headers && { headers }), ...(localAddress !== undefined && { localAddress }) },
      (response) => {
        text(response)
          .then((received) =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: received,
              json: (): unknown => JSON.parse(received),
            }),
          )
          .catch(reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}
