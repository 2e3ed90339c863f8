import { Type } from 'typebox';
import { assertOrganizations } from '../organizations/organization.ts';
import { providerEndpoint } from '../wire/endpoint/endpoint.ts';
import { ResourceParams, WRITE_KINDS } from './resource.ts';

const removed = (which: 'users' | 'groups', summary: string) =>
  providerEndpoint({
    summary,
    params: ResourceParams,
    response: { 204: Type.Null() },
    errors: WRITE_KINDS,
    scimErrors: ['notFound', 'preconditionFailed'],
    assertExists: assertOrganizations,
    async handle({ services, asking, params, request, reply }) {
      const provisioning = await services.provisioning();
      await provisioning[which].delete(asking, params.id, request.headers['if-match']);
      return reply.code(204).send();
    },
  });

export const deleteUser = removed('users', 'SCIM: end the membership of a person');
export const deleteGroup = removed('groups', 'SCIM: delete a group; its members lose its roles');
