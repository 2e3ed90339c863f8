import { assertOrganizations } from '../organizations/organization.ts';
import { providerEndpoint } from '../wire/endpoint/endpoint.ts';
import {
  answer,
  ListQuery,
  partIn,
  presentList,
  ScimDocument,
  ScimParams,
  SCIM_KINDS,
  viewOf,
} from './resource.ts';

const listed = (which: 'users' | 'groups', summary: string) =>
  providerEndpoint({
    summary,
    params: ScimParams,
    query: ListQuery,
    response: { 200: ScimDocument },
    errors: SCIM_KINDS,
    scimErrors: ['invalidFilter', 'invalidValue', 'invalidCursor', 'tooMany'],
    assertExists: assertOrganizations,
    async handle(context) {
      const { services, asking, query } = context;
      const { lists } = await services.provisioning();
      const view = await viewOf(context, partIn(query));
      return answer(context, presentList(await lists[which](asking, query, view)));
    },
  });

export const getUsers = listed('users', 'SCIM: the people whom the provider has provisioned');
export const getGroups = listed('groups', 'SCIM: the groups that the provider has provisioned');
