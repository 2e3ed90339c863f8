import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { assertStillReads, readerOf } from '../wire/reader.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { closedQuery } from '../wire/endpoint/schemas.ts';
import { filterOf, FILTERS } from './event-query.ts';

export const exportEvents = adminEndpoint({
  summary: 'All events, oldest first, one JSON object in each line',
  query: closedQuery(FILTERS),
  response: { 200: Type.String({ contentMediaType: 'application/x-ndjson' }) },
  errors: ['ValidationError'],
  async handle(context) {
    const { services, query, request, reply, actor } = context;
    const filter = filterOf(query);
    reply.type('application/x-ndjson; charset=utf-8');
    if (request.method === 'HEAD') return reply.send();
    let lines: Readable | undefined;
    let over = false;
    const reader = {
      ...readerOf(actor),
      end() {
        over = true;
        lines?.destroy();
      },
    };
    const parts = services.auditLog.feed.export(filter, reader, context.signal);
    // Read before the status is sent, because an unavailable database has its own status.
    const first = await parts.next();
    if (over) {
      await parts.return();
      // This throws the reason why the reader was ended; the database may be available again.
      await assertStillReads(context);
      throw new KeywardError('ServiceUnavailableError', { retryAfter: 1 });
    }
    lines = Readable.from(
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
