import { Type } from 'typebox';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { listOf, PAGE_FIELDS } from '../wire/endpoint/lists.ts';
import { presentReceived, ReceivedInvitationSchema } from './invitation.ts';
import { assertOrganizations } from './organization.ts';

const INVITATIONS = listOf('received invitations', ['created_at'], {});

export const getMyInvitations = signedInEndpoint({
  summary: 'The invitations to your proven email, newest first, which you can accept without the mail',
  query: INVITATIONS.query,
  response: { 200: Type.Object({ ...PAGE_FIELDS, invitations: Type.Array(ReceivedInvitationSchema) }) },
  errors: ['RouteNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, caller, query, signal }) {
    const asked = INVITATIONS.asked(query, { now: services.clock.now(), signal });
    const { joining } = await services.organizations();
    const page = await joining.received(caller.row.account_id, asked.request);
    return { ...asked.present(page), invitations: page.rows.map(presentReceived) };
  },
});
