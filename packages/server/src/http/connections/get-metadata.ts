import { Type } from 'typebox';
import { assertOrganizations } from '../organizations/organization.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { SignInParams } from './connection.ts';

export const getMetadata = publicEndpoint({
  summary: 'The metadata of this service for the SAML provider of an organization, as XML',
  params: SignInParams,
  assertExists: assertOrganizations,
  response: {
    200: Type.String({
      contentMediaType: 'application/samlmetadata+xml',
      examples: ['<EntityDescriptor …>'],
    }),
  },
  errors: ['RouteNotFoundError', 'ConnectionNotFoundError'],
  async handle({ services, params, reply }) {
    const { signIns } = await services.connections();
    reply.type('application/samlmetadata+xml; charset=utf-8');
    return signIns.metadata(params.connection_id);
  },
});
