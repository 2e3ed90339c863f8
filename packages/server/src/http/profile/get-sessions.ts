import { Type } from 'typebox';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { ListedSessionSchema, presentListedSession } from '../../features/audit/serializers/session.ts';

export const OwnSessionSchema = Type.Object({
  ...ListedSessionSchema.properties,
  current: Type.Boolean({ description: 'Whether this session sent the request' }),
});

export const getSessions = signedInEndpoint({
  summary: 'Your own live sessions, newest first',
  response: {
    200: Type.Object({
      sessions: Type.Array(OwnSessionSchema),
    }),
  },
  errors: [],
  async handle({ services: { store, clock }, caller }) {
    const sessions = await store.sessions.liveOfAccount(caller.row.account_id, clock.now());
    return {
      sessions: sessions.map((row) => ({ ...presentListedSession(row), current: row.id === caller.row.id })),
    };
  },
});
