import { getDomain } from 'tldts-icann';

/**
 * The part of a host name that somebody has registered: without subdomains, of which its holder makes any number.
 * `example.co.uk` for `mail.example.co.uk`, by the public suffix list. The whole name if there is no such part.
 */
export function registrableDomain(host: string): string {
  return getDomain(host) ?? host;
}
