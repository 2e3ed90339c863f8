import { STANDARD_SCOPES } from '../settings/sections/oauth.ts';
import type { Settings } from '../settings/settings.ts';
import { GRANT_TYPES } from './grant-types.ts';
import { OAUTH_ALGORITHMS } from '../../config/sections/oauth.ts';

/** The claims that ID tokens and userinfo can have. */
const CLAIMS = [
  'sub',
  'iss',
  'aud',
  'exp',
  'iat',
  'sid',
  'auth_time',
  'amr',
  'acr',
  'nonce',
  'at_hash',
  'name',
  'preferred_username',
  'picture',
  'updated_at',
  'email',
  'email_verified',
  'phone_number',
  'phone_number_verified',
];

export const ACR_ONE = 'urn:keyward:1';
export const ACR_TWO = 'urn:keyward:2';

/** How a client authenticates at the token endpoint; `none` for public ones. */
const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'];
export const CLIENT_ASSERTION_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
export const DPOP_ALGORITHMS = ['ES256', 'RS256', 'PS256', 'EdDSA'];

/** The metadata of the authorization server (RFC 8414, OpenID Connect Discovery 1.0). */
export function createMetadata(deps: { settings: Settings; issuer: () => string; prefix: string }) {
  const { settings, issuer, prefix } = deps;

  return () => {
    const { scopes, resources, registration, metadata_documents } = settings.current.oauth;
    const iss = issuer();
    const at = (path: string) => `${iss}${prefix}/oauth/${path}`;
    const ofResources = Object.values(resources).flatMap((resource) => resource.scopes ?? []);
    return {
      issuer: iss,
      authorization_endpoint: at('authorize'),
      token_endpoint: at('token'),
      userinfo_endpoint: at('userinfo'),
      jwks_uri: `${iss}/.well-known/jwks.json`,
      pushed_authorization_request_endpoint: at('par'),
      revocation_endpoint: at('revoke'),
      introspection_endpoint: at('introspect'),
      device_authorization_endpoint: at('device'),
      end_session_endpoint: at('logout'),
      ...(registration !== 'off' && { registration_endpoint: at('register') }),
      scopes_supported: [...new Set([...STANDARD_SCOPES, ...Object.keys(scopes), ...ofResources])],
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'form_post'],
      grant_types_supported: GRANT_TYPES,
      token_endpoint_auth_methods_supported: AUTH_METHODS,
      token_endpoint_auth_signing_alg_values_supported: CLIENT_ASSERTION_ALGORITHMS,
      revocation_endpoint_auth_methods_supported: AUTH_METHODS,
      introspection_endpoint_auth_methods_supported: AUTH_METHODS.filter((method) => method !== 'none'),
      code_challenge_methods_supported: ['S256'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [...OAUTH_ALGORITHMS],
      userinfo_signing_alg_values_supported: [...OAUTH_ALGORITHMS],
      dpop_signing_alg_values_supported: DPOP_ALGORITHMS,
      acr_values_supported: [ACR_ONE, ACR_TWO],
      claims_supported: CLAIMS,
      claims_parameter_supported: true,
      prompt_values_supported: ['none', 'login', 'consent', 'select_account', 'create'],
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      require_pushed_authorization_requests: false,
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      client_id_metadata_document_supported: metadata_documents.enabled === true,
    };
  };
}
