import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
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
  /** The measured process, for its processor time. */
  pid?: number;
}

export interface LoadResult {
  /** Answers per second within the time. */
  perSecond: number;
  /**
   * Milliseconds, ascending. With a rate they count from the time that the request was due, even if it was sent late.
   */
  latencies: number[];
  /** The share of one core that the generator itself used, 0 to 1. Near 1 it measures itself. */
  generatorShare: number;
  /** Processor time of the measured process for each answer, in microseconds; NaN without its `pid`. */
  cpuMicros: number;
}

const HEAD_END = '\r\n\r\n';
const CONTENT_LENGTH = 'content-length: ';
const RECEIVE_BUFFER_BYTES = 64 * 1024;
/** A server that is silent this long ends the run. */
const SILENCE_MS = 10_000;

/**
 * Keeps connections busy for a time, over raw sockets. The generator shares the cores with the measured server, so
 * every microsecond of its own is lost there. Ends when every request has its answer.
 * @throws Error at the first answer other than 200, and when the server hangs up
 */
export async function load({ url, senders, seconds, rate, pid }: LoadOptions): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const latencies: number[] = [];
  const connections = await Promise.all(senders.map(() => open(hostname, Number(port))));
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
        );
      }),
    );
  } finally {
    for (const { socket } of connections) socket.destroy();
  }
  const { user, system } = process.cpuUsage(cpu);
  const cpuSpent = pid === undefined ? Number.NaN : cpuMs(pid) - cpuBefore;
  // Without a rate, each connection has one more answer, which came after the end.
  const answers = latencies.length + (rate === undefined ? senders.length : 0);
  return {
    cpuMicros: (cpuSpent * 1000) / answers,
    perSecond: latencies.length / seconds,
    generatorShare: (user + system) / 1000 / (performance.now() - start),
    latencies: latencies.sort((a, b) => a - b),
  };
}

/** The value that `share` (0 to 1) of the ascending values do not exceed. */
export function percentile(ascending: readonly number[], share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN;
}

/** Sends as soon as there is an answer. Waits for answers after `end`, but does not count them. */
function drive({ exchange }: Connection, sender: Sender, end: number, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = performance.now();
    const answered = (body: string) => {
      sender.answered?.(body);
      const now = performance.now();
      if (now > end) {
        resolve();
        return;
      }
      latencies.push(now - sentAt);
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
): Promise<void> {
  for (let due = firstDue; due < end; due += interval) {
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    const body = await new Promise<string>((resolve, reject) => exchange(sender.next(), resolve, reject));
    sender.answered?.(body);
    latencies.push(performance.now() - due);
  }
}

interface Connection {
  socket: Socket;
  /** Sends a request and calls `answered` with the body of its answer. One at a time. */
  exchange: (bytes: Buffer, answered: (body: string) => void, failed: (error: Error) => void) => void;
}

async function open(host: string, port: number): Promise<Connection> {
  let onAnswer: (body: string) => void = () => {};
  let onFailure: (error: Error) => void = () => {};
  let pending: Buffer | null = null;

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

  function receive(chunk: Buffer): void {
    const bytes: Buffer = pending === null ? chunk : Buffer.concat([pending, chunk]);
    const headEnd = bytes.indexOf(HEAD_END, 0, 'latin1');
    const bodyStart = headEnd + HEAD_END.length;
    const end = headEnd < 0 ? Infinity : bodyStart + contentLength(bytes, headEnd);
    if (bytes.length < end) {
      // The next chunk overwrites the buffer.
      pending = Buffer.from(bytes);
      return;
    }
    pending = null;
    // "HTTP/1.1 200 …"
    if (bytes.toString('latin1', 9, 12) !== '200')
      throw new Error(`An answer is not 200:\n${bytes.toString()}`);
    onAnswer(bytes.toString('utf8', bodyStart, end));
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

function contentLength(bytes: Buffer, headEnd: number): number {
  const at = bytes.indexOf(CONTENT_LENGTH, 0, 'latin1');
  if (at < 0 || at > headEnd) throw new Error(`No content-length in:\n${bytes.toString()}`);
  return Number.parseInt(bytes.toString('latin1', at + CONTENT_LENGTH.length, headEnd), 10);
}

/** The bytes of a request with an optional token, `Cookie` header and JSON body. */
export function request(
  method: string,
  path: string,
  { token, cookie, body }: { token?: string; cookie?: string; body?: unknown },
): Buffer {
  const content = body === undefined ? '' : JSON.stringify(body);
  const lines = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', 'user-agent: keyward-bench'];
  if (token !== undefined) lines.push(`authorization: Bearer ${token}`);
  if (cookie !== undefined) lines.push(`cookie: ${cookie}`);
  if (body !== undefined) {
    lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(content)}`);
  }
  return Buffer.from(`${lines.join('\r\n')}${HEAD_END}${content}`);
}
