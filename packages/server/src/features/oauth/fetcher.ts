import type { AddressRule } from '../delivery/webhooks/networks.ts';
import type { Resolve } from '../delivery/webhooks/resolve.ts';
import { checkedLookup } from '../delivery/webhooks/sender.ts';
import { http, https } from '../../lib/node-http.ts';
import { mayCall } from './addresses.ts';

/** A fetched document. */
export interface Fetched {
  value: unknown;
  /** Seconds for which its host allows caching; null if the host sets no limit. */
  maxAge: number | null;
}

/** @throws Error that names the problem with the address, the connection or the answer */
export type FetchJson = (url: string) => Promise<Fetched>;

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 64 * 1_024;

/**
 * Fetches JSON from addresses that strangers choose. The connection goes to the address that was resolved and
 * checked. No redirects; at most 5 s and 64 KiB; only status 200.
 */
export function createFetchJson({ rule, resolve }: { rule: AddressRule; resolve: Resolve }): FetchJson {
  const lookup = checkedLookup(rule, resolve);
  return async (text) => {
    const url = new URL(text);
    if (!mayCall(url, rule)) throw new Error('the address is not public');
    const { promise, resolve: done, reject } = Promise.withResolvers<Fetched>();
    const { request: begin } = url.protocol === 'https:' ? https() : http;
    const request = begin(
      url,
      {
        lookup,
        headers: { accept: 'application/json' },
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      (answer) => {
        if (answer.statusCode !== 200) {
          answer.destroy();
          reject(new Error(`the answer was ${String(answer.statusCode)}`));
          return;
        }
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > MAX_BYTES) answer.destroy(new Error('the answer is longer than 64 KiB'));
          else chunks.push(chunk);
        });
        answer.on('error', reject);
        answer.on('end', () => {
          try {
            const seconds = /(?:^|[,\s])max-age=(\d{1,9})/i.exec(answer.headers['cache-control'] ?? '')?.[1];
            done({
              value: JSON.parse(Buffer.concat(chunks).toString()),
              maxAge: seconds === undefined ? null : Number(seconds),
            });
          } catch {
            reject(new Error('the answer is no JSON'));
          }
        });
      },
    );
    request.on('error', reject);
    request.end();
    return promise;
  };
}
