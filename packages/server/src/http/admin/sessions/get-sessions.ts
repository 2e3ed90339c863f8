import { Type } from 'typebox';
import { callableEndpoint } from '../../wire/endpoint/endpoint.ts';
import { Id, listOf, PAGE_FIELDS } from '../../wire/endpoint/lists.ts';
import { nullable } from '../../../features/audit/serializers/shapes.ts';
import { SESSION_METHODS, type SessionMethod } from '../../../store/engine/schema.ts';
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
  method: Type.Optional(Type.Enum([...SESSION_METHODS], { description: 'How they began' })),
  device: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 200,
      description:
        'Words of `device`, `browser`, `system` or `user_agent`, in any case. With this or `method`, at most 5,000 are found',
      examples: ['firefox windows'],
    }),
  ),
  expired: Type.Boolean({
    default: false,
    description: 'true: only expired sessions, until they are removed',
  }),
  ...fieldQuery(FIELDS),
});

const AdministeredSession = Type.Object({
  ...ListedSessionSchema.properties,
  current: Type.Boolean({ description: 'Whether this session sent the request' }),
  method: Type.Unsafe<SessionMethod | null>({
    type: ['string', 'null'],
    enum: [...SESSION_METHODS, null],
    description: 'How it began; null if that is unknown, and for an impersonation',
  }),
  account: nullable(
    Type.Object(
      { name: Type.String(), email: Type.String() },
      { description: 'Null for API keys and applications, which read accounts by their own scope' },
    ),
  ),
});

export const getSessions = callableEndpoint({
  summary: 'The live sessions of all accounts, newest first',
  query: SESSIONS.query,
  response: { 200: Type.Object({ ...PAGE_FIELDS, sessions: Type.Array(AdministeredSession) }) },
  errors: [],
  async handle({ services, query, actor, signal }) {
    const { account_id, ip_address, method, device, expired } = query;
    const asked = SESSIONS.asked(query, { now: services.clock.now(), signal });
    const page = await services.store.sessions.list({
      ...asked.request,
      expired,
      condition: conditionOf(FIELDS, query),
      device: device || undefined,
      filter: {
        ...(account_id !== undefined && { account_id }),
        ...(ip_address !== undefined && { ip_address }),
        ...(method !== undefined && { method }),
      },
    });
    const mayName = actor.kind === 'superadmin' || actor.kind === 'host';
    const ids = [...new Set(page.rows.map((row) => row.account_id))];
    const accounts = new Map(
      (mayName ? await services.store.accounts.namesOf(ids) : []).map(({ id, ...named }) => [id, named]),
    );
    return {
      ...asked.present(page),
      sessions: page.rows.map((row) => ({
        ...presentListedSession(row),
        current: row.id === actor.caller?.row.id,
        method: row.method,
        account: accounts.get(row.account_id) ?? null,
      })),
    };
  },
});
