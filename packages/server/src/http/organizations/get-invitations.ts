import { Type } from 'typebox';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { listOf, PAGE_FIELDS } from '../wire/endpoint/lists.ts';
import { OrganizationInvitationSchema, presentInvitation } from './invitation.ts';
import { assertOrganizations, ORGANIZATION_ERRORS, OrganizationParams } from './organization.ts';

const INVITATIONS = listOf('organization invitations', ['created_at'], {});

export const getInvitations = organizationEndpoint({
  summary: 'The invitations to an organization that nobody accepted, newest first; never with their token',
  params: OrganizationParams,
  query: INVITATIONS.query,
  response: { 200: Type.Object({ ...PAGE_FIELDS, invitations: Type.Array(OrganizationInvitationSchema) }) },
  errors: ORGANIZATION_ERRORS,
  assertExists: assertOrganizations,
  async handle({ services, asker, params, query, signal }) {
    const now = services.clock.now();
    const asked = INVITATIONS.asked(query, { now, signal }, params.id);
    const { invitations } = await services.organizations();
    const page = await invitations.list(asker, params.id, asked.request);
    return { ...asked.present(page), invitations: page.rows.map((row) => presentInvitation(row, now)) };
  },
});
