import type { Seen } from './guard.ts';
import { readToken } from './read-token.ts';
import { ALGORITHMS } from './token-keys.ts';

/** The accepted difference between a client's clock and this machine's. */
const WINDOW_MS = 60_000;
/** The number of proofs to remember. Beyond it, all are refused until the oldest expire. */
const MOST_PROOFS = 100_000;

/** The members of a key that its thumbprint is made of (RFC 7638 §3.2), in their order. */
const MEMBERS: Record<string, readonly string[]> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
};

/** Checks proofs of possession (RFC 9449 §4.3) for requests to one origin. In this process, each proof works once. */
export function createProofs(origin: string, now: () => number) {
  const { subtle } = globalThis.crypto;
  const used = new Map<string, number>();

  const digest = async (text: string) =>
    base64url(await subtle.digest('SHA-256', new TextEncoder().encode(text)));

  function isFirst(name: string): boolean {
    for (const [known, until] of used) {
      if (until > now()) break;
      used.delete(known);
    }
    if (used.has(name) || used.size >= MOST_PROOFS) return false;
    used.set(name, now() + 2 * WINDOW_MS);
    return true;
  }

  async function check({ dpop = '', method, url }: Seen, token: string): Promise<string | null> {
    const read = readToken(dpop);
    if (!read || read.header.typ !== 'dpop+jwt') return null;
    const { alg, jwk }: { alg?: unknown; jwk?: Record<string, unknown> } = { ...read.header };
    const algorithm = typeof alg === 'string' ? ALGORITHMS[alg] : undefined;
    const members = MEMBERS[String(jwk?.['kty'])];
    if (!algorithm || !jwk || !members || 'd' in jwk) return null;
    const open = Object.fromEntries(members.map((name) => [name, jwk[name]]));
    const key = await subtle.importKey('jwk', open, algorithm, false, ['verify']);
    if (!(await subtle.verify(algorithm, key, read.signature, read.signed))) return null;
    const { htm, htu, iat, jti, ath }: Record<string, unknown> = { ...Object(read.claims) };
    const asked = typeof htu === 'string' ? new URL(htu) : null;
    const isForThis =
      htm === method && asked?.origin === origin && asked.pathname === new URL(url, asked).pathname;
    if (!isForThis || ath !== (await digest(token))) return null;
    if (typeof iat !== 'number' || Math.abs(iat * 1000 - now()) > WINDOW_MS) return null;
    const thumbprint = await digest(JSON.stringify(open));
    return typeof jti === 'string' && isFirst(`${thumbprint} ${jti}`) ? thumbprint : null;
  }

  return {
    /** The thumbprint of the key of a proof for a request with a token; null if the proof is not valid. */
    thumbprint: (seen: Seen, token: string): Promise<string | null> => check(seen, token).catch(() => null),
  };
}

function base64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}
