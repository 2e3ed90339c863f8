import { randomUUID } from 'node:crypto';
import type { Stream } from 'node:stream';
import { KeywardError } from '../errors.ts';
import { errorBody } from '../http/wire/error-response.ts';
import { HEADERS } from '../http/wire/headers.ts';
import { http } from '../lib/node-http.ts';

/** The requests in progress on a mounted service. The server counts only connections that it has accepted itself. */
export interface InFlight {
  /** Records a request until its stream closes. @returns false if no more are accepted */
  enter(stream: Stream): boolean;
  /** Closes the connections of requests in progress after their answers, because a closing host would wait for them. */
  closeConnections(): void;
  /** Accepts no more requests, and waits a bounded time for those in progress. */
  drain(): Promise<void>;
}

/** Requests without an answer this long after the closing began are cut off. */
const FINISH_MS = 8_000;

export function createInFlight(): InFlight {
  const streams = new Set<Stream>();
  let closing = false;
  const { promise: empty, resolve } = Promise.withResolvers<void>();

  return {
    enter(stream) {
      if (closing) return false;
      streams.add(stream);
      stream.once('close', () => {
        streams.delete(stream);
        if (closing && streams.size === 0) resolve();
      });
      return true;
    },

    closeConnections() {
      for (const stream of streams) if (stream instanceof http.ServerResponse) stream.shouldKeepAlive = false;
    },

    async drain() {
      closing = true;
      if (streams.size === 0) return;
      const late = setTimeout(resolve, FINISH_MS).unref();
      await empty;
      clearTimeout(late);
    },
  };
}

/** The answer to a request after the service was closed. */
export function closedAnswer(): DirectAnswer {
  return directAnswer(
    new KeywardError('ServiceUnavailableError', { message: 'The service has been closed.', retryAfter: 5 }),
  );
}

export interface DirectAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** An error's answer to a request that cannot reach the router. */
export function directAnswer(error: KeywardError): DirectAnswer {
  const requestId = randomUUID();
  return {
    status: error.statusCode,
    headers: {
      ...HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': requestId,
      ...(error.retryAfter !== undefined && { 'retry-after': String(error.retryAfter) }),
    },
    body: JSON.stringify(errorBody(error, requestId)),
  };
}
