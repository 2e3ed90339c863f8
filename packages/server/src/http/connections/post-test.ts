import { Type } from 'typebox';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from '../organizations/organization.ts';
import { ConnectionParams } from './connection.ts';

export const postTest = organizationEndpoint({
  summary:
    'Test a connection of any status: a browser that opens the `url` signs in at the provider, but gets no session',
  params: ConnectionParams,
  response: {
    201: Type.Object({
      id: Type.String({ examples: ['tst_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }),
      url: Type.String({
        description: 'Works for an hour',
        examples: [
          'https://auth.example.com/auth/connection/con_4Yb1Qm0cW2nS8tJx6Kd3Vg/test/tst_4Yb1Qm0cW2nS8tJx6Kd3Vg',
        ],
      }),
    }),
  },
  errors: [...ORGANIZATION_ERRORS, 'ConnectionNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { tests } = await services.connections();
    return tests.begin(asker, params.id, params.connection_id);
  },
});
