import { failed, ok } from './errors.ts';
import type { OpenOptions } from './transport.ts';
import type { CallOptions, LogRecord, Result } from './types.ts';

/** A server-sent event: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface ServerSentEvent {
  /** The last id received. */
  id: string;
  event: string;
  data: string;
}

/** Reads events from their text, which may be cut anywhere. `onRetry` receives the milliseconds of a `retry` field. */
export async function* readEvents(
  chunks: AsyncIterable<string>,
  onRetry?: (ms: number) => void,
): AsyncGenerator<ServerSentEvent, void, void> {
  let rest = '';
  let id = '';
  let event = '';
  let data: string[] = [];
  for await (const chunk of chunks) {
    // A carriage return at the end may be half of a line end.
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { id, event: event || 'message', data: data.join('\n') };
        event = '';
        data = [];
        continue;
      }
      const [, field, value = ''] = /^([^:]*):? ?(.*)/s.exec(line) ?? [];
      if (field === 'data') data.push(value);
      else if (field === 'event') event = value;
      else if (field === 'id' && !value.includes('\0')) id = value;
      else if (field === 'retry' && /^\d+$/.test(value)) onRetry?.(Number(value));
    }
  }
}

/** A record from a log. */
export interface LogEvent<Read> {
  /** To continue after this event, pass it as `lastEventId`. */
  id: string;
  record: Read;
}

export interface StreamOptions extends CallOptions {
  /** Continues after this event, instead of with the last ten. */
  lastEventId?: string;
  /** How long to wait before a reconnection; doubles up to 30 s while it fails. Default: 1,000 */
  retryMs?: number;
}

/** The time of three missing pings. */
const SILENCE_MS = 45_000;
const MAX_WAIT_MS = 30_000;

/**
 * Follows a stream, and reconnects when the connection is lost. A permanent error is the last item; an aborted signal
 * ends the stream without one.
 */
export async function* follow<Read>(
  connect: (options: OpenOptions) => Promise<Result<Response>>,
  read: (data: string) => Read,
  options: StreamOptions,
  silenceMs: number = SILENCE_MS,
): AsyncGenerator<Result<LogEvent<Read>>, void, void> {
  const { signal } = options;
  let { lastEventId, retryMs = 1_000 } = options;
  let wait = retryMs;
  const givenUp = () => signal?.aborted === true;
  while (!givenUp()) {
    const connection = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => connection.abort(), silenceMs);
    };
    try {
      heard();
      const { data: response, error } = await connect({
        lastEventId,
        signal: signal ? AbortSignal.any([signal, connection.signal]) : connection.signal,
      });
      if (givenUp()) return;
      if (error) {
        const { status, kind, retryAfter = 0 } = error;
        if (kind === 'ClientError' || (status > 0 && status < 500 && status !== 429)) {
          yield failed(error);
          return;
        }
        wait = Math.max(wait, retryAfter * 1_000);
      } else if (response.body) {
        const events = readEvents(textOf(response.body, heard), (ms) => (retryMs = ms));
        for await (const { id, data } of events) {
          lastEventId = id || lastEventId;
          wait = retryMs;
          yield ok({ id, record: read(data) });
        }
      }
    } catch {
      // The connection broke.
    } finally {
      clearTimeout(timer);
      connection.abort();
    }
    await pause(wait, signal);
    wait = Math.min(wait * 2, MAX_WAIT_MS);
  }
}

/** Calls `heard` for each piece. */
export async function* textOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  heard?: () => void,
): AsyncGenerator<string> {
  // Not every browser can iterate over a stream.
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heard?.();
    yield value;
  }
}

export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
    if (signal?.aborted === true) end();
  });
}

/** The record of a line; `raw` if another program wrote a line that is not JSON. */
export function recordOf(line: string): LogRecord {
  try {
    return JSON.parse(line);
  } catch {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the comment of `raw` says
    return { raw: line } as LogRecord;
  }
}
