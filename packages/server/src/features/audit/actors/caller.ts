import type { SessionWithAccount } from '../../../store/tables/session-accounts.ts';

export type TokenType = 'access' | 'refresh';

/** The claims of a token. Times are Unix seconds. */
export interface TokenClaims {
  /** Account id. */
  aid: number;
  /** Session id. */
  sid: number;
  type: TokenType;
  iat: number;
  exp: number;
  /** Unique for each token. A refresh token's `jti` ends with its number in the session's chain. */
  jti: string;
  /** How the owner of the session authenticated (RFC 8176); only in access tokens. */
  amr?: string[];
  /** When the owner last authenticated; only in access tokens. */
  auth_time?: number;
  /** The account's `uid`. Only in access tokens, like the claims below; tokens of older versions lack them. */
  sub?: string;
  /** The public address of the service. */
  iss?: string;
  /** The audience of the token; absent if the settings name none. */
  aud?: string | string[];
  /** The account's role when the token was issued. */
  role?: string;
  /** The superadmin who acts for the account, by `uid` (RFC 8693 §4.1); only in impersonations. */
  act?: { sub: string };
  /** The active organization when the token was issued. */
  org?: OrganizationClaim;
}

/** The active organization of a session, as tokens contain it. */
export interface OrganizationClaim {
  id: string;
  /** This and the next two depend on the settings, and are left out if they would be too large. */
  slug?: string;
  roles?: readonly string[];
  permissions?: readonly string[];
  /** `mfa`, if only a connection of this organization has stated a second factor. */
  amr?: readonly string[];
  /** Rises with every change of the membership or of its rights. */
  v: number;
  /** Until when the policy is surely met, in Unix seconds. Absent: it has no limits of time. */
  exp?: number;
}

/** A request with a valid access token. */
export interface Caller {
  /** The token itself. */
  token: string;
  /** The session, with its account in the `account__` columns. */
  row: SessionWithAccount;
  claims: TokenClaims;
}
