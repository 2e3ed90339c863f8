/**
 * Whether browsers let pages of a host use a domain for passkeys (WebAuthn Level 3 §5.1.2) and cookies: the host, or a
 * parent domain with a dot.
 */
export function isHostOrParent(domain: string, host: string): boolean {
  return domain === host || (domain.includes('.') && host.endsWith(`.${domain}`));
}
