import { Type } from 'typebox';
import { AccountSchema, presentAccountOf } from '../../features/audit/serializers/account.ts';
import { timestamp } from '../../lib/clock.ts';
import { publicEndpoint, signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema, body } from '../wire/endpoint/schemas.ts';
import { assertOAuth } from '../well-known/metadata.ts';
import { CLIENT_FIELDS, formParameters, text } from './form.ts';
import { AskingSchema, ExpiresAt, presentAsking, ResourcesSchema, ScopesSchema } from './asking.ts';

export const postDevice = publicEndpoint({
  summary: 'Begins a sign-in on a device without a browser (RFC 8628)',
  form: Type.Object({ scope: text('Separated by spaces'), resource: text('RFC 8707'), ...CLIENT_FIELDS }),
  response: {
    200: Type.Object({
      device_code: Type.String({ examples: ['c3F1YXJlLXJvb3QtMjU2Yg'] }),
      user_code: Type.String({ examples: ['BDWP-HQPK'] }),
      verification_uri: Type.String({ examples: ['https://id.example.com/device'] }),
      verification_uri_complete: Type.String({
        examples: ['https://id.example.com/device?user_code=BDWP-HQPK'],
      }),
      expires_in: Type.Integer({ examples: [600] }),
      interval: Type.Integer({ examples: [5] }),
    }),
  },
  errors: ['RouteNotFoundError'],
  assertExists: assertOAuth,
  oauthErrors: ['invalid_client', 'unauthorized_client', 'invalid_target'],
  async handle({ services, body: form, client, request }) {
    const oauth = await services.oauth();
    const parameters = formParameters(form);
    const application = await oauth.admit(parameters, request.headers.authorization, client);
    const { deviceCode, userCode, expiresIn, interval } = await oauth.devices.begin(
      application,
      parameters,
      client,
    );
    const page = oauth.devicePage();
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${userCode}`,
      expires_in: expiresIn,
      interval,
    };
  },
});

const Params = Type.Object({ user_code: Type.String({ maxLength: 40, examples: ['BDWP-HQPK'] }) });
const ERRORS = ['AuthorizationRequestNotFoundError', 'RateLimitedError', 'RouteNotFoundError'] as const;

export const getDevice = signedInEndpoint({
  summary: 'What a device asks for; only the first account that opens its code can answer',
  params: Params,
  response: {
    200: Type.Object({
      application: AskingSchema,
      scopes: ScopesSchema,
      resources: ResourcesSchema,
      account: AccountSchema,
      device: Type.Object({
        ip_address: Type.String({ examples: ['192.0.2.10'] }),
        user_agent: Type.String({ examples: ['curl/8'] }),
      }),
      expires_at: ExpiresAt,
    }),
  },
  errors: ERRORS,
  assertExists: assertOAuth,
  async handle({ services, params, caller, client }) {
    const oauth = await services.oauth();
    const shown = await oauth.devices.show(params.user_code, caller, client);
    return {
      application: presentAsking(oauth, shown.application, { redirectHost: null, loopbackOnly: false }),
      scopes: shown.scopes,
      resources: shown.resources,
      account: presentAccountOf(caller.row),
      device: { ip_address: shown.ip_address, user_agent: shown.user_agent },
      expires_at: timestamp(shown.expiresAt),
    };
  },
});

export const answerDevice = signedInEndpoint({
  summary: 'Signs a device in, or refuses it',
  params: Params,
  body: body({ allow: Type.Boolean() }),
  response: { 200: ActionSchema },
  errors: ERRORS,
  assertExists: assertOAuth,
  async handle({ services, params, caller, client, body: { allow } }) {
    const { devices } = await services.oauth();
    await devices.answer(params.user_code, caller, client, allow);
    return { success: true, message: allow ? 'The device is signed in' : 'The device was refused' };
  },
});
