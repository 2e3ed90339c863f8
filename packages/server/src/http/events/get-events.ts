import { Type } from 'typebox';
import { cursorOf } from '../../features/trail/cursor.ts';
import { signedInEndpoint } from '../wire/endpoint.ts';
import { closedQuery } from '../wire/schemas.ts';
import { After, filterOf, FILTERS, positionOf } from './event-query.ts';
import { EventSchema } from './event-schema.ts';

export const getEvents = signedInEndpoint({
  summary: 'A page of the events',
  query: closedQuery({
    ...FILTERS,
    after: After,
    order: Type.Optional(
      Type.Enum(['asc', 'desc'], { description: 'asc: oldest first. Default: desc, or asc with `after`' }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
  }),
  response: {
    200: Type.Object({
      events: Type.Array(EventSchema),
      cursor: Type.String({
        description: 'Goes on from here, also after an empty page, and in either order',
        examples: ['e5yc'],
      }),
      has_more: Type.Boolean({ description: 'Whether more events follow in this order now' }),
    }),
  },
  errors: [],
  async handle({ services, query }) {
    const after = positionOf('after', query.after);
    const order = query.order ?? (after === null ? 'desc' : 'asc');
    const { events, position, hasMore } = await services.trail.feed.page({
      filter: filterOf(query),
      after,
      descending: order === 'desc',
      limit: query.limit,
    });
    return { events, cursor: cursorOf(position), has_more: hasMore };
  },
});
