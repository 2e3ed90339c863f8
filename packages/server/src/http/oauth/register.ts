import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import type { Services } from '../../services/services.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { assertOAuth } from '../well-known/metadata.ts';
import { authorOf, MetadataSchema, presentRegistered, RegistrationSchema, tokenOf } from './registration.ts';

const COMMON = {
  errors: ['RouteNotFoundError'],
  assertExists: assertRegistration,
  oauthErrors: ['invalid_token', 'insufficient_scope', 'invalid_redirect_uri', 'invalid_client_metadata'],
} as const;

/** @throws KeywardError `RouteNotFoundError` while registration is off */
function assertRegistration(services: Services): void {
  assertOAuth(services);
  if (services.settings.current.oauth.registration === 'off') throw new KeywardError('RouteNotFoundError');
}

export const postRegister = publicEndpoint({
  ...COMMON,
  summary: 'Registers an application (RFC 7591), if the settings let it',
  body: MetadataSchema,
  response: { 201: RegistrationSchema },
  async handle(context) {
    const by = await authorOf(context);
    const { registrations } = await context.services.oauth();
    return presentRegistered(context, await registrations.register(context.body, context.client, by));
  },
});

const Params = Type.Object({ id: Type.String({ maxLength: 100, examples: ['app_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }) });
const OWN = { ...COMMON, params: Params } as const;

export const getRegister = publicEndpoint({
  ...OWN,
  summary: 'The registration of an application, by its own token (RFC 7592)',
  response: { 200: RegistrationSchema },
  async handle(context) {
    const { registrations } = await context.services.oauth();
    return presentRegistered(context, await registrations.read(context.params.id, tokenOf(context)));
  },
});

export const putRegister = publicEndpoint({
  ...OWN,
  summary: 'Replaces the registration of an application',
  body: MetadataSchema,
  response: { 200: RegistrationSchema },
  async handle(context) {
    const { registrations } = await context.services.oauth();
    const { params, body, client } = context;
    return presentRegistered(context, await registrations.change(params.id, tokenOf(context), body, client));
  },
});

export const deleteRegister = publicEndpoint({
  ...OWN,
  summary: 'Deletes the registration of an application',
  response: { 204: Type.Null() },
  async handle(context) {
    const { registrations } = await context.services.oauth();
    await registrations.delete(context.params.id, tokenOf(context), context.client);
    return null;
  },
});
