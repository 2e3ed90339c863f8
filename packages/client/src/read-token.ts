import type { TokenClaims } from './api.ts';

export interface ReadToken {
  header: { alg?: unknown; kid?: unknown; typ?: unknown };
  claims: unknown;
  /** The first two parts, with the point between them. */
  signed: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
}

/** The limit of the service. */
const MAX_LENGTH = 4_096;

/** The parts of a token, unverified; null if it has another form. RFC 7515 §7.1 */
export function readToken(token: string): ReadToken | null {
  if (token.length > MAX_LENGTH || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return null;
  const [head = '', body = '', signature = ''] = token.split('.');
  try {
    const header: { alg?: unknown; kid?: unknown; typ?: unknown; crit?: unknown } | null = JSON.parse(
      textOf(head),
    );
    // The header `crit` names extensions that a reader must understand, and none is supported. RFC 7515 §4.1.11
    if (header === null || typeof header !== 'object' || header.crit !== undefined) return null;
    const signed = new TextEncoder().encode(`${head}.${body}`);
    return { header, claims: JSON.parse(textOf(body)), signed, signature: bytesOf(signature) };
  } catch {
    return null;
  }
}

/** Excludes refresh tokens (RFC 8725 §3.12). */
export function isAccess(claims: unknown): claims is TokenClaims {
  const { aid, sid, type, iat, exp }: Record<string, unknown> = { ...Object(claims) };
  return (
    type === 'access' && [aid, sid, iat, exp].every((one) => Number.isSafeInteger(one) && Number(one) > 0)
  );
}

function bytesOf(part: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0));
}

function textOf(part: string): string {
  return new TextDecoder().decode(bytesOf(part));
}
