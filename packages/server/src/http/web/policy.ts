import type { CaptchaOrigins } from './captcha-origins.ts';

export interface Permissions {
  /** Allows style elements with this nonce, as the console's components make them at run time. */
  styleNonce?: string | undefined;
  /** Further sources of pictures. */
  pictures?: readonly string[];
  captcha?: CaptchaOrigins | null;
  /** Whether pages of this origin may show it in a frame. */
  framed?: boolean;
}

/**
 * The content security policy of a page: nothing inline, and nothing from other origins except those of the
 * permissions.
 */
export function pagePolicy({
  styleNonce,
  pictures = [],
  captcha = null,
  framed = false,
}: Permissions = {}): string {
  const { script = [], frame = [], connect = [], style = [] } = captcha ?? {};
  const nonce = styleNonce === undefined ? [] : [`'nonce-${styleNonce}'`];
  const from = (directive: string, ...sources: string[]) =>
    `${directive} 'self'${sources.map((one) => ` ${one}`).join('')}`;
  return [
    "default-src 'none'",
    from('script-src', ...script),
    from('style-src', ...nonce, ...style),
    from('connect-src', ...connect),
    from('img-src', 'data:', ...pictures),
    "font-src 'self'",
    from('frame-src', ...frame),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
  ].join('; ');
}
