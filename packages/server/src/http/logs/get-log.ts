import { Type } from 'typebox';
import { FORMATS } from '../../features/operations/logs/logs.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { filterOf, LogQuery } from './log-query.ts';
import { FormatSchema, LogParams } from './present-log.ts';

const DEFAULT_LIMIT = { jsonl: 50, text: 100 };

export const getLog = adminEndpoint({
  summary: 'A page of a log or a snapshot: all records, or those that match the filters',
  params: LogParams,
  query: LogQuery,
  response: {
    200: Type.Object({
      success: Type.Literal(true),
      instance: Type.String({
        description: 'The instance that wrote this log; each has its own log',
        examples: ['web-1-3fa9c2'],
      }),
      filename: Type.String(),
      format: FormatSchema,
      total_records: Type.Integer({ description: 'Number of records that match' }),
      total_pages: Type.Integer(),
      page: Type.Integer(),
      limit: Type.Integer(),
      count: Type.Integer(),
      records: Type.Array(Type.Unknown(), {
        description: 'Objects; strings for a text log',
        examples: [[{ timestamp: '2026-01-31T12:00:00.000', level: 'INFO', event: 'login.succeeded' }]],
      }),
      partial: Type.Optional(
        Type.Literal(true, {
          description: 'Only the newest 200,000 lines were searched; use `since` and `until` for older ones',
        }),
      ),
    }),
  },
  errors: ['LoggingDisabledError', 'LogNotFoundError', 'ServiceUnavailableError'],
  async handle({ services, params: { name }, query }) {
    const source = services.logs.sourceOf(name);
    const format = FORMATS[source];
    const filter = await filterOf(query, format, services);
    const limit = query.limit ?? DEFAULT_LIMIT[format];
    const offset = query.offset ?? Math.min((query.page - 1) * limit, Number.MAX_SAFE_INTEGER);
    const { total, lines, partial } = await services.logs.page(name, {
      offset,
      limit,
      order: query.order,
      filter,
    });
    return {
      success: true,
      instance: services.instance,
      filename: `${name}.log`,
      format,
      total_records: total,
      total_pages: Math.ceil(total / limit),
      page: Math.floor(offset / limit) + 1,
      limit,
      count: lines.length,
      records: format === 'jsonl' ? lines.map(recordOf) : lines,
      ...(partial && { partial }),
    };
  },
});

/** Another program may have written a line that is not a JSON object. */
function recordOf(line: string): object {
  try {
    const record: unknown = JSON.parse(line);
    if (typeof record === 'object' && record !== null && !Array.isArray(record)) return record;
  } catch {}
  return { raw: line };
}
