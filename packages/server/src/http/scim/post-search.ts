import { ScimError } from '../../features/provisioning/scim-error.ts';
import { assertOrganizations } from '../organizations/organization.ts';
import { providerEndpoint } from '../wire/endpoint/endpoint.ts';
import { answer, presentList, ScimDocument, ScimParams, SCIM_KINDS, searchIn, viewOf } from './resource.ts';

const SEARCH = {
  params: ScimParams,
  body: ScimDocument,
  response: { 200: ScimDocument },
  errors: [...SCIM_KINDS, 'RateLimitedError'],
  assertExists: assertOrganizations,
} as const;

const searched = (which: 'users' | 'groups', summary: string) =>
  providerEndpoint({
    ...SEARCH,
    summary,
    scimErrors: ['invalidFilter', 'invalidValue', 'invalidCursor', 'tooMany'],
    async handle(context) {
      const { services, asking, body } = context;
      const { request, part } = searchIn(body);
      const { lists } = await services.provisioning();
      const view = await viewOf(context, part);
      return answer(context, presentList(await lists[which](asking, request, view)));
    },
  });

export const searchUsers = searched('users', 'SCIM: search people by a body (RFC 7644 §3.4.3)');
export const searchGroups = searched('groups', 'SCIM: search groups by a body (RFC 7644 §3.4.3)');

export const searchAll = providerEndpoint({
  ...SEARCH,
  summary: 'SCIM: always refused; search in `/Users` or `/Groups`',
  scimErrors: ['notImplemented'],
  handle() {
    throw new ScimError('notImplemented', 'Search in /Users or in /Groups.');
  },
});
