import type { CustomFetch } from 'openid-client';
import { isLoopback } from '../../../config/addresses.ts';
import { publicKeysOf } from '../../../lib/jwk-set.ts';
import { asClaims, type Claims } from './profile.ts';

/** Far more than any answer of a provider needs. */
const MAX_ANSWER_BYTES = 1_000_000;
/** Per the Fetch standard, answers with these statuses have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Fetches from a provider that may be hostile. Follows no redirect and reads at most 1 MB. Uses plain http only for
 * this machine, and only while the provider's address is on it. The caller's signal sets the time limit.
 * @param issuer its address
 */
export function createProviderFetch(issuer: string): CustomFetch {
  const onThisMachine = isLoopback(new URL(issuer).hostname);

  return async (address, { body, ...options }) => {
    const url = new URL(address);
    if (url.protocol !== 'https:' && !(onThisMachine && isLoopback(url.hostname)))
      throw new Error(`the provider refers to ${url.origin}, which is not https`);
    const response = await fetch(url, { ...options, body: body ?? null, redirect: 'manual' });
    const { status, statusText, headers } = response;
    const answer = await readAnswer(response);
    return new Response(WITHOUT_BODY.has(status) ? null : answer, { status, statusText, headers });
  };
}

/**
 * Repairs the JSON of the answers from an address. Returns anything else unchanged.
 * @param address as the provider's metadata spells it; undefined: it names none; `all`: each that is asked
 */
export function repairing(
  fetch: CustomFetch,
  address: string | undefined,
  repair: (answer: Claims) => Claims,
): CustomFetch {
  const meant = address === undefined ? null : URL.parse(address);
  return async (url, options) => {
    const response = await fetch(url, options);
    if (address !== 'all' && meant?.href !== URL.parse(url)?.href) return response;
    const text = await response.text();
    return new Response(repaired(text, repair), response);
  };
}

function repaired(text: string, repair: (answer: Claims) => Claims): string {
  try {
    return JSON.stringify(repair(asClaims(JSON.parse(text))));
  } catch {
    return text;
  }
}

/** Metadata without values in objects, which nothing reads: thousands of small ones would take megabytes. */
export function withoutObjects(answer: Claims): Claims {
  const isPlain = (value: unknown) => typeof value !== 'object' || value === null;
  return Object.fromEntries(
    Object.entries(answer).filter(
      ([, value]) => isPlain(value) || (Array.isArray(value) && value.every(isPlain)),
    ),
  );
}

/** The answer with only those public keys that are kept; see {@link publicKeysOf}. */
export function withBoundedKeys(answer: Claims): Claims {
  const set = publicKeysOf(answer);
  return set === null ? answer : { keys: set.keys };
}

async function readAnswer({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > MAX_ANSWER_BYTES) throw new Error(`the provider's answer is over ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
