import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { byKey } from '../../features/audit/events/origin.ts';
import { REGISTERED_GRANTS } from '../../features/oauth/grant-types.ts';
import { OAuthError } from '../../features/oauth/oauth-error.ts';
import type { Registered } from '../../features/oauth/registration.ts';
import { KEY_PREFIX } from '../../features/identity/api-keys/api-key.ts';
import type { PublicContext } from '../wire/endpoint/endpoint.ts';

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;

export const MetadataSchema = Type.Object(
  {
    client_name: Type.Optional(Type.Unknown({ description: 'For people', examples: ['Orders'] })),
    redirect_uris: Type.Optional(
      Type.Unknown({ description: 'A list', examples: [['https://app.example.com/callback']] }),
    ),
    token_endpoint_auth_method: Type.Optional(
      Type.Unknown({ description: '`none` for a public client', examples: ['none'] }),
    ),
  },
  {
    additionalProperties: true,
    description: 'Metadata of RFC 7591 §2, at most 8 KiB; unknown members are ignored',
  },
);

export const RegistrationSchema = Type.Object(
  {
    client_id: Type.String({ examples: ['app_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }),
    client_secret: Type.Optional(
      Type.String({ examples: ['kw_app_00P7TMJAMtIAKPK15KMeONVl8lPkp3Q5J7OZtDH3YNd3gK1pv'] }),
    ),
    registration_access_token: Type.String({
      examples: ['kw_reg_00P7TMJAMtIAKPK15KMeONVl8lPkp3Q5J7OZtDH3YNd3gK1pv'],
    }),
    registration_client_uri: Type.String({
      examples: ['https://id.example.com/auth/oauth/register/app_4Yb1Qm0cW2nS8tJx6Kd3Vg'],
    }),
  },
  { additionalProperties: true, description: 'The answer also contains the metadata in effect' },
);

export function presentRegistered({ services }: PublicContext, { application, secret, token }: Registered) {
  const { client_id, details, name, auth_method } = application;
  return {
    client_id,
    client_id_issued_at: Math.floor(application.created_at / 1000),
    ...(secret !== null && { client_secret: secret, client_secret_expires_at: 0 }),
    registration_access_token: token,
    registration_client_uri: `${services.apiUrl()}/oauth/register/${client_id}`,
    client_name: name,
    redirect_uris: details.redirect_uris,
    post_logout_redirect_uris: details.post_logout_redirect_uris,
    token_endpoint_auth_method: auth_method,
    grant_types: REGISTERED_GRANTS,
    response_types: ['code'],
    contacts: details.contacts,
    ...(details.logo_url !== null && { logo_uri: details.logo_url }),
    ...(details.homepage_url !== null && { client_uri: details.homepage_url }),
    ...(details.policy_url !== null && { policy_uri: details.policy_url }),
    ...(details.terms_url !== null && { tos_uri: details.terms_url }),
    ...(details.jwks !== null && { jwks: details.jwks }),
    ...(details.jwks_uri !== null && { jwks_uri: details.jwks_uri }),
    ...(details.backchannel_logout_uri !== null && {
      backchannel_logout_uri: details.backchannel_logout_uri,
    }),
  };
}

export function tokenOf({ request }: PublicContext): string {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined)
    throw new OAuthError('invalid_token', 'A token is needed.', { challenge: 'Bearer' });
  return token;
}

/** The API key that authorizes a registration, if the settings require one; null if registration is open. */
export async function authorOf(context: PublicContext) {
  const { services, client } = context;
  if (services.settings.current.oauth.registration === 'open') return null;
  const given = tokenOf(context);
  const refused = new OAuthError('invalid_token', 'An API key with the scope applications:write is needed.', {
    challenge: 'Bearer error="invalid_token"',
  });
  if (!given.startsWith(KEY_PREFIX)) throw refused;
  const key = await services.apiKeys.authenticate(given, client.ipAddress).catch((error: unknown) => {
    if (error instanceof KeywardError && error.kind === 'InvalidTokenError') throw refused;
    throw error;
  });
  if (!key.scopes.split(' ').includes('applications:write'))
    throw new OAuthError('insufficient_scope', 'The API key lacks the scope applications:write.', {
      challenge: 'Bearer error="insufficient_scope"',
    });
  return byKey(key, client);
}
