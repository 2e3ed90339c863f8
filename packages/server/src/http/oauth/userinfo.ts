import { Type } from 'typebox';
import { OAuthError } from '../../features/oauth/oauth-error.ts';
import { publicEndpoint, type PublicContext } from '../wire/endpoint/endpoint.ts';
import { assertOAuth } from '../well-known/metadata.ts';
import { credentialsIn, formParameters, text } from './form.ts';

const COMMON = {
  response: {
    200: Type.Object(
      { sub: Type.String({ examples: ['5f0c2f4e-6f0b-4f43-9f0e-0d6a3c1f9b7e'] }) },
      {
        additionalProperties: true,
        description: 'The claims of the scopes; a JWT if Accept names application/jwt',
      },
    ),
  },
  errors: ['RouteNotFoundError'],
  assertExists: assertOAuth,
  oauthErrors: ['invalid_token', 'insufficient_scope', 'invalid_dpop_proof'],
} as const;

async function show({ services, request, reply, body }: PublicContext) {
  const { scheme, token: inHeader } = credentialsIn(request.headers);
  const inForm = body === undefined ? undefined : formParameters(body).get('access_token');
  const token = inHeader ?? inForm;
  if (inHeader !== undefined && inForm !== undefined)
    throw new OAuthError('invalid_request', 'Send the access token once.');
  if (token === undefined)
    throw new OAuthError('invalid_token', 'An access token is needed.', { challenge: 'Bearer' });
  const { access, endpoint } = await services.oauth();
  const accept = request.headers.accept ?? '';
  const signed = accept.includes('application/jwt') && !accept.includes('application/json');
  const info = await access.userinfo(
    {
      token,
      scheme,
      dpop: request.headers['dpop'],
      method: request.method,
      url: endpoint('userinfo'),
    },
    signed,
  );
  if (typeof info === 'string')
    return reply.header('content-type', 'application/jwt').serializer(String).send(info);
  return info;
}

export const getUserinfo = publicEndpoint({
  ...COMMON,
  summary: 'The claims about the account that an access token allows (OpenID Connect Core §5.3)',
  handle: show,
});

export const postUserinfo = publicEndpoint({
  ...COMMON,
  summary: 'The same, with the access token in the header or in a form',
  form: Type.Object({ access_token: text('Or in the header') }),
  handle: show,
});
