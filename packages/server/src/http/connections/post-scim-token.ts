import { Type } from 'typebox';
import { timestamp } from '../../lib/clock.ts';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from '../organizations/organization.ts';
import { ConnectionParams } from './connection.ts';
import { ScimTokenSchema } from './scim-token.ts';

const { id, created_at } = ScimTokenSchema.properties;

export const postScimToken = organizationEndpoint({
  summary:
    'Make a token with which the provider of a connection provisions accounts; only this answer shows it',
  params: ConnectionParams,
  response: {
    201: Type.Object({
      id,
      token: Type.String({
        description: 'For the header `Authorization: Bearer …`. Keep it now: it is not shown again',
        examples: ['kw_scim_00P7TMJAMtIAKPK15KMeONVl8lPkp3Q5J7OZtDH3YNd3gK1pv'],
      }),
      created_at,
    }),
  },
  errors: [...ORGANIZATION_ERRORS, 'ConnectionNotFoundError', 'ScimTokenLimitError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { tokens } = await services.provisioning();
    const { row, token } = await tokens.create(asker, params.id, params.connection_id);
    return { id: row.uid, token, created_at: timestamp(row.created_at) };
  },
});
