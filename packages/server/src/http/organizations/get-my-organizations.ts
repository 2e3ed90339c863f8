import { Type } from 'typebox';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { listOf, PAGE_FIELDS } from '../wire/endpoint/lists.ts';
import { assertOrganizations, BriefOrganizationSchema, presentBrief } from './organization.ts';
import { OwnOrganizationSchema, presentOwnOrganization } from './own-membership.ts';

const ORGANIZATIONS = listOf('own organizations', ['created_at'], {});

export const getMyOrganizations = signedInEndpoint({
  summary: 'Your organizations, newest first, with your roles and permissions in each',
  query: ORGANIZATIONS.query,
  response: {
    200: Type.Object({
      ...PAGE_FIELDS,
      organizations: Type.Array(OwnOrganizationSchema),
      suggested: Type.Array(BriefOrganizationSchema, {
        description: 'The organizations that you can join because of your verified email; at most one',
      }),
    }),
  },
  errors: ['RouteNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, caller, query, signal }) {
    const asked = ORGANIZATIONS.asked(query, { now: services.clock.now(), signal });
    const { joining } = await services.organizations();
    const { account_id: id } = caller.row;
    const [page, suggested] = [await joining.mine(id, asked.request), await joining.suggested(id)];
    return {
      ...asked.present(page),
      organizations: page.rows.map(presentOwnOrganization),
      suggested: suggested.map(presentBrief),
    };
  },
});
