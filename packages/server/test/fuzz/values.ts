import * as fc from 'fast-check';
import { isObject, type Json, narrowed } from '../../src/http/openapi/schemas.ts';
import { PASSWORD } from '../support/keyward.ts';

/** Values from the schemas of the API's description, and values that do not quite fit. */

/** Values that reach deep into the service, by the name of the field. */
const KNOWN: Record<string, readonly unknown[]> = {
  email: ['user@example.org', 'admin@example.org', 'Nobody@Example.org'],
  identifier: ['user@example.org', 'admin@example.org', 'nobody'],
  password: [PASSWORD, 'Other-horse-2', 'weak'],
  current_password: [PASSWORD],
  otp: ['123456', '000000'],
  account_id: [1, 2, 3],
  id: [1, 2, 3],
  value: ['1', 'user@example.org'],
  name: ['Ada Lovelace', 'app', 'server', 'app-kept'],
  frontend_url: ['http://127.0.0.1:4000', 'https://evil.example'],
  since: ['2026-01-31T12:00:00', '2026-01-31'],
  until: ['2100-01-31T12:00:00'],
  level: ['INFO', 'warning,ERROR'],
  event: ['login', 'request'],
  client_id: ['app_fuzz', 'https://app.example.com/client.json'],
  redirect_uri: ['https://app.example.com/callback'],
  response_type: ['code'],
  response_mode: ['query', 'form_post'],
  prompt: ['none', 'login'],
  code_challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  code_challenge_method: ['S256'],
  grant_type: ['authorization_code', 'refresh_token', 'client_credentials', 'password'],
  path: ['index.md', '../package.json', '/'],
};

/** As the unit `binary`, which makes a table of all code points in each process that loads it. */
const ANY_CODE_POINT = fc.nat(0x10_ffff).map((point) => String.fromCodePoint(point));

/** Fields that must not cause external requests, or fill the runner's output. */
const HARMLESS: Record<string, readonly unknown[]> = {
  host: ['', '127.0.0.1', '::1', 'a b'],
  port: [1],
  url: ['http://127.0.0.1:1/hook', 'http://10.0.0.1/'],
  jwks_uri: [null, 'http://127.0.0.1:1/keys'],
  backchannel_logout_uri: [null, 'http://127.0.0.1:1/logout'],
  metadata_documents: [{ enabled: false }],
  registration: ['open'],
  console_output: [false],
  capture_terminal: [false],
};

const ODD = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    [],
    [null],
    {},
    '*'.repeat(5_000),
  ),
  fc.constantFrom('\0', '\ud800', '\u202e', '😀'.repeat(31), "' or 1=1 --", '%', '../..', '{{7*7}}', '\r\n'),
  fc.string({ unit: ANY_CODE_POINT, maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Values that a schema of the description allows. @param components the targets of references */
export function fitting(schema: unknown, components: Json, name = ''): fc.Arbitrary<unknown> {
  if (!isObject(schema)) return fc.jsonValue({ maxDepth: 1 });
  const { $ref, type, enum: choices, properties, items, anyOf, oneOf } = schema;
  if (typeof $ref === 'string') return fitting(components[$ref.split('/').at(-1) ?? ''], components, name);
  if ('const' in schema) return fc.constant(schema['const']);
  const harmless = HARMLESS[name]?.filter((value) => fits(schema, value));
  if (harmless !== undefined) return fc.constantFrom(...harmless);
  if (Array.isArray(choices)) return fc.constantFrom<unknown>(...choices);
  if (Array.isArray(anyOf))
    return fc.oneof(...anyOf.map((one) => fitting(narrowed(schema, one), components, name)));
  if (Array.isArray(oneOf)) return fc.oneof(...oneOf.map((one) => fitting(formOf(schema, one), components)));
  const types = [type].flat();
  const values = types.map((one): fc.Arbitrary<unknown> => {
    switch (one) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
      case 'number':
        return integer(schema);
      case 'array':
        return fc.array(fitting(items, components, name), {
          minLength: Number(schema['minItems'] ?? 0),
          maxLength: 3,
        });
      case 'object':
        return object(schema, (property, key) => fitting(property, components, key));
      default:
        return text(schema);
    }
  });
  const known = (KNOWN[name] ?? []).filter((value) => types.includes(typeOf(value)) && fits(schema, value));
  return known.length > 0 && !isObject(properties)
    ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom<unknown>(...known) }, ...values)
    : fc.oneof(...values);
}

/** One of the forms of an object: the fields that it requires, and no others. */
function formOf({ properties, ...schema }: Json, form: unknown): Json {
  const required = isObject(form) && Array.isArray(form['required']) ? form['required'] : [];
  const fields = Object.entries(isObject(properties) ? properties : {});
  return {
    ...schema,
    oneOf: undefined,
    required,
    properties: Object.fromEntries(fields.filter(([name]) => required.includes(name))),
  };
}

/** An object with one invalid field, or another type of value. */
export function misfit(schema: unknown, components: Json): fc.Arbitrary<unknown> {
  if (!isObject(schema) || !isObject(schema['properties'])) return ODD;
  const names = Object.keys(schema['properties']);
  const changed = fc
    .record({
      value: fitting(schema, components),
      name: fc.constantFrom('unknown', '__proto__', ...names),
      odd: ODD,
      without: fc.boolean(),
    })
    .map(({ value, name, odd, without }) => {
      const others = Object.entries(isObject(value) ? value : {}).filter(([key]) => key !== name);
      const harmless = HARMLESS[name]?.[0] ?? odd;
      // Of entries, so that __proto__ becomes a field like any other.
      return Object.fromEntries(without ? others : [...others, [name, harmless]]);
    });
  return fc.oneof({ weight: 6, arbitrary: changed }, { weight: 1, arbitrary: ODD });
}

/** Whether a text has the pattern and the length that a schema asks for. */
function fits({ pattern, minLength = 0, maxLength = Infinity, not }: Json, value: unknown): boolean {
  if (typeof value !== 'string') return true;
  if (isObject(not) && fits(not, value)) return false;
  const length = Array.from(value).length;
  return (
    length >= Number(minLength) &&
    length <= Number(maxLength) &&
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value))
  );
}

function text(schema: Json): fc.Arbitrary<string> {
  return anyText(schema).filter((value) => fits(schema, value));
}

function anyText({ format, pattern, minLength, maxLength }: Json): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  if (format === 'ipv4') return fc.ipV4();
  if (format === 'ipv6') return fc.ipV6();
  if (typeof pattern === 'string')
    return pattern.includes('[Hh][Tt]')
      ? fc.webUrl()
      : fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
  return fc.string({
    unit: 'grapheme',
    minLength: Number(minLength ?? 0),
    maxLength: Math.min(Number(maxLength ?? 40), 40),
  });
}

function integer({ minimum = -1_000, maximum = 1_000_000 }: Json): fc.Arbitrary<number> {
  const [min, max] = [Number(minimum), Number(maximum)];
  return fc.oneof(fc.integer({ min, max: Math.min(max, min + 20) }), fc.constantFrom(min, max));
}

function object(
  { properties = {}, required = [] }: Json,
  fittingOf: (schema: unknown, name: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<Json> {
  const entries = isObject(properties) ? Object.entries(properties) : [];
  const requiredKeys = Array.isArray(required) ? required.map(String) : [];
  return fc.record(Object.fromEntries(entries.map(([name, schema]) => [name, fittingOf(schema, name)])), {
    requiredKeys,
  });
}

function typeOf(value: unknown): string {
  return Number.isInteger(value) ? 'integer' : typeof value;
}
