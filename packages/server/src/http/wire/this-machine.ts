import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../config/addresses.ts';
import { canonicalAddress } from '../../lib/address.ts';

/** What proxies add. */
const FORWARDED = /^(?:forwarded|via|x-forwarded-.*|x-real-ip)$/;

/**
 * Whether a request certainly comes from a person or a program on this machine, and not from a web page that uses its
 * browser:
 *
 * - the connection comes from this machine, and no proxy on it says that it speaks for somebody else;
 * - `Host` names this machine, so that no foreign name has been made to point here (DNS rebinding);
 * - `Origin`, where there is one, is this very service.
 */
export function isFromThisMachine({ headers, raw }: FastifyRequest): boolean {
  // What a host application hands in has no connection of its own, and would look local.
  if (!(raw.socket instanceof Socket)) return false;
  if (!isLoopback(canonicalAddress(raw.socket.remoteAddress ?? ''))) return false;
  if (Object.keys(headers).some((name) => FORWARDED.test(name))) return false;
  const own = `http://${headers.host ?? ''}`;
  if (!URL.canParse(own) || !isLoopback(new URL(own).hostname)) return false;
  return headers.origin === undefined || headers.origin === own;
}
