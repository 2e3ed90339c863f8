import { Type } from 'typebox';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from '../organizations/organization.ts';
import { ConnectionParams } from './connection.ts';
import { presentScimToken, ScimTokenSchema } from './scim-token.ts';

export const getScimTokens = organizationEndpoint({
  summary: 'The provisioning tokens of a connection, oldest first; at most two',
  params: ConnectionParams,
  response: { 200: Type.Object({ total: Type.Integer(), scim_tokens: Type.Array(ScimTokenSchema) }) },
  errors: [...ORGANIZATION_ERRORS, 'ConnectionNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { tokens } = await services.provisioning();
    const all = await tokens.list(asker, params.id, params.connection_id);
    return { total: all.length, scim_tokens: all.map(presentScimToken) };
  },
});
