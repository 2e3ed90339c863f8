import { type Static, Type } from 'typebox';
import { invalidFields } from '../../errors.ts';
import { describedAs } from '../../lib/documented.ts';
import { LEVELS } from '../../features/operations/logs/entries.ts';
import type { Filter, Format, Person } from '../../features/operations/logs/filter.ts';
import { personOf } from '../../features/operations/logs/people.ts';
import type { Services } from '../../services/services.ts';
import { timestamp } from '../../lib/clock.ts';
import { parseTime } from '../../lib/time-text.ts';
import { Id } from '../wire/endpoint/lists.ts';
import { closedQuery } from '../wire/endpoint/schemas.ts';

const MAX_LIMIT = 5_000;

/** The page and the filters of a request for records. */
export const LogQuery = closedQuery({
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

/** @throws KeywardError `ValidationError` */
export async function filterOf(
  query: Static<typeof LogQuery>,
  format: Format,
  services: Services,
): Promise<Filter> {
  const { level, event, q, since, until } = query;
  return {
    levels: level === undefined ? undefined : levelsOf(level),
    events: event?.split(',').map((name) => name.trim()),
    text: q,
    since: since === undefined ? undefined : timestamp(parseTime(since)),
    until: until === undefined ? undefined : timestamp(parseTime(until)),
    people: await peopleOf(query, format, services),
  };
}

/**
 * Undefined if the query names no person.
 * @throws KeywardError `ValidationError` for a log whose records name no accounts
 */
async function peopleOf(
  { account_id, email }: Static<typeof LogQuery>,
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
