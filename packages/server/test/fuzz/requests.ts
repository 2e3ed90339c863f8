import * as fc from 'fast-check';
import { isObject, type Json } from '../../src/http/openapi/schemas.ts';
import { fitting, misfit } from './values.ts';

/** An operation of the API's description. */
export interface Operation {
  method: string;
  /** With names in braces. */
  path: string;
  described: Json;
}

export type Role = 'none' | 'user' | 'superadmin';

/** A request to an operation. */
export interface FuzzRequest {
  /** The operation's method and path. */
  name: string;
  method: string;
  role: Role;
  path: string;
  headers: Record<string, string>;
  /** As it is sent; undefined: none. */
  body: string | undefined;
  /** Whether the description allows everything that is sent. */
  fits: boolean;
}

interface Part<Value> {
  value: Value;
  fits: boolean;
}

const FORM = 'application/x-www-form-urlencoded';
const ODD_SEGMENTS = [
  '%00',
  '%2e%2e',
  '..%2f',
  '%zz',
  '%ff',
  'a'.repeat(201),
  '%F0%9F%98%80',
  '0',
  '-1',
  '1e309',
];
const ODD_QUERIES = ['', 'a=1&a=2', '%', '__proto__=1', 'unknown=1', 'page=1&page=2', 'limit[]=1', 'q=%00'];
const HEADERS: readonly Record<string, string>[] = [
  { accept: 'text/html' },
  { accept: 'application/json' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-purpose': 'prefetch' },
  { 'last-event-id': '-1' },
  { cookie: 'access_token=a; access_token=b; refresh_token=c' },
  { 'x-request-id': '{}' },
  { 'accept-language': 'de;q=2,*' },
  { 'if-none-match': '*' },
];
const ODD_BODIES: readonly [type: string, body: string][] = [
  ['application/json', '{'],
  ['application/json', ''],
  ['application/json', '{"a":1,"a":2}'],
  ['application/json', '['.repeat(40)],
  ['application/json; charset=latin1', '{}'],
  ['text/plain', '{}'],
  [FORM, 'email=a'],
];

/** Requests to every operation of a description, by every role: valid, nearly valid and invalid ones. */
export function requestsTo(document: Json, operations: readonly Operation[]): fc.Arbitrary<FuzzRequest> {
  const components = at(at(document, 'components'), 'schemas');
  const role = fc.constantFrom<Role>('superadmin', 'superadmin', 'user', 'none');
  const header = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, fc.constantFrom(...HEADERS));
  return fc.oneof(
    ...operations.map((operation) => {
      const parameters = [operation.described['parameters'] ?? []].flat().filter(isObject);
      const among = (where: string) => parameters.filter((parameter) => parameter['in'] === where);
      return fc
        .record({
          role,
          header,
          path: pathOf(operation.path, among('path'), components),
          query: queryOf(among('query'), components),
          body: bodyOf(at(operation.described, 'requestBody'), components),
        })
        .map(({ header: more, path, query, body, role: as }) => ({
          name: `${operation.method.toUpperCase()} ${operation.path}`,
          method: operation.method.toUpperCase(),
          role: as,
          path: `${path.value}${query.value === '' ? '' : '?'}${query.value}`,
          headers: { ...more, ...body.value.headers },
          body: body.value.text,
          fits: path.fits && query.fits && body.fits,
        }));
    }),
  );
}

function pathOf(path: string, parameters: readonly Json[], components: Json): fc.Arbitrary<Part<string>> {
  const values = fc.record(
    Object.fromEntries(
      parameters.map((parameter) => {
        const name = String(parameter['name']);
        const good = fitting(parameter['schema'], components, name)
          .map((value) => ({ value: encodeURIComponent(String(value)), fits: true }))
          // Two dots are another path, and none is a shorter one.
          .filter(({ value }) => !/^\.{0,2}$/.test(value));
        const odd = fc.constantFrom(...ODD_SEGMENTS).map((value) => ({ value, fits: false }));
        return [name, fc.oneof({ weight: 5, arbitrary: good }, { weight: 1, arbitrary: odd })];
      }),
    ),
  );
  return values.map((given) => ({
    value: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name]?.value ?? ''),
    fits: Object.values(given).every(({ fits }) => fits),
  }));
}

/** As a query or a form. */
function written(value: unknown): string {
  return new URLSearchParams(
    Object.entries(isObject(value) ? value : {}).flatMap(([key, given]) =>
      [given]
        .flat()
        .map((one): [string, string] => [
          key,
          typeof one === 'string' ? one.toWellFormed() : JSON.stringify(one),
        ]),
    ),
  ).toString();
}

function queryOf(parameters: readonly Json[], components: Json): fc.Arbitrary<Part<string>> {
  const schema = {
    properties: Object.fromEntries(parameters.map((one) => [String(one['name']), one['schema']])),
    required: parameters.filter((one) => one['required'] === true).map((one) => one['name']),
    type: 'object',
  };
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fitting(schema, components).map((value) => ({ value: written(value), fits: true })),
    },
    {
      weight: 2,
      arbitrary: misfit(schema, components).map((value) => ({ value: written(value), fits: false })),
    },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_QUERIES).map((value) => ({ value, fits: false })) },
  );
}

interface Sent {
  headers: Record<string, string>;
  text: string | undefined;
}

function bodyOf(requestBody: Json, components: Json): fc.Arbitrary<Part<Sent>> {
  const odd = fc.constantFrom(...ODD_BODIES).map(([type, text]) => ({
    value: { headers: { 'content-type': type }, text },
    fits: false,
  }));
  const none = { headers: {}, text: undefined };
  const content = at(requestBody, 'content');
  const { schema } = at(content, 'application/json');
  const { schema: formSchema } = at(content, FORM);
  if (formSchema !== undefined) {
    const form = (value: unknown) => ({ headers: { 'content-type': FORM }, text: written(value) });
    return fc.oneof(
      {
        weight: 8,
        arbitrary: fitting(formSchema, components).map((value) => ({ value: form(value), fits: true })),
      },
      { weight: 1, arbitrary: odd },
    );
  }
  if (schema === undefined) {
    const nothing = fc.constant({ value: none, fits: true });
    return fc.oneof({ weight: 9, arbitrary: nothing }, { weight: 1, arbitrary: odd });
  }
  const json = (value: unknown, fits: boolean) => ({
    value: { headers: { 'content-type': 'application/json' }, text: JSON.stringify(value) },
    fits,
  });
  return fc.oneof(
    { weight: 5, arbitrary: fitting(schema, components).map((value) => json(value, true)) },
    { weight: 4, arbitrary: misfit(schema, components).map((value) => json(value, false)) },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: fc.constant({ value: none, fits: false }) },
  );
}

export function at(value: Json, key: string): Json {
  const inner = value[key];
  return isObject(inner) ? inner : {};
}
