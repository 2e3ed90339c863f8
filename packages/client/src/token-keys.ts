import type { Result } from './types.ts';

/** `later`: it is not known yet. */
export type Signature = 'good' | 'bad' | 'later';

export interface TokenKeys {
  /** @param signed the first two parts of the token, with the point between them */
  check(
    header: { alg?: unknown; kid?: unknown },
    signed: Uint8Array<ArrayBuffer>,
    signature: Uint8Array<ArrayBuffer>,
  ): Promise<Signature>;
  /** Stops trusting the keys until they are fetched again. */
  forget(): void;
}

type Published = Record<string, string> & { kid: string; alg: string };

/** For both import and verification. */
export const ALGORITHMS: Record<string, { name: string; hash?: string; namedCurve?: string }> = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  EdDSA: { name: 'Ed25519' },
};
const HMAC = /^HS(256|384|512)$/;

/** The cache time of the service's answer. */
const MAX_AGE_MS = 60_000;
/** An unknown key causes at most one request in this time. */
const MIN_INTERVAL_MS = 5_000;

type Key = Awaited<ReturnType<typeof globalThis.crypto.subtle.importKey>>;

/** The published keys. A key is used with its own algorithm only, whatever a token says (RFC 8725 §3.1). */
export function publishedKeys(
  fetchKeys: () => Promise<Result<{ keys: Published[] }>>,
  now: () => number,
): TokenKeys {
  const { subtle } = globalThis.crypto;
  let keys = new Map<string, { alg: string; key: Key }>();
  let askedAt = -Infinity;
  let fetchedAt = -Infinity;
  let hurryUntil = -Infinity;
  let fetching: Promise<void> | undefined;

  async function fetchAnew(): Promise<void> {
    askedAt = now();
    const asked = askedAt;
    const { data } = await fetchKeys();
    if (!data) return;
    const fetched: typeof keys = new Map();
    for (const { kid, alg, kty, crv, x, y, n, e } of data.keys) {
      const algorithm = ALGORITHMS[alg];
      if (!algorithm) continue;
      const jwk = JSON.parse(JSON.stringify({ kty, crv, x, y, n, e }));
      fetched.set(kid, { alg, key: await subtle.importKey('jwk', jwk, algorithm, false, ['verify']) });
    }
    keys = fetched;
    fetchedAt = asked;
  }

  const load = () =>
    (fetching ??= fetchAnew()
      .catch(() => {})
      .finally(() => (fetching = undefined)));
  const mayAsk = () => now() - askedAt >= MIN_INTERVAL_MS;

  return {
    async check({ alg, kid }, signed, signature) {
      if (typeof alg !== 'string' || typeof kid !== 'string' || !ALGORITHMS[alg])
        // Without keys, the service may sign with a secret.
        return keys.size ? 'bad' : 'later';
      const age = now() - fetchedAt;
      if (age > (now() < hurryUntil ? MIN_INTERVAL_MS : MAX_AGE_MS) && mayAsk()) void load();
      const asks = !keys.has(kid) && (fetching !== undefined || mayAsk());
      if (asks) await load();
      const found = keys.get(kid);
      // A key that has just come into force may be missing from the last answer.
      if (!found) return asks && fetchedAt === askedAt ? 'bad' : 'later';
      if (found.alg !== alg) return 'bad';
      return (await subtle.verify(ALGORITHMS[alg], found.key, signature, signed)) ? 'good' : 'bad';
    },
    forget() {
      keys = new Map();
      askedAt = -Infinity;
      // Another instance may publish the old key for a moment longer.
      hurryUntil = now() + MAX_AGE_MS;
    },
  };
}

/** The secret that the service signs with. Its holder can also make tokens. */
export function secretKey(secret: string): TokenKeys {
  const { subtle } = globalThis.crypto;
  return {
    async check({ alg }, signed, signature) {
      const [, bits] = (typeof alg === 'string' && HMAC.exec(alg)) || [];
      if (!bits) return 'bad';
      const algorithm = { name: 'HMAC', hash: `SHA-${bits}` };
      const key = await subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, [
        'verify',
      ]);
      return (await subtle.verify(algorithm, key, signature, signed)) ? 'good' : 'bad';
    },
    forget() {},
  };
}
