import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { assertOAuth } from '../well-known/metadata.ts';
import { CLIENT_FIELDS, formParameters, text } from './form.ts';

const TOKEN = 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiI1ZjBjIn0.c2lnbmF0dXJl';

export const postToken = publicEndpoint({
  summary:
    'Tokens for an application (RFC 6749): for a code, a refresh token, a device, or the application itself',
  form: Type.Object({
    grant_type: text(
      '`authorization_code`, `refresh_token`, `client_credentials` or `urn:ietf:params:oauth:grant-type:device_code`',
    ),
    code: text('With the redirect_uri of the request, and the code_verifier'),
    redirect_uri: text('As in the request'),
    code_verifier: text('RFC 7636'),
    refresh_token: text('Replaced by the one in the answer'),
    device_code: text('RFC 8628'),
    scope: text('At most what was granted'),
    resource: text('Must have been granted (RFC 8707); can be repeated'),
    ...CLIENT_FIELDS,
  }),
  response: {
    200: Type.Object({
      access_token: Type.String({ examples: [TOKEN] }),
      token_type: Type.Unsafe<'Bearer' | 'DPoP'>({ type: 'string', enum: ['Bearer', 'DPoP'] }),
      expires_in: Type.Integer({ description: 'Seconds', examples: [600] }),
      scope: Type.String({ description: 'What was granted', examples: ['openid profile'] }),
      refresh_token: Type.Optional(
        Type.String({ examples: ['kw_ref_c3F1YXJlLXJvb3QtMjU2Yg.0.c2lnbmF0dXJl'] }),
      ),
      id_token: Type.Optional(Type.String({ examples: [TOKEN] })),
    }),
  },
  errors: ['RouteNotFoundError'],
  assertExists: assertOAuth,
  oauthErrors: [
    'invalid_client',
    'invalid_grant',
    'unauthorized_client',
    'unsupported_grant_type',
    'invalid_scope',
    'invalid_target',
    'invalid_dpop_proof',
    'access_denied',
    'authorization_pending',
    'slow_down',
    'expired_token',
  ],
  async handle({ services, body, client, request }) {
    const { token } = await services.oauth();
    return token({
      parameters: formParameters(body),
      authorization: request.headers.authorization,
      dpop: request.headers['dpop'],
      client,
    });
  },
});
