import { Type } from 'typebox';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import { timestamp } from '../../lib/clock.ts';
import type { ScimRequestRow } from '../../store/engine/schema.ts';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { listOf, PAGE_FIELDS } from '../wire/endpoint/lists.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from '../organizations/organization.ts';
import { ConnectionParams } from './connection.ts';

const REQUESTS = listOf('scim_requests', ['created_at'], {});

const ScimRequestSchema = Type.Object({
  id: Type.Integer(),
  method: Type.String({ examples: ['PATCH'] }),
  path: Type.String({
    description: 'Below the address of the connection',
    examples: ['/Users/5f0c2f4e-6f0b-4f43-9f0e-0d6a3c1f9b7e'],
  }),
  status: Type.Integer({ examples: [200] }),
  request: nullable(
    Type.String({
      description: 'The body as JSON, at most 4,096 characters; secrets are `***`',
      examples: ['{"Operations":[{"op":"replace","value":{"active":false}}]}'],
    }),
  ),
  response: nullable(
    Type.String({ description: 'The answer, at most 4,096 characters', examples: ['{"active":false}'] }),
  ),
  done: Type.Array(Type.String({ examples: ['member.removed'] }), {
    description: 'The types of the events that it caused',
  }),
  created_at: Timestamp,
});

export const getScimRequests = organizationEndpoint({
  summary:
    'The latest provisioning requests of a connection, newest first; kept for a week, at most about 500',
  params: ConnectionParams,
  query: REQUESTS.query,
  response: { 200: Type.Object({ ...PAGE_FIELDS, requests: Type.Array(ScimRequestSchema) }) },
  errors: [...ORGANIZATION_ERRORS, 'ConnectionNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params, query, signal }) {
    const asked = REQUESTS.asked(query, { now: services.clock.now(), signal }, params.connection_id);
    const { requests } = await services.provisioning();
    const page = await requests.list(asker, params.id, params.connection_id, asked.request);
    return { ...asked.present(page), requests: page.rows.map(present) };
  },
});

function present({ id, method, path, status, request, response, done, created_at }: ScimRequestRow) {
  const types: string[] = JSON.parse(done);
  return { id, method, path, status, request, response, done: types, created_at: timestamp(created_at) };
}
