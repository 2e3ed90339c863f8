import { Type } from 'typebox';
import { signedInEndpoint } from '../../wire/endpoint.ts';
import {
  Id,
  PAGE_FIELDS,
  listQuery,
  ListedSessionSchema,
  pageRequest,
  presentPage,
} from '../../wire/lists.ts';
import { presentListedSession } from '../../presenters/session.ts';

export const getSessions = signedInEndpoint({
  summary: 'The live sessions of all accounts, newest first',
  query: listQuery(['created_at'], {
    account_id: Type.Optional(Id),
    ip_address: Type.Optional(Type.String({ format: 'text' })),
    expired: Type.Boolean({ default: false, description: 'Those that are over, until they are removed' }),
  }),
  response: { 200: Type.Object({ ...PAGE_FIELDS, sessions: Type.Array(ListedSessionSchema) }) },
  errors: [],
  async handle({ services, query }) {
    const { account_id, ip_address, expired } = query;
    const { total, rows } = await services.store.sessions.list({
      ...pageRequest(query, services.clock.now()),
      expired,
      filter: {
        ...(account_id !== undefined && { account_id }),
        ...(ip_address !== undefined && { ip_address }),
      },
    });
    return { ...presentPage(query, total), sessions: rows.map(presentListedSession) };
  },
});
