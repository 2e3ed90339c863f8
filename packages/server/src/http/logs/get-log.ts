import { type Static, Type } from 'typebox';
import { invalidFields } from '../../errors.ts';
import { describedAs } from '../../lib/documented.ts';
import { LEVELS } from '../../features/operations/logs/entries.ts';
import type { Filter, Format, Person } from '../../features/operations/logs/filter.ts';
import { FORMATS } from '../../features/operations/logs/logs.ts';
import { personOf } from '../../features/operations/logs/people.ts';
import type { Services } from '../../services/services.ts';
import { timestamp } from '../../lib/clock.ts';
import { parseTime } from '../../lib/time-text.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { Id } from '../wire/endpoint/lists.ts';
import { closedQuery } from '../wire/endpoint/schemas.ts';
import { FormatSchema, LogParams } from './present-log.ts';

const DEFAULT_LIMIT = { jsonl: 50, text: 100 };
const MAX_LIMIT = 5_000;

const Query = closedQuery({
  page: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 }),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_LIMIT, description: 'Default: 50, or 100 for text' }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Default: (page - 1) * limit',
    }),
  ),
  order: Type.Enum(['asc', 'desc'], { default: 'asc', description: 'asc: oldest first' }),
  level: Type.Optional(
    describedAs(
      Type.String({ maxLength: 100 }),
      Type.String({
        maxLength: 100,
        pattern: `^(?:${LEVELS.join('|')})(?:,(?:${LEVELS.join('|')}))*$`,
        description: `One or more of ${LEVELS.join(', ')}, with commas between them; in either case`,
        examples: ['WARNING,ERROR'],
      }),
    ),
  ),
  event: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'One or more events, separated by commas; `login` finds `login.failed`',
    }),
  ),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'A text in the record, case-insensitive' })),
  since: Type.Optional(
    Type.String({
      format: 'day-or-time',
      description: 'Records from this time on; UTC without a zone',
      examples: ['2026-01-31T12:00:00Z'],
    }),
  ),
  until: Type.Optional(
    Type.String({
      format: 'day-or-time',
      description: 'Records before this time, later than `since`',
      examples: ['2026-02-01T12:00:00Z'],
    }),
  ),
  account_id: Type.Optional({ ...Id, description: 'Records about this account; only for app logs' }),
  email: Type.Optional(
    Type.String({
      format: 'email',
      description: 'Records that name this email or concern its account; only for app logs',
    }),
  ),
});

export const getLog = adminEndpoint({
  summary: 'A page of a log or a snapshot: all records, or those that match the filters',
  params: LogParams,
  query: Query,
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
    const filter = { ...filterOf(query), people: await peopleOf(query, format, services) };
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

/** @throws KeywardError `ValidationError` */
function filterOf({ level, event, q, since, until }: Static<typeof Query>): Filter {
  return {
    levels: level === undefined ? undefined : levelsOf(level),
    events: event?.split(',').map((name) => name.trim()),
    text: q,
    since: since === undefined ? undefined : timestamp(parseTime(since)),
    until: until === undefined ? undefined : timestamp(parseTime(until)),
  };
}

/**
 * Undefined if the query names no person.
 * @throws KeywardError `ValidationError` for a log whose records name no accounts
 */
async function peopleOf(
  { account_id, email }: Static<typeof Query>,
  format: Format,
  { store }: Services,
): Promise<Person[] | undefined> {
  if (account_id === undefined && email === undefined) return undefined;
  if (format === 'text') {
    const path = account_id === undefined ? 'email' : 'account_id';
    throw invalidFields({ path, message: 'is a filter of app logs; search the lines of server logs with q' });
  }
  return [
    ...(account_id === undefined ? [] : [{ accountId: account_id }]),
    ...(email === undefined ? [] : [await personOf(store, email)]),
  ];
}

function levelsOf(text: string): string[] {
  return text.split(',').map((given) => {
    const level = LEVELS.find((known) => known === given.trim().toUpperCase());
    if (level === undefined)
      throw invalidFields({
        path: 'level',
        message: `must be one of ${LEVELS.join(', ')}, or several of them with commas`,
      });
    return level;
  });
}

/** Another program may have written a line that is not a JSON object. */
function recordOf(line: string): object {
  try {
    const record: unknown = JSON.parse(line);
    if (typeof record === 'object' && record !== null && !Array.isArray(record)) return record;
  } catch {}
  return { raw: line };
}
