import { Type } from 'typebox';
import { names } from '../../features/provisioning/resources.ts';
import { assertOrganizations } from '../organizations/organization.ts';
import { providerEndpoint } from '../wire/endpoint/endpoint.ts';
import {
  answerResource,
  partIn,
  PartQuery,
  ResourceParams,
  ScimDocument,
  SCIM_KINDS,
  viewOf,
} from './resource.ts';

const one = (which: 'user' | 'group', summary: string) =>
  providerEndpoint({
    summary,
    params: ResourceParams,
    query: PartQuery,
    response: { 200: ScimDocument, 304: Type.Null({ description: 'As If-None-Match says' }) },
    errors: SCIM_KINDS,
    scimErrors: ['notFound', 'invalidValue'],
    assertExists: assertOrganizations,
    async handle(context) {
      const { services, asking, params, query, request, reply } = context;
      const { lists } = await services.provisioning();
      const view = await viewOf(context, partIn(query));
      const { row, resource } = await lists[which](asking, params.id, view);
      const known = request.headers['if-none-match'];
      if (known !== undefined && names(known, row.version)) return reply.code(304).send();
      return answerResource(context, { row, resource });
    },
  });

export const getUser = one('user', 'SCIM: one person');
export const getGroup = one('group', 'SCIM: one group, with its members');
