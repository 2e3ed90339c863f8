import type { Claims, ProfileSource, ProviderProfile } from './profile.ts';

/** A kind of provider: data, and its peculiarities. */
export interface Preset<Profile extends ProviderProfile = ProviderProfile> {
  /** The provider's name for people. Absent: the name or the host of each slot. */
  label?: string;
  /**
   * Identifies the provider in links. For OpenID Connect it is also the address of discovery. Empty: each slot must
   * have its own.
   */
  issuer: string;
  scopes: readonly string[];
  /**
   * Whether its verified emails are trusted even without `trusts_email`: the provider verifies each mailbox, and no
   * other party can run it. `true` applies to the preset's own issuer. Absent: no.
   */
  vouches?: boolean | ((issuer: string) => boolean);
  /** For a provider of plain OAuth 2. Absent: OpenID Connect with discovered endpoints. */
  endpoints?: { authorization: string; token: string };
  /** Further parameters of the authorization request. */
  parameters?: Readonly<Record<string, string>>;
  /** How the client authenticates, in the header or in the body. Absent: as discovered; in the body without discovery. */
  authentication?: 'basic' | 'post';
  /**
   * The protections that the provider refuses or ignores. Only the state, which is bound to the browser, then protects
   * the flow.
   */
  lacks?: readonly ('pkce' | 'nonce')[];
  /** Converts an answer of the token endpoint to the standard form (RFC 6749 §5). */
  repair?: (answer: Claims) => Claims;
  /** @returns null when the provider does not identify the person */
  profile(source: ProfileSource): Promise<Profile | null>;
}

/** Whether verified emails of the preset are trusted by default. @param issuer of the slot */
export function vouchesFor({ vouches = false, issuer: own, endpoints }: Preset, issuer: string): boolean {
  if (typeof vouches === 'function') return vouches(issuer);
  return vouches && (endpoints !== undefined || issuer === own);
}
