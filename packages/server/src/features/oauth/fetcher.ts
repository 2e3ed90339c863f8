import { LRUCache } from 'lru-cache';
import { KeywardError } from '../../errors.ts';
import { addressBucket } from '../../lib/address.ts';
import type { Clock } from '../../lib/clock.ts';
import { http, https } from '../../lib/node-http.ts';
import { readOutsideAnswer } from '../../lib/outside-answer.ts';
import type { AddressRule } from '../delivery/webhooks/networks.ts';
import type { Resolve } from '../delivery/webhooks/resolve.ts';
import { counter, type LimitedKey } from '../limits/counter-key.ts';
import type { Consume } from '../limits/quota.ts';
import { mayCall } from './addresses.ts';
import type { Standing } from './application.ts';
import { outsideLookup } from './outside-lookup.ts';

/** The answer of another host. */
export interface Fetched {
  body: Buffer;
  /** The media type in lower case, without parameters; empty if there is none. */
  type: string;
  /** Seconds for which its host allows caching; null if the host sets no limit. */
  maxAge: number | null;
}

export interface Wanted<T> {
  accept: string;
  mostBytes: number;
  /** The address of the client whose request needs the answer. */
  asker: string;
  /** Who has chosen the address. */
  of: Standing;
  /** Reads the answer. An error from it counts as a failure of the address. */
  read: (fetched: Fetched) => T;
}

/**
 * Fetches from addresses that strangers choose. The connection uses only the addresses that were resolved and checked.
 * No redirects; at most 5 s; only status 200. One fetch at a time for each address, and a limited number in an hour
 * unless an administrator has chosen it. A failure is cached for a minute.
 * @throws KeywardError `ServiceUnavailableError`, `RateLimitedError` if the limits forbid the fetch; Error that names
 * the problem with the address, the connection or the answer
 */
export type Fetch = <T>(url: string, wanted: Wanted<T>) => Promise<T>;

const TIMEOUT_MS = 5_000;
const FAILED_MS = 60_000;
const REMEMBERED_FAILURES = 5_000;
/** The maximum number of concurrent fetches from one origin, so that a slow host cannot use up the total. */
const MOST_OF_ORIGIN = 2;
const MOST = 20;
/** Also of one client, whose addresses can have any number of origins. */
const MOST_OF_ASKER = 4;
/**
 * Strangers must not use the service to flood other hosts. One client has a part of what an origin allows, and cannot
 * block it for others. Known applications have a budget separate from that of strangers. The addresses that an
 * administrator has chosen have none, which strangers could use up: their caches allow one fetch a minute for each.
 */
const OF_ORIGIN = { limit: 120, windowMs: 3_600_000 };
const OF_ASKER = { limit: 30, windowMs: 3_600_000 };
/** Of a known origin. Its applications may all have one address. */
const OF_KNOWN_ASKER = { limit: 60, windowMs: 3_600_000 };
export const JSON_BYTES = 64 * 1_024;

/** The hourly counters of a fetch, by who has chosen its address. */
const BUDGETS: Record<Standing, (origin: string, asker: string) => LimitedKey[]> = {
  created: () => [],
  known: (subject, value) => [
    counter({ kind: 'documents', subject: `known ${subject}` }, OF_ORIGIN),
    counter({ kind: 'documents-known', subject, scope: { kind: 'asker', value } }, OF_KNOWN_ASKER),
  ],
  stranger: (subject, asker) => [
    counter({ kind: 'documents', subject }, OF_ORIGIN),
    counter({ kind: 'documents-asked', subject: asker }, OF_ASKER),
  ],
};

export function createFetch(deps: {
  rule: AddressRule;
  resolve: Resolve;
  consume: Consume;
  clock: Clock;
}): Fetch {
  const { rule, consume, clock } = deps;
  const get = createGet(deps);
  const failed = new LRUCache<string, number>({ max: REMEMBERED_FAILURES });
  const underWay = new Map<string, Promise<Fetched>>();
  /** The numbers of fetches of an origin, of a client, of the applications of administrators and of all others. */
  const counts = new Map<string, number>();

  async function within(
    url: URL,
    { accept, mostBytes, asker, of }: Omit<Wanted<unknown>, 'read'>,
  ): Promise<Fetched> {
    const { origin } = url;
    const isCreated = of === 'created';
    // Requests of strangers never take the places of applications that an administrator has made.
    const places = [
      { name: isCreated ? 'created' : 'others', most: MOST },
      { name: `origin ${isCreated ? 'created ' : ''}${origin}`, most: MOST_OF_ORIGIN },
      ...(isCreated ? [] : [{ name: `asker ${addressBucket(asker)}`, most: MOST_OF_ASKER }]),
    ];
    if (places.some(({ name, most }) => (counts.get(name) ?? 0) >= most))
      throw new KeywardError('ServiceUnavailableError', { retryAfter: 1 });
    for (const { name } of places) counts.set(name, (counts.get(name) ?? 0) + 1);
    try {
      await consume(BUDGETS[of](origin, addressBucket(asker)));
      return await get(url, accept, mostBytes);
    } finally {
      for (const { name } of places) {
        const left = (counts.get(name) ?? 1) - 1;
        if (left === 0) counts.delete(name);
        else counts.set(name, left);
      }
    }
  }

  return async (address, { read, ...wanted }) => {
    const url = new URL(address);
    if (!mayCall(url, rule)) throw new Error('the address is not public');
    // A stranger can name the address of another's keys as a document: that fails, and the keys do not.
    const key = `${wanted.of} ${wanted.accept} ${address}`;
    const failure = failed.get(key);
    if (failure !== undefined && clock.now() - failure < FAILED_MS)
      throw new Error('the address failed a moment ago');
    let work = underWay.get(key);
    if (work === undefined) {
      work = within(url, wanted).finally(() => underWay.delete(key));
      underWay.set(key, work);
    }
    try {
      return read(await work);
    } catch (error) {
      if (!(error instanceof KeywardError)) failed.set(key, clock.now());
      throw error;
    }
  };
}

export function asJson({ body }: Fetched): unknown {
  return JSON.parse(body.toString());
}

/** Sends one request. */
function createGet({ rule, resolve }: { rule: AddressRule; resolve: Resolve }) {
  const lookup = outsideLookup(rule, resolve, 'KEYWARD_OAUTH_NETWORKS');
  return async (url: URL, accept: string, mostBytes: number): Promise<Fetched> => {
    const { request: begin } = url.protocol === 'https:' ? https() : http;
    const request = begin(url, {
      lookup,
      headers: { accept },
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Its body is of no interest.
    request.on('response', (answer) => {
      if (answer.statusCode !== 200)
        request.destroy(new Error(`the answer was ${String(answer.statusCode)}`));
    });
    const answered = readOutsideAnswer(request, mostBytes);
    request.end();
    const { headers, body } = await answered;
    const { 'cache-control': cache = '', 'content-type': type = '' } = headers;
    const seconds = /(?:^|[,\s])max-age=(\d{1,9})/i.exec(cache)?.[1];
    return {
      body,
      type: (type.split(';', 1)[0] ?? '').trim().toLowerCase(),
      maxAge: seconds === undefined ? null : Number(seconds),
    };
  };
}
