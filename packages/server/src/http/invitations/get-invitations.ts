import { Type } from 'typebox';
import { keysOf } from '../../lib/keys-of.ts';
import { INVITATION_ORDERS } from '../../store/tables/invitations.ts';
import { conditionOf, fieldQuery, numberIn, textIn, timeIn } from '../admin/field-query.ts';
import { callableEndpoint } from '../wire/endpoint/endpoint.ts';
import { listOf, PAGE_FIELDS, sortedBy } from '../wire/endpoint/lists.ts';
import { InvitationSchema, presentInvitation, State } from './invitation.ts';

const ORDERS = keysOf(INVITATION_ORDERS);

const FIELDS = {
  id: numberIn('id'),
  email: textIn('email_key', (value) => value.toLowerCase()),
  name: textIn('name'),
  role: textIn('role'),
  created_at: timeIn('created_at'),
  expires_at: timeIn('expires_at'),
  accepted_at: timeIn('accepted_at'),
};

const INVITATIONS = listOf('invitations', ORDERS, {
  q: Type.Optional(
    Type.String({ format: 'text', maxLength: 320, description: 'A part of an email or a name' }),
  ),
  status: Type.Optional(State),
  ...fieldQuery(FIELDS),
});

export const getInvitations = callableEndpoint({
  summary: 'The invitations, newest first; never with their token',
  query: INVITATIONS.query,
  response: { 200: Type.Object({ ...PAGE_FIELDS, invitations: Type.Array(InvitationSchema) }) },
  errors: [],
  async handle({ services, query, signal }) {
    const { q = '', status } = query;
    const now = services.clock.now();
    const asked = INVITATIONS.asked(query, { now, signal });
    const page = await services.store.invitations.list({
      ...asked.request,
      order: sortedBy(query, ORDERS),
      state: status,
      search: q.trim() === '' ? null : q.trim().toLowerCase(),
      condition: conditionOf(FIELDS, query),
    });
    return { ...asked.present(page), invitations: page.rows.map((row) => presentInvitation(row, now)) };
  },
});
