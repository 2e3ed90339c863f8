import type { Seen } from './guard.ts';
import { readToken } from './read-token.ts';
import { ALGORITHMS } from './token-keys.ts';

/** The accepted difference between a client's clock and this machine's. */
const WINDOW_MS = 60_000;
/** The number of proofs of one key to remember in two windows. Beyond it, its own are refused until these have passed. */
const MOST_PROOFS = 100_000;

/** The members of keys that thumbprints are made of (RFC 7638 §3.2), in their order. */
const MEMBERS = ['crv', 'e', 'kty', 'n', 'x', 'y'];

/** Checks proofs of possession (RFC 9449 §4.3) for requests to one origin. In this process, each proof works once. */
export function createProofs(origin: string, now: () => number) {
  const { subtle } = globalThis.crypto;
  // By the thumbprints of their keys, those since a time and those of the window before.
  let since = now();
  let proofs = new Map<string, Set<string>>();
  let earlier = proofs;

  const digest = async (text: string) =>
    base64url(await subtle.digest('SHA-256', new TextEncoder().encode(text)));

  async function check({ dpop = '', method, url }: Seen, token: string, bound: unknown): Promise<boolean> {
    const read = readToken(dpop);
    if (!read || read.header.typ !== 'dpop+jwt') return false;
    const { alg, jwk }: { alg?: unknown; jwk?: Record<string, unknown> } = { ...read.header };
    const algorithm = ALGORITHMS[String(alg)];
    if (!algorithm || !jwk || 'd' in jwk) return false;
    const open = Object.fromEntries(MEMBERS.flatMap((name) => (name in jwk ? [[name, jwk[name]]] : [])));
    const key = await digest(JSON.stringify(open));
    // First, because strangers could choose a key that takes long, and use up what is remembered of this one.
    if (key !== bound) return false;
    const known = await subtle.importKey('jwk', open, algorithm, false, ['verify']);
    if (!(await subtle.verify(algorithm, known, read.signature, read.signed))) return false;
    const { htm, htu, iat, jti, ath }: Record<string, unknown> = Object(read.claims);
    const asked = new URL(String(htu));
    if (htm !== method || asked.origin !== origin || asked.pathname !== new URL(url, asked).pathname)
      return false;
    if (typeof jti !== 'string' || typeof iat !== 'number') return false;
    if (Math.abs(iat * 1000 - now()) > WINDOW_MS || ath !== (await digest(token))) return false;
    const name = await digest(jti);
    if (now() - since > 2 * WINDOW_MS) [since, earlier, proofs] = [now(), proofs, new Map()];
    const own = proofs.get(key) ?? new Set();
    if (own.has(name) || earlier.get(key)?.has(name) || own.size >= MOST_PROOFS) return false;
    proofs.set(key, own.add(name));
    return true;
  }

  /** Whether a request with a token has a valid proof of the key with this thumbprint. */
  return (...asked: Parameters<typeof check>): Promise<boolean> => check(...asked).catch(() => false);
}

function base64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}
