import { Type } from 'typebox';
import { callableEndpoint } from '../../wire/endpoint/endpoint.ts';
import { Id, listOf, PAGE_FIELDS } from '../../wire/endpoint/lists.ts';
import { conditionOf, fieldQuery, numberIn, textIn, timeIn } from '../field-query.ts';
import { ListedSessionSchema, presentListedSession } from '../../../features/audit/serializers/session.ts';

const FIELDS = {
  id: numberIn('id'),
  account_id: numberIn('account_id'),
  ip_address: textIn('ip_address'),
  user_agent: textIn('user_agent'),
  created_at: timeIn('created_at'),
  last_used_at: timeIn('last_used_at'),
  expires_at: timeIn('expires_at'),
};

const SESSIONS = listOf('sessions', ['created_at'], {
  account_id: Type.Optional(Id),
  ip_address: Type.Optional(Type.String({ format: 'text' })),
  expired: Type.Boolean({
    default: false,
    description: 'true: only expired sessions, until they are removed',
  }),
  ...fieldQuery(FIELDS),
});

export const getSessions = callableEndpoint({
  summary: 'The live sessions of all accounts, newest first',
  query: SESSIONS.query,
  response: { 200: Type.Object({ ...PAGE_FIELDS, sessions: Type.Array(ListedSessionSchema) }) },
  errors: [],
  async handle({ services, query, signal }) {
    const { account_id, ip_address, expired } = query;
    const asked = SESSIONS.asked(query, { now: services.clock.now(), signal });
    const page = await services.store.sessions.list({
      ...asked.request,
      expired,
      condition: conditionOf(FIELDS, query),
      filter: {
        ...(account_id !== undefined && { account_id }),
        ...(ip_address !== undefined && { ip_address }),
      },
    });
    return { ...asked.present(page), sessions: page.rows.map(presentListedSession) };
  },
});
