import type { Agent, ClientRequest } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { unbracket } from '../../../config/addresses.ts';
import { limitAnswer } from '../../../lib/outside-answer.ts';
import { http, https } from '../../../lib/node-http.ts';
import { beginningOf } from '../../../lib/shortened.ts';
import { type AddressRule, ForbiddenAddressError } from './networks.ts';
import type { Resolve } from './resolve.ts';

/** The answer to a message, as far as it arrived. */
export interface SendResult {
  /** Null if no answer began. */
  status_code: number | null;
  /** The first KiB; null if no answer began. */
  response_body: string | null;
  /** Null if the answer is complete, or too long to be read to its end, and its status is 2xx. */
  error: string | null;
}

export interface SenderParts {
  rule: AddressRule;
  resolve: Resolve;
  /** The time limit from the DNS query to the end of the answer. */
  timeoutMs: number;
}

/** Sends messages to one receiver, over separate connections. */
export interface Sender {
  /** Never rejects. */
  post(url: string, headers: Record<string, string>, body: string): Promise<SendResult>;
  /** Ends all connections; messages under way fail. */
  close(): void;
}

const KEPT_BYTES = 1_024;
/** A longer answer is cut off. */
const MOST_BYTES = 64 * 1_024;
const IDLE_MS = 10_000;
const MAX_ERROR_LENGTH = 300;
/** Allows private networks. */
const SETTING = 'KEYWARD_WEBHOOK_NETWORKS';

/**
 * @param connections the maximum number of simultaneous connections
 */
export function createSender({ rule, resolve, timeoutMs }: SenderParts, connections: number): Sender {
  const options = {
    keepAlive: true,
    maxSockets: connections,
    maxFreeSockets: connections,
    // For idle connections; a running request has its own limit.
    timeout: IDLE_MS,
    lookup: checkedLookup(rule, resolve),
  };
  // These agents ignore proxy settings, because a proxy would resolve names itself.
  const agents = new Map<string, Agent>();

  let closed = false;

  function begin(url: URL, headers: Record<string, string>): ClientRequest {
    const client = url.protocol === 'https:' ? https() : http;
    const agent = agents.get(url.protocol) ?? new client.Agent(options);
    agents.set(url.protocol, agent);
    return client.request(url, { method: 'POST', headers, agent });
  }

  function exchange(url: URL, headers: Record<string, string>, body: string): Promise<SendResult> {
    const { promise, resolve: settle } = Promise.withResolvers<SendResult>();
    const kept: Buffer[] = [];
    let status: number | null = null;
    let size = 0;
    let request: ClientRequest | undefined;
    let over = false;

    function end(error: string | null): void {
      over = true;
      clearTimeout(timer);
      settle({
        status_code: status,
        response_body: status === null ? null : decoded(Buffer.concat(kept)),
        error: error ?? problemOf(status),
      });
    }

    const timer = setTimeout(() => {
      end(`no complete answer within ${timeoutMs / 1000} s`);
      request?.destroy();
    }, timeoutMs);

    function start(): void {
      try {
        send(begin(url, headers));
      } catch (error) {
        end(textOf(error));
      }
    }

    function send(begun: ClientRequest): void {
      request = begun;
      limitAnswer(begun);
      begun.on('error', (error: NodeJS.ErrnoException) => {
        // The receiver closed an idle connection at the moment of this request, so it has not seen the message.
        if (begun.reusedSocket && error.code === 'ECONNRESET' && status === null && !over && !closed) start();
        else end(textOf(error));
      });
      begun.on('response', (response) => {
        status = response.statusCode ?? 0;
        response.on('data', (chunk: Buffer) => {
          if (size < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - size));
          size += chunk.length;
          if (size <= MOST_BYTES) return;
          end(null);
          begun.destroy();
        });
        response.on('end', () => end(null));
        response.on('error', (error) => end(textOf(error)));
      });
      begun.end(body);
    }

    start();
    return promise;
  }

  return {
    async post(address, headers, body) {
      try {
        const url = new URL(address);
        // An IP address needs no look-up, so it is checked here.
        const host = unbracket(url.hostname);
        if (isIP(host) !== 0 && !rule(host)) throw new ForbiddenAddressError(host, SETTING);
        const length = String(Buffer.byteLength(body));
        return await exchange(url, { ...headers, 'content-length': length }, body);
      } catch (error) {
        return { status_code: null, response_body: null, error: textOf(error) };
      }
    },
    close() {
      closed = true;
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

/**
 * Returns only the addresses that the rule allows. The connection uses only these addresses, so a name that resolves
 * differently a moment later (DNS rebinding) cannot redirect it.
 */
export function checkedLookup(rule: AddressRule, resolve: Resolve): LookupFunction {
  const look = callbackify(async (hostname: string) => {
    const addresses = (await resolve(hostname)).filter(rule);
    const [first] = addresses;
    if (first === undefined) throw new ForbiddenAddressError(hostname, SETTING);
    return { first, all: addresses.map((address) => ({ address, family: isIP(address) })) };
  });
  return (hostname, { all }, callback) =>
    look(hostname, (error, found) => {
      // The types lack this option.
      if (error instanceof Error) callback(error, '');
      else if (all === true) callback(null, found.all);
      else callback(null, found.first, isIP(found.first));
    });
}

function problemOf(status: number | null): string | null {
  if (status === null) return 'no answer';
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? `the answer was ${status}; redirects are not followed`
    : `the answer was ${status}`;
}

function textOf(error: unknown): string {
  const { message, code = '' } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  // For a name with several addresses, the error has no message.
  return (message === '' ? code : message).replaceAll(/\s+/g, ' ').slice(0, MAX_ERROR_LENGTH);
}

/** Leaves out a character that is cut off. */
function decoded(bytes: Buffer): string {
  return beginningOf(new TextDecoder().decode(bytes, { stream: true }), KEPT_BYTES);
}
