import type { TSchema } from 'typebox';
import { CountedActionSchema } from '../admin/schemas.ts';
import { ListedSessionSchema } from '../wire/lists.ts';
import { LinkSchema } from '../presenters/link.ts';
import {
  AccountSchema,
  ActionSchema,
  CookieSchema,
  SessionSchema,
  TokenResponseSchema,
} from '../wire/schemas.ts';

/** A JSON object of the document. */
export type Json = Record<string, unknown>;

/** Schemas that stand once among the components and are referred to from everywhere else. */
const NAMED: Record<string, TSchema> = {
  Account: AccountSchema,
  Session: SessionSchema,
  ListedSession: ListedSessionSchema,
  ProviderLink: LinkSchema,
  TokenResponse: TokenResponseSchema,
  Cookie: CookieSchema,
  Action: ActionSchema,
  CountedAction: CountedActionSchema,
};

/** Formats of ours that others know by another name; those that are ours alone are left out. */
const FORMATS: Record<string, Json> = {
  email: { format: 'email' },
  'web-url': { format: 'uri' },
  'well-formed': { format: 'password' },
  host: { format: 'hostname' },
  code: { pattern: '^[0-9]{6}$' },
};

/** By their text, because wrapping a schema copies it. */
const NAMES = new Map(Object.entries(NAMED).map(([name, schema]) => [JSON.stringify(schema), name]));

/** A schema of a route as JSON Schema 2020-12, with references to the components. */
export function jsonSchema(schema: TSchema): Json {
  return asObject(converted(JSON.parse(JSON.stringify(schema))));
}

export function componentSchemas(): Json {
  return Object.fromEntries(
    Object.entries(NAMED).map(([name, schema]) => [name, asObject(adapted(plain(schema)))]),
  );
}

function converted(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(converted);
  if (!isObject(node)) return node;
  const name = NAMES.get(JSON.stringify(node));
  return name === undefined ? adapted(node) : { $ref: `#/components/schemas/${name}` };
}

/** One level in our form, the levels below converted. */
function adapted(node: Json): Json {
  const { format, patternProperties, contentMediaType: _, ...rest } = node;
  const result = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, converted(value)]));
  if (isObject(format)) result['format'] = converted(format);
  if (typeof format === 'string') Object.assign(result, FORMATS[format]);
  // A field of that name, or a record with any names.
  if (isObject(patternProperties)) {
    result['additionalProperties'] = converted(Object.values(patternProperties)[0]);
  }
  if (Array.isArray(node['enum']) && node['type'] === undefined) result['type'] = 'string';
  return result;
}

function plain(schema: TSchema): Json {
  return asObject(JSON.parse(JSON.stringify(schema)));
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asObject(value: unknown): Json {
  return isObject(value) ? value : {};
}
