import { isLoopback } from '../../config/addresses.ts';

/** On every answer; routes that serve something other than JSON set their own. */
export const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** A year, only for this host: its subdomains may have no certificate. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' };

/** These headers and, if the service uses https, HSTS (RFC 6797). */
export function headersAt(publicUrl: string): Record<string, string> {
  const { protocol, hostname } = new URL(publicUrl);
  // HSTS covers all ports of a host, and other programs on this machine have no certificate.
  return protocol === 'https:' && !isLoopback(hostname) ? { ...HEADERS, ...HTTPS_ONLY } : HEADERS;
}

/**
 * Of every HTML page. A page of another origin that opens it, or that it opens, cannot access its window. Redirects
 * lack this header: a frontend may sign people in with a provider in a window that it opens.
 */
export function pageHeaders(policy: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
  };
}
