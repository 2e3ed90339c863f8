import { randomUUID } from 'node:crypto';
import type { Stream } from 'node:stream';
import { KeywardError } from '../errors.ts';
import type { ConnectionLimits } from '../http/wire/connection-limits.ts';
import { errorBody } from '../http/wire/error-response.ts';
import { HEADERS } from '../http/wire/headers.ts';
import { addressBucket } from '../lib/address.ts';
import { isInRanges } from '../lib/address-ranges.ts';
import { http } from '../lib/node-http.ts';

/** The requests in progress on a mounted service. The server counts only connections that it has accepted itself. */
export interface InFlight {
  /**
   * Records a request until its stream closes.
   * @param address of the client; undefined if the host does not tell it
   * @returns the answer to a request that is not accepted; null if it is
   */
  enter(stream: Stream, address: string | undefined): DirectAnswer | null;
  /** Closes the connections of requests in progress after their answers, because a closing host would wait for them. */
  closeConnections(): void;
  /** Accepts no more requests, and waits a bounded time for those in progress. */
  drain(): Promise<void>;
}

/** Requests without an answer this long after the closing began are cut off. */
const FINISH_MS = 8_000;

/**
 * @param limits as of connections of the service's own server: each request in progress keeps its answer in memory until
 * the client has read it
 */
export function createInFlight({ most, perAddress, trustedProxies }: ConnectionLimits): InFlight {
  const streams = new Set<Stream>();
  const byAddress = new Map<string, number>();

  /** The key under which the requests of a client are counted; null: not limited. */
  function counted(address: string | undefined): string | null {
    if (address === undefined || (trustedProxies.length > 0 && isInRanges(address, trustedProxies)))
      return null;
    return addressBucket(address);
  }

  let closing = false;
  const { promise: empty, resolve } = Promise.withResolvers<void>();

  return {
    enter(stream, address) {
      if (closing) return unavailable('The service has been closed.', 5);
      const key = counted(address);
      const own = key === null ? 0 : (byAddress.get(key) ?? 0);
      if (streams.size >= most || own >= perAddress)
        return unavailable('Too many requests are in progress; try again.', 1);
      streams.add(stream);
      if (key !== null) byAddress.set(key, own + 1);
      stream.once('close', () => {
        streams.delete(stream);
        if (key !== null) {
          const left = (byAddress.get(key) ?? 1) - 1;
          if (left === 0) byAddress.delete(key);
          else byAddress.set(key, left);
        }
        if (closing && streams.size === 0) resolve();
      });
      return null;
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

function unavailable(message: string, retryAfter: number): DirectAnswer {
  return directAnswer(new KeywardError('ServiceUnavailableError', { message, retryAfter }));
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
