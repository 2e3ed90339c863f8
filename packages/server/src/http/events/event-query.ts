import { type Static, Type } from 'typebox';
import { invalidFields } from '../../errors.ts';
import { EventTypePattern, isEventType, matchingTypes } from '../../features/audit/events/event-types.ts';
import { canonicalAddress } from '../../lib/address.ts';
import { parseTime } from '../../lib/time-text.ts';
import { describedAs } from '../../lib/documented.ts';
import type { EventFilter } from '../../store/tables/event-list.ts';
import { Id } from '../wire/endpoint/lists.ts';

export const Time = (description: string) =>
  Type.Optional(Type.String({ format: 'time', description, examples: ['2026-01-31T12:00:00Z'] }));

/** The parameters that choose events. */
export const FILTERS = {
  type: Type.Optional(
    describedAs(
      Type.Unsafe<string | string[]>({
        type: ['string', 'array'],
        maxLength: 100,
        items: { type: 'string', maxLength: 100 },
        maxItems: 100,
      }),
      Type.Array(EventTypePattern, {
        maxItems: 100,
        description: 'A type, or a group of types such as `account.*`; may be repeated',
      }),
    ),
  ),
  account_id: Type.Optional({ ...Id, description: 'Events about this account' }),
  actor_id: Type.Optional(
    Type.String({
      format: 'actor',
      description:
        'Who did it: `account:7`, `key:3`, `connection:con_…`, `portal:por_…`, `operator` or `service`',
      examples: ['account:7'],
    }),
  ),
  ip_address: Type.Optional(Type.String({ format: 'address', description: 'Where the request came from' })),
  q: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 200,
      description: 'Words that the type or the data of the event contains, in either case',
    }),
  ),
  since: Time('Events from this time on; UTC without a zone'),
  until: Time('Events before this time; later than `since`'),
};

export const After = Type.Optional(
  Type.String({ format: 'event-cursor', description: 'A `cursor` of an earlier answer, of any instance' }),
);

type Filters = { [Name in keyof typeof FILTERS]?: Static<(typeof FILTERS)[Name]> };

/**
 * The filter of a query that has passed {@link FILTERS}.
 * @throws KeywardError `ValidationError` for an unknown type
 */
export function filterOf({
  type,
  account_id,
  actor_id,
  ip_address,
  q = '',
  since,
  until,
}: Filters): EventFilter {
  const words = q.split(/\s+/).filter((word) => word !== '');
  return {
    types: type === undefined ? null : typesOf([type].flat()),
    accountId: account_id ?? null,
    // A superadmin is an account.
    actor: actor_id?.replace('superadmin:', 'account:') ?? null,
    organization: null,
    ipAddress: ip_address === undefined ? null : canonicalAddress(ip_address),
    words: words.length === 0 ? null : words,
    since: since === undefined ? null : parseTime(since),
    until: until === undefined ? null : parseTime(until),
  };
}

function typesOf(patterns: readonly string[]): readonly string[] {
  const types = matchingTypes(patterns);
  if (types !== null) return types;
  const unknown = patterns.find((pattern) => matchingTypes([pattern]) === null) ?? '';
  const [group = ''] = unknown.split('.', 1);
  const near = matchingTypes([`${group}.*`])?.filter(isEventType) ?? [];
  throw invalidFields({
    path: 'type',
    message:
      near.length === 0
        ? 'must be a type of event, or a group such as account.*; the documentation of events lists them'
        : `must be one of ${near.join(', ')}, or ${group}.* for all of them`,
  });
}
