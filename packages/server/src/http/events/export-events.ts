import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { signedInEndpoint } from '../wire/endpoint.ts';
import { closedQuery } from '../wire/schemas.ts';
import { filterOf, FILTERS } from './event-query.ts';

export const exportEvents = signedInEndpoint({
  summary: 'All events, oldest first, one JSON object in each line',
  query: closedQuery(FILTERS),
  response: { 200: Type.String({ contentMediaType: 'application/x-ndjson' }) },
  errors: ['ValidationError'],
  async handle({ services, query, request, reply, caller }) {
    const filter = filterOf(query);
    reply.type('application/x-ndjson; charset=utf-8');
    if (request.method === 'HEAD') return reply.send();
    const reader = { sessionId: caller.row.id, token: caller.token, end: () => lines.destroy() };
    const parts = services.trail.feed.export(filter, reader);
    // Before the status is sent: a database that is away has one of its own.
    const first = await parts.next();
    const lines = Readable.from(
      (async function* () {
        if (first.value !== undefined) yield linesOf(first.value);
        for await (const events of parts) yield linesOf(events);
      })(),
      { objectMode: false },
    );
    return reply.send(lines);
  },
});

function linesOf(events: readonly object[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}
