import type { Claims, ProfileSource, ProviderProfile } from './profile.ts';

/** A kind of provider: data, and its peculiarities. */
export interface Preset<Profile extends ProviderProfile = ProviderProfile> {
  /** What people call the provider. Absent: the name or the host of each slot. */
  label?: string;
  /**
   * Names the provider in links. For OpenID Connect it is also the address of discovery. Empty: each slot must give its
   * own.
   */
  issuer: string;
  scopes: readonly string[];
  /**
   * Whether its verified emails are trusted even without `trusts_email`: the provider verifies each mailbox,
   * and no other party can run it. `true` holds for the preset's own issuer. Absent: no.
   */
  vouches?: boolean | ((issuer: string) => boolean);
  /** For a provider of plain OAuth 2. Absent: OpenID Connect with discovered endpoints. */
  endpoints?: { authorization: string; token: string };
  /** Further parameters of the authorization request. */
  parameters?: Readonly<Record<string, string>>;
  /** How the client authenticates, in the header or in the body. Absent: as discovered; in the body without discovery. */
  authentication?: 'basic' | 'post';
  /** The protections that the provider refuses or ignores. The state, bound to the browser, then stands alone. */
  lacks?: readonly ('pkce' | 'nonce')[];
  /** Turns an answer of the token endpoint into one of the standard (RFC 6749 §5). */
  repair?: (answer: Claims) => Claims;
  /** @returns null when the provider does not say who the person is */
  profile(source: ProfileSource): Promise<Profile | null>;
}

/** Whether verified emails of the preset are trusted by default. @param issuer of the slot */
export function vouchesFor({ vouches = false, issuer: own, endpoints }: Preset, issuer: string): boolean {
  if (typeof vouches === 'function') return vouches(issuer);
  return vouches && (endpoints !== undefined || issuer === own);
}
