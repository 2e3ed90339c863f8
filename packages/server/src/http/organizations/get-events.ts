import { type Static, Type } from 'typebox';
import { cursorOf, readCursor } from '../../features/audit/log/cursor.ts';
import type { EventBody } from '../../features/audit/events/event-types.ts';
import { closedQuery } from '../wire/endpoint/schemas.ts';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { After, filterOf, FILTERS } from '../events/event-query.ts';
import { EventSchema } from '../events/event-schema.ts';
import { assertOrganizations, ORGANIZATION_ERRORS, OrganizationParams } from './organization.ts';

const { type, since, until } = FILTERS;

export const getEvents = organizationEndpoint({
  summary: 'A page of the events of an organization, without what concerns only the deployment',
  params: OrganizationParams,
  query: closedQuery({
    type,
    since,
    until,
    after: After,
    order: Type.Optional(
      Type.Enum(['asc', 'desc'], { description: 'asc: oldest first. Default: desc, or asc with `after`' }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
  }),
  response: {
    200: Type.Object({
      events: Type.Array(EventSchema),
      cursor: Type.String({ description: 'Continues from here, in either order', examples: ['e5yc'] }),
      has_more: Type.Boolean({ description: 'Whether more events follow in this order now' }),
    }),
  },
  errors: ORGANIZATION_ERRORS,
  assertExists: assertOrganizations,
  async handle({ services, asker, params, query, signal }) {
    const { organizations } = await services.organizations();
    const { uid: organization } = await organizations.get(asker, params.id);
    const after = query.after === undefined ? null : readCursor(query.after);
    const { events, position, hasMore } = await services.auditLog.feed.page({
      filter: { ...filterOf(query), organization },
      after,
      descending: (query.order ?? (after === null ? 'desc' : 'asc')) === 'desc',
      limit: query.limit,
      signal,
    });
    return { events: events.map(presentEvent), cursor: cursorOf(position), has_more: hasMore };
  },
});

/** The facts about each other's accounts that members see. */
const OF_ACCOUNT = ['id', 'name', 'email', 'handle', 'avatar_url'];
/** The origin of other people's requests is none of the organization's business. */
const OF_DEPLOYMENT = new Set(['client', 'request_id', 'acting_for', 'through']);

function presentEvent({ data, ...event }: EventBody): Static<typeof EventSchema> {
  const shown = Object.entries(data)
    .filter(([name]) => !OF_DEPLOYMENT.has(name))
    .map(([name, value]: [string, unknown]) => [name, name === 'account' ? ofAccount(value) : value]);
  return { ...event, data: Object.fromEntries(shown) };
}

function ofAccount(account: unknown): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...Object(account) };
  return Object.fromEntries(OF_ACCOUNT.map((name) => [name, fields[name]]));
}
