import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { assertOAuth } from '../well-known/metadata.ts';
import { CLIENT_FIELDS, formParameters, text } from './form.ts';

const FORM = Type.Object({
  token: text('An access token or a refresh token of the application'),
  token_type_hint: text('Not needed'),
  ...CLIENT_FIELDS,
});

const COMMON = {
  errors: ['RouteNotFoundError'],
  assertExists: assertOAuth,
  oauthErrors: ['invalid_client'],
  form: FORM,
} as const;

export const postRevoke = publicEndpoint({
  ...COMMON,
  summary:
    'Revokes a token (RFC 7009); a refresh token is revoked together with all tokens that came from it',
  response: { 200: Type.Object({}) },
  async handle({ services, body, client, request }) {
    const oauth = await services.oauth();
    const parameters = formParameters(body);
    const caller = await oauth.authenticate(parameters, request.headers.authorization, client);
    await oauth.access.revoke(caller, parameters.required('token'), client);
    return {};
  },
});

export const postIntrospect = publicEndpoint({
  ...COMMON,
  summary: 'Whether a token is valid, and its claims (RFC 7662)',
  response: {
    200: Type.Object({ active: Type.Boolean() }, { additionalProperties: true }),
  },
  async handle({ services, body, client, request }) {
    const oauth = await services.oauth();
    const parameters = formParameters(body);
    const caller = await oauth.authenticate(parameters, request.headers.authorization, client);
    return oauth.access.introspect(caller, parameters.required('token'));
  },
});
