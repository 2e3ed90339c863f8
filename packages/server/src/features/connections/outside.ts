import type { CustomFetch } from 'openid-client';
import { http, https } from '../../lib/node-http.ts';
import { readOutsideAnswer } from '../../lib/outside-answer.ts';
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
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    if (namesForbidden(url, rule)) throw new ForbiddenAddressError(url.hostname, SETTING);
    if (!mayCall(url, rule)) throw new Error(`the provider refers to ${url.origin}, which is not https`);
    const { request: begin } = url.protocol === 'https:' ? https() : http;
    const request = begin(url, {
      method,
      headers,
      lookup,
      agent: false,
      ...(signal instanceof AbortSignal && { signal }),
    });
    const answered = readOutsideAnswer(request, MAX_ANSWER_BYTES);
    request.end(body instanceof URLSearchParams ? body.toString() : body);
    const { status, headers: received, body: content } = await answered;
    // `Response` takes no others.
    if (status < 200 || status > 599) throw new Error(`the provider's answer was ${status}`);
    const { 'content-type': type } = received;
    return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(content), {
      status,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  };
}
