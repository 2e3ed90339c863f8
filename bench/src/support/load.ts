import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { cpuMs } from './cpu-time.ts';

/** The requests of one connection: each follows the answer to the one before. */
export interface Sender {
  /** The bytes of the next request. */
  next(): Buffer;
  /** Receives the body of each answer, if the next request depends on it. */
  answered?(body: string): void;
}

export interface LoadOptions {
  /** `http://127.0.0.1:port`. */
  url: string;
  /** One per connection. */
  senders: readonly Sender[];
  seconds: number;
  /** Requests per second over all connections; default: as many as are answered. */
  rate?: number;
  /** Sends within microseconds of the due time, where a timer is up to a millisecond late; uses a whole core. */
  precise?: boolean;
  /** The measured process, for its processor time. */
  pid?: number;
  /** The expected status of every answer; default: 200. */
  status?: number;
}

export interface LoadResult {
  /** Answers per second, until the last one. */
  perSecond: number;
  /**
   * Milliseconds, ascending. With a rate they count from the time that the request was due, even if it was sent late.
   */
  latencies: number[];
  /** The share of one core that the generator itself used, 0 to 1. Near 1, the result measures the generator. */
  generatorShare: number;
  /** Processor time of the measured process for each answer, in microseconds; NaN without its `pid`. */
  cpuMicros: number;
}

const HEAD_END = '\r\n\r\n';
/** Node.js and Go spell it differently. */
const CONTENT_LENGTH = ['content-length: ', 'Content-Length: '];
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
const RECEIVE_BUFFER_BYTES = 64 * 1024;
const TIMER_ERROR_MS = 2;
/** The run ends if a server sends nothing for this long. */
const SILENCE_MS = 10_000;

/**
 * Keeps connections busy for a time, over raw sockets. The generator shares the cores with the measured server, so its
 * own work reduces the result. Ends when every request has its answer.
 * @throws Error at the first answer with another status, and when the server closes the connection
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { url, senders, seconds, rate, precise = false, pid, status = 200 } = options;
  const { hostname, port } = new URL(url);
  const latencies: number[] = [];
  const connections = await Promise.all(senders.map(() => open(hostname, Number(port), String(status))));
  const cpu = process.cpuUsage();
  const cpuBefore = pid === undefined ? Number.NaN : cpuMs(pid);
  const start = performance.now();
  const end = start + seconds * 1000;
  const interval = rate === undefined ? 0 : (1000 * senders.length) / rate;

  try {
    await Promise.all(
      senders.map(async (sender, index) => {
        const connection = connections[index];
        if (connection === undefined) return;
        if (interval === 0) return drive(connection, sender, end, latencies);
        // The connections take turns, so that requests are spread evenly.
        return pace(
          connection,
          sender,
          start + (interval * index) / senders.length,
          interval,
          end,
          latencies,
          precise ? waitPrecisely : wait,
        );
      }),
    );
  } finally {
    for (const { socket } of connections) socket.destroy();
  }
  const { user, system } = process.cpuUsage(cpu);
  const cpuSpent = pid === undefined ? Number.NaN : cpuMs(pid) - cpuBefore;
  const elapsed = performance.now() - start;
  return {
    cpuMicros: (cpuSpent * 1000) / latencies.length,
    perSecond: (latencies.length * 1000) / elapsed,
    generatorShare: (user + system) / 1000 / elapsed,
    latencies: latencies.sort((a, b) => a - b),
  };
}

/** The value that `share` (0 to 1) of the ascending values do not exceed. */
export function percentile(ascending: readonly number[], share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN;
}

/** Sends as soon as there is an answer, until `end`; waits for the last answer. */
function drive({ exchange }: Connection, sender: Sender, end: number, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = performance.now();
    const answered = (body: string) => {
      sender.answered?.(body);
      const now = performance.now();
      latencies.push(now - sentAt);
      if (now > end) {
        resolve();
        return;
      }
      sentAt = now;
      exchange(sender.next(), answered, reject);
    };
    exchange(sender.next(), answered, reject);
  });
}

/** Sends at the due time, or at once if the previous answer came late. */
async function pace(
  { exchange }: Connection,
  sender: Sender,
  firstDue: number,
  interval: number,
  end: number,
  latencies: number[],
  waitUntil: (due: number) => Promise<void>,
): Promise<void> {
  for (let due = firstDue; due < end; due += interval) {
    await waitUntil(due);
    const body = await new Promise<string>((resolve, reject) => exchange(sender.next(), resolve, reject));
    sender.answered?.(body);
    latencies.push(performance.now() - due);
  }
}

