/** The claims of an access token for applications (RFC 9068). */
export interface BearerClaims {
  iss: string;
  sub: string;
  aud: string | string[];
  client_id: string;
  /** Separated by spaces. */
  scope: string;
  /** Seconds since the epoch. */
  iat: number;
  exp: number;
  jti: string;
  /** Missing for tokens that an application has for itself, and for grants that outlive their session. */
  sid?: string;
  acr?: string;
  auth_time?: number;
  /** The thumbprint of the key that must sign a proof for each request (RFC 9449). */
  cnf?: { jkt: string };
}
