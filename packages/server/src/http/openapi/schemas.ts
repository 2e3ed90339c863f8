import type { TSchema } from 'typebox';
import { AdministeredAccountSchema } from '../admin/accounts/administered-account.ts';
import { CountedActionSchema } from '../admin/schemas.ts';
import { DOCUMENTED } from '../../lib/documented.ts';
import { EventSchema } from '../events/event-schema.ts';
import { DeliverySchema } from '../webhooks/delivery.ts';
import { WebhookSchema } from '../webhooks/webhook.ts';
import { LinkSchema } from '../presenters/link.ts';
import { FORMATS } from '../wire/validation.ts';
import { ActionSchema, CookieSchema, TokenResponseSchema } from '../wire/endpoint/schemas.ts';
import { ListedSessionSchema, SessionSchema } from '../../features/audit/serializers/session.ts';
import { AccountSchema, EventAccountSchema } from '../../features/audit/serializers/account.ts';
import { ActorSchema, ClientSchema, EventTypeNameSchema } from '../../features/audit/events/event-types.ts';
import { EVENT_COMPONENTS } from './event-components.ts';

/** A JSON object of the document. */
export type Json = Record<string, unknown>;

/** Schemas that appear once among the components; everything else refers to them. */
const NAMED: Record<string, TSchema> = {
  Account: AccountSchema,
  AdministeredAccount: AdministeredAccountSchema,
  Session: SessionSchema,
  ListedSession: ListedSessionSchema,
  ProviderLink: LinkSchema,
  TokenResponse: TokenResponseSchema,
  Cookie: CookieSchema,
  Webhook: WebhookSchema,
  Delivery: DeliverySchema,
  Action: ActionSchema,
  CountedAction: CountedActionSchema,
  Event: EventSchema,
  EventAccount: EventAccountSchema,
  EventActor: ActorSchema,
  EventClient: ClientSchema,
  EventTypeName: EventTypeNameSchema,
  ...EVENT_COMPONENTS,
};

/** Keyed by their text, because wrapping a schema copies it. */
const NAMES = new Map(Object.entries(NAMED).map(([name, schema]) => [JSON.stringify(schema), name]));

/** A route's schema as JSON Schema 2020-12, with references to the components. */
export function jsonSchema(schema: TSchema): Json {
  return asObject(converted(JSON.parse(JSON.stringify(schema))));
}

export function componentSchemas(): Json {
  return Object.fromEntries(
    Object.entries(NAMED).map(([name, schema]) => [name, asObject(adapted(plain(schema)))]),
  );
}

function converted(node: unknown): unknown {
  if (!isObject(node)) return node;
  if (isObject(node[DOCUMENTED])) return converted(node[DOCUMENTED]);
  const name = NAMES.get(JSON.stringify(node));
  return name === undefined ? adapted(node) : { $ref: `#/components/schemas/${name}` };
}

/** Converts one level; the levels below it are already converted. */
function adapted(node: Json): Json {
  const { [DOCUMENTED]: documented, format, contentMediaType: _, patternProperties, ...rest } = node;
  if (isObject(documented)) return adapted(documented);
  const { properties, items, anyOf, additionalProperties } = rest;
  // A record with any names.
  const [more = additionalProperties] = isObject(patternProperties) ? Object.values(patternProperties) : [];
  return {
    ...(format === 'date-time' && { format }),
    ...(typeof format === 'string' && FORMATS[format]?.schema),
    ...rest,
    ...(Array.isArray(rest['enum']) && rest['type'] === undefined && { type: 'string' }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, converted(one)])),
    }),
    ...(items !== undefined && { items: converted(items) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(converted) }),
    ...(more !== undefined && { additionalProperties: converted(more) }),
  };
}

function plain(schema: TSchema): Json {
  return asObject(JSON.parse(JSON.stringify(schema)));
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A schema with the requirements of one of its alternatives (`anyOf`). */
export function narrowed(schema: Json, alternative: unknown): Json {
  const more = asObject(alternative);
  const own = asObject(schema['properties']);
  const names = [schema['required'] ?? [], more['required'] ?? []].flat();
  const properties = Object.entries(asObject(more['properties'])).map(([name, one]): [string, unknown] => [
    name,
    name in own ? narrowed(asObject(own[name]), one) : one,
  ]);
  return {
    ...schema,
    anyOf: undefined,
    ...more,
    ...(names.length > 0 && { required: names }),
    ...(properties.length > 0 && { properties: { ...own, ...Object.fromEntries(properties) } }),
  };
}

function asObject(value: unknown): Json {
  return isObject(value) ? value : {};
}
