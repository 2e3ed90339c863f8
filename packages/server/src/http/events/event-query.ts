import { type Static, Type } from 'typebox';
import { invalidFields } from '../../errors.ts';
import { isEventType, matchingTypes } from '../../features/audit/events/event-types.ts';
import { readCursor } from '../../features/audit/log/cursor.ts';
import { canonicalAddress } from '../../lib/address.ts';
import { describedAs } from '../../lib/documented.ts';
import type { EventFilter } from '../../store/tables/event-list.ts';
import { Id } from '../wire/endpoint/lists.ts';

/** RFC 3339, or the interface's own form. A `+` that was not encoded arrives as a space. */
const TIME = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(?:([Zz])|([+ -])(\d{2}:\d{2}))?$/;
const ACTOR = /^(?:(account|superadmin|key):([1-9]\d{0,15})|operator|service)$/;

/** A parameter that {@link timeOf} reads. */
export const Time = (description: string) =>
  Type.Optional(
    describedAs(
      Type.String({ maxLength: 40 }),
      Type.String({ maxLength: 40, pattern: TIME.source, description, examples: ['2026-01-31T12:00:00Z'] }),
    ),
  );

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
      Type.Array(Type.String({ examples: ['session.ended'] }), {
        description: 'A type, or a group of types such as `account.*`; may be repeated',
      }),
    ),
  ),
  account_id: Type.Optional({ ...Id, description: 'Events about this account' }),
  actor_id: Type.Optional(
    describedAs(
      Type.String({ maxLength: 40 }),
      Type.String({
        maxLength: 40,
        pattern: ACTOR.source,
        description: 'Who did it: `account:7`, `key:3`, `operator` or `service`',
        examples: ['account:7'],
      }),
    ),
  ),
  ip_address: Type.Optional(Type.String({ maxLength: 100, description: 'Where the request came from' })),
  since: Time('Events from this time on; UTC without a zone'),
  until: Time('Events before this time; later than `since`'),
};

export const After = Type.Optional(
  Type.String({ maxLength: 100, description: 'A `cursor` of an earlier answer, of any instance' }),
);

type Filters = { [Name in keyof typeof FILTERS]?: Static<(typeof FILTERS)[Name]> };

/** @throws KeywardError `ValidationError` */
export function filterOf({ type, account_id, actor_id, ip_address, since, until }: Filters): EventFilter {
  return {
    types: type === undefined ? null : typesOf([type].flat()),
    accountId: account_id ?? null,
    actor: actor_id === undefined ? null : actorOf(actor_id),
    ipAddress: ip_address === undefined ? null : addressOf(ip_address),
    since: since === undefined ? null : timeOf('since', since),
    until: until === undefined ? null : timeOf('until', until),
  };
}

/** The position of a cursor; null without one. @throws KeywardError `ValidationError` */
export function positionOf(path: string, cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const position = readCursor(cursor);
  if (position === null)
    throw invalidFields({
      path,
      message: 'must be a cursor of an earlier answer; leave it out to start again',
    });
  return position;
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

function actorOf(text: string): string {
  const [whole, kind, id] = ACTOR.exec(text) ?? [];
  if (whole === undefined)
    throw invalidFields({
      path: 'actor_id',
      message: 'must be account:ID, key:ID, operator or service, as in account:7',
    });
  // A superadmin is an account.
  return kind === 'superadmin' ? `account:${id}` : whole;
}

function addressOf(text: string): string {
  const address = canonicalAddress(text);
  if (address === 'unknown')
    throw invalidFields({ path: 'ip_address', message: 'must be an IP address, as in 192.0.2.10' });
  return address;
}

/** @throws KeywardError `ValidationError` */
export function timeOf(path: string, text: string): number {
  const [, day = '', time = '', , sign = '+', offset = '00:00'] = TIME.exec(text) ?? [];
  const local = Date.parse(`${day}T${time}Z`);
  const at = Date.parse(`${day}T${time}${sign === '-' ? '-' : '+'}${offset}`);
  // A day that does not exist would be read as a later one.
  if (Number.isNaN(at) || new Date(local).toISOString().slice(0, 10) !== day)
    throw invalidFields({
      path,
      message: 'must be a time such as 2026-01-31T12:00:00Z; without a zone it is UTC',
    });
  return at;
}
