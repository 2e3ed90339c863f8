import type { CustomFetch } from 'openid-client';
import { limitAnswer } from '../../lib/limit-answer.ts';
import { http, https } from '../../lib/node-http.ts';
import { readPieces } from '../../lib/read-pieces.ts';
import { type AddressRule, ForbiddenAddressError, namesForbidden } from '../delivery/webhooks/networks.ts';
import type { Resolve } from '../delivery/webhooks/resolve.ts';
import { mayCall } from '../oauth/addresses.ts';
import { outsideLookup } from '../oauth/outside-lookup.ts';

/**
 * Many times the size of providers' answers, and the limit of a SAML answer. To read 1 MB of small keys or claims would
 * block the service for 100 ms.
 */
const MAX_ANSWER_BYTES = 256 * 1_024;
/** Allows private networks. */
const SETTING = 'KEYWARD_CONNECTION_NETWORKS';
/** Per the Fetch standard, answers with these statuses have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Fetches from an identity provider that a member of an organization has named. The connection goes to the address that
 * was resolved and checked. Follows no redirect and reads at most 256 KiB. The caller's signal sets the time limit.
 */
export function createConnectionFetch({
  rule,
  resolve,
}: {
  rule: AddressRule;
  resolve: Resolve;
}): CustomFetch {
  const lookup = outsideLookup(rule, resolve, SETTING);
  return (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    if (namesForbidden(url, rule)) throw new ForbiddenAddressError(url.hostname, SETTING);
    if (!mayCall(url, rule)) throw new Error(`the provider refers to ${url.origin}, which is not https`);
    const { promise, resolve: done, reject } = Promise.withResolvers<Response>();
    const { request: begin } = url.protocol === 'https:' ? https() : http;
    const request = begin(
      url,
      { method, headers, lookup, agent: false, ...(signal instanceof AbortSignal && { signal }) },
      (answer) => {
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > MAX_ANSWER_BYTES)
            answer.destroy(new Error(`the provider's answer is over ${MAX_ANSWER_BYTES} bytes`));
          else chunks.push(chunk);
        });
        answer.on('error', reject);
        answer.on('end', () => {
          const { statusCode: status = 500 } = answer;
          const { 'content-type': type } = answer.headers;
          // `Response` throws for these, which would end the process.
          if (status < 200 || status > 599) return reject(new Error(`the provider's answer was ${status}`));
          done(
            new Response(WITHOUT_BODY.has(status) ? null : Buffer.concat(chunks), {
              status,
              headers: type === undefined ? {} : { 'content-type': type },
            }),
          );
        });
      },
    );
    limitAnswer(request);
    request.once('socket', readPieces);
    request.on('error', reject);
    request.end(body instanceof URLSearchParams ? body.toString() : body);
    return promise;
  };
}
