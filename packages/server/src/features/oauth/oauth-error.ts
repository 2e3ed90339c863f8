/** The codes of RFC 6749 §4.1.2.1 and §5.2, and of the standards that extend it. */
export const OAUTH_ERRORS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_scope: 400,
  /** RFC 8707 §2. */
  invalid_target: 400,
  access_denied: 400,
  server_error: 500,
  temporarily_unavailable: 503,
  /** OpenID Connect Core §3.1.2.6. */
  login_required: 400,
  consent_required: 400,
  interaction_required: 400,
  account_selection_required: 400,
  request_not_supported: 400,
  request_uri_not_supported: 400,
  invalid_request_uri: 400,
  registration_not_supported: 400,
  unmet_authentication_requirements: 400,
  /** RFC 8628 §3.5. */
  authorization_pending: 400,
  slow_down: 400,
  expired_token: 400,
  /** RFC 7591 §3.2.2. */
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  /** RFC 9449 §5 and §8. */
  invalid_dpop_proof: 400,
  use_dpop_nonce: 400,
  /** RFC 6750 §3.1. */
  invalid_token: 401,
  insufficient_scope: 403,
} as const satisfies Record<string, number>;

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS;

/** A refusal in the form of the RFCs. The description is for people, and contains no secrets. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;
  readonly status: number;
  /** For `WWW-Authenticate`; null for none. */
  readonly challenge: string | null;

  constructor(
    code: OAuthErrorCode,
    description: string,
    { status = OAUTH_ERRORS[code], challenge = null }: { status?: number; challenge?: string | null } = {},
  ) {
    super(description);
    this.code = code;
    this.status = status;
    this.challenge = challenge;
  }
}
