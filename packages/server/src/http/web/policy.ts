export interface Permissions {
  /** Allows style elements with this nonce, as the console's components make them at run time. */
  styleNonce?: string;
}

/**
 * The content security policy of a page: nothing inline, nothing from elsewhere but pictures of accounts and a logo,
 * which may be at any address.
 */
export function pagePolicy({ styleNonce }: Permissions = {}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styleNonce === undefined ? '' : ` 'nonce-${styleNonce}'`}`,
    "connect-src 'self'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