async function wait(due: number): Promise<void> {
  const left = due - performance.now();
  if (left > 0) await sleep(left);
}

async function waitPrecisely(due: number): Promise<void> {
  await wait(due - TIMER_ERROR_MS);
  while (performance.now() < due) await nextTurn();
}

interface Connection {
  socket: Socket;
  /** Sends a request and calls `answered` with the body of its answer. One at a time. */
  exchange: (bytes: Buffer, answered: (body: string) => void, failed: (error: Error) => void) => void;
}

async function open(host: string, port: number, status: string): Promise<Connection> {
  let onAnswer: (body: string) => void = () => {};
  let onFailure: (error: Error) => void = () => {};
  /** The beginning of an answer, and its total length, if it is known. */
  let held: Buffer[] = [];
  let heldBytes = 0;
  let wholeBytes = 0;

  const socket = connect({
    host,
    port,
    noDelay: true,
    // Reading into one buffer costs less than a stream that allocates one for each answer.
    onread: {
      buffer: Buffer.allocUnsafe(RECEIVE_BUFFER_BYTES),
      callback(length, buffer) {
        try {
          receive(Buffer.from(buffer.buffer, buffer.byteOffset, length));
        } catch (error) {
          socket.destroy(error instanceof Error ? error : new Error(String(error)));
        }
        return true;
      },
    },
  });

  function hold(bytes: Buffer): void {
    // The next chunk overwrites the buffer.
    held.push(Buffer.from(bytes));
    heldBytes += bytes.length;
  }

  function receive(chunk: Buffer): void {
    if (heldBytes + chunk.length < wholeBytes) {
      hold(chunk);
      return;
    }
    const bytes = held.length === 0 ? chunk : Buffer.concat([...held, chunk]);
    held = [];
    heldBytes = 0;
    const headEnd = bytes.indexOf(HEAD_END, 0, 'latin1');
    const end = headEnd < 0 ? Infinity : endOfBody(bytes, headEnd);
    wholeBytes = Number.isFinite(end) ? end : 0;
    if (bytes.length < end) {
      hold(bytes);
      return;
    }
    wholeBytes = 0;
    // "HTTP/1.1 200 …"
    if (bytes.toString('latin1', 9, 12) !== status)
      throw new Error(`An answer is not ${status}:\n${bytes.toString()}`);
    onAnswer(bytes.toString('utf8', headEnd + HEAD_END.length, end));
  }

  socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error(`No answer for ${SILENCE_MS} ms`)));
  socket.on('error', (error) => onFailure(error));
  socket.on('close', () => onFailure(new Error('The server closed a connection')));
  await once(socket, 'connect');
  return {
    socket,
    exchange(bytes, answered, failed) {
      onAnswer = answered;
      onFailure = failed;
      socket.write(bytes);
    },
  };
}

/** Where the body ends; Infinity while that has not arrived. */
function endOfBody(bytes: Buffer, headEnd: number): number {
  const bodyStart = headEnd + HEAD_END.length;
  for (const name of CONTENT_LENGTH) {
    const at = bytes.indexOf(name, 0, 'latin1');
    if (at >= 0 && at < headEnd)
      return bodyStart + Number.parseInt(bytes.toString('latin1', at + name.length, headEnd), 10);
  }
  // There is one answer at a time, so the last chunk is the end of what has arrived.
  return bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) ? bytes.length : Infinity;
}

/** The bytes of a request with an optional token, `Cookie` header, other headers, and a body of JSON or of a form. */
export function request(
  method: string,
  path: string,
  options: { token?: string; cookie?: string; headers?: Record<string, string>; body?: unknown },
): Buffer {
  const { token, cookie, headers = {}, body } = options;
  const isForm = body instanceof URLSearchParams;
  const content = isForm ? body.toString() : body === undefined ? '' : JSON.stringify(body);
  const lines = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', 'user-agent: keyward-bench'];
  if (token !== undefined) lines.push(`authorization: Bearer ${token}`);
  if (cookie !== undefined) lines.push(`cookie: ${cookie}`);
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined) {
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    lines.push(`content-type: ${type}`, `content-length: ${Buffer.byteLength(content)}`);
  }
  return Buffer.from(`${lines.join('\r\n')}${HEAD_END}${content}`);
}
