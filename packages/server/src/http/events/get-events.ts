import { Type } from 'typebox';
import { cursorOf, readCursor } from '../../features/audit/log/cursor.ts';
import { invalidFields } from '../../errors.ts';
import { assertStillReads, readerOf } from '../wire/reader.ts';
import { callableEndpoint } from '../wire/endpoint/endpoint.ts';
import { closedQuery } from '../wire/endpoint/schemas.ts';
import { After, filterOf, FILTERS } from './event-query.ts';
import { EventSchema } from './event-schema.ts';

export const getEvents = callableEndpoint({
  summary: 'A page of the events',
  query: closedQuery({
    ...FILTERS,
    after: After,
    order: Type.Optional(
      Type.Enum(['asc', 'desc'], { description: 'asc: oldest first. Default: desc, or asc with `after`' }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
    wait: Type.Integer({
      minimum: 0,
      maximum: 30,
      default: 0,
      description:
        'Seconds that an empty page waits for the first matching event; not with `after` and `order=desc`, which asks for older ones',
    }),
  }),
  response: {
    200: Type.Object({
      events: Type.Array(EventSchema),
      cursor: Type.String({
        description: 'Continues from here, also after an empty page, and in either order',
        examples: ['e5yc'],
      }),
      has_more: Type.Boolean({ description: 'Whether more events follow in this order now' }),
    }),
  },
  errors: [],
  async handle(context) {
    const { services, query, actor, signal } = context;
    const after = query.after === undefined ? null : readCursor(query.after);
    const order = query.order ?? (after === null ? 'desc' : 'asc');
    if (query.wait > 0 && order === 'desc' && after !== null)
      throw invalidFields({
        path: 'wait',
        message: 'is for newer events; leave out order, or send order=asc',
      });
    const asked = {
      filter: filterOf(query),
      after,
      descending: order === 'desc',
      limit: query.limit,
      signal,
    };
    const { feed } = services.auditLog;
    const reader = readerOf(actor);
    const { events, position, hasMore } =
      query.wait === 0
        ? await feed.page(asked)
        : await feed.wait(asked, { ms: query.wait * 1_000, reader, signal });
    // The reader may have lost the right during the wait.
    if (query.wait > 0) await assertStillReads(context);
    return { events, cursor: cursorOf(position), has_more: hasMore };
  },
});
