import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { assertOAuth } from '../well-known/metadata.ts';
import { CLIENT_FIELDS, formOf, formParameters } from './form.ts';

export const postPar = publicEndpoint({
  summary:
    'Pushes the parameters of an authorization request (RFC 9126); the address works once, for a minute',
  form: Type.Object(
    { ...CLIENT_FIELDS },
    { description: 'The other parameters of the authorization request' },
  ),
  response: {
    201: Type.Object({
      request_uri: Type.String({ examples: ['urn:ietf:params:oauth:request_uri:c3F1YXJlLXJvb3QtMjU2Yg'] }),
      expires_in: Type.Integer({ examples: [60] }),
    }),
  },
  errors: ['RouteNotFoundError'],
  assertExists: assertOAuth,
  oauthErrors: [
    'invalid_client',
    'unauthorized_client',
    'unsupported_response_type',
    'request_not_supported',
    'invalid_target',
  ],
  async handle({ services, body, client, request }) {
    const oauth = await services.oauth();
    const application = await oauth.admit(formParameters(body), request.headers.authorization, client);
    const given = new URLSearchParams(
      [...formOf(body)].filter(([name]) => !/^client_(?:secret|assertion)/.test(name)),
    );
    given.set('client_id', application.client_id);
    const { requestUri, expiresIn } = await oauth.authorize.push(given, client.ipAddress);
    return { request_uri: requestUri, expires_in: expiresIn };
  },
});
