import { eachProfileField } from '../../lib/profile-fields.ts';
import { isObject, type Json, narrowed } from './schemas.ts';

const TIME = '2026-01-31T12:00:00.000';
const TOKEN = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhaWQiOjQyfQ.c2lnbmF0dXJl';

/** Values for fields, by name. A value of another type than the field's is skipped. */
const BY_NAME: Json = {
  id: 42,
  account_id: 42,
  aid: 42,
  sid: 1017,
  uid: '5f0c2f4e-6f0b-4f43-9f0e-0d6a3c1f9b7e',
  name: 'Ada Lovelace',
  handle: 'ada',
  email: 'ada@example.org',
  to: 'ada@example.org',
  account_email: 'ada@example.org',
  identifier: 'ada@example.org',
  ...eachProfileField((_, { example }) => example),
  external_id: 'cus_9s6XKzkNRiz8i3',
  metadata: { theme: 'dark' },
  app_metadata: { plan: 'pro' },
  role: 'user',
  status: 'active',
  password: 'Analytical-1',
  current_password: 'Analytical-1',
  otp: '482915',
  code: '482915',
  token: 'c2V0LXVwLXRva2Vu',
  access_token: TOKEN,
  refresh_token: TOKEN,
  access_cookie_name: 'access_token',
  refresh_cookie_name: 'refresh_token',
  path: '/',
  samesite: 'lax',
  domain: null,
  max_age: null,
  frontend_url: 'https://app.example.org',
  url: 'https://provider.example/authorize?client_id=app&state=f3b1',
  ip_address: '192.0.2.10',
  user_agent: 'Mozilla/5.0',
  request_id: '0b6f2b0e-6a9c-4e0e-9d43-2f3c8c5f9a10',
  since: '2026-01-31T12:00:00Z',
  until: '2026-02-01T12:00:00Z',
  after: 'e5yc',
  timestamp: '2026-01-31T12:00:00.000Z',
  created_at: TIME,
  accepted_at: null,
  created_by: 1,
  updated_at: TIME,
  all_before: TIME,
  deletion_at: TIME,
  exported_at: TIME,
  new_email: 'ada.king@example.org',
  last_used_at: TIME,
  used_at: null,
  locked_until: null,
  locked_scope: null,
  totp_locked: false,
  system_time: TIME,
  message: 'Done',
  provider: 'idp1',
  id_token: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
  nonce: 'n-0S6_WzA2Mj',
  native_client_ids: ['com.example.app'],
  purpose: 'login',
  field: 'email',
  value: 'ada@example.org',
  exp: 1_769_861_700,
  iat: 1_769_860_800,
  jti: 'zMTUyNzE1OTk0NzE1',
  host: 'mail.example.org',
  port: 587,
  username: 'auth@example.org',
  sender: 'auth@example.org',
  sender_name: 'Example',
  client_id: 'client-id',
  client_secret: 'client-secret',
  redirect_uri: 'https://auth.example.org/auth/idp1/callback',
  algorithm: 'HS256',
  secret_key: 'at-least-32-bytes-of-a-random-secret',
  level: 'INFO',
  logs_dir: 'logs',
  store_dir: 'logs/store',
  section: 'jwt',
  dual_token_mode: true,
  session_duration_days: 7,
  access_token_expire_minutes: 15,
  refresh_token_expire_days: 7,
  console_output: false,
  capture_terminal: false,
  redact_patterns: ['sk_live_[A-Za-z0-9]+'],
  max_log_lines: 10_000,
  trim_log_lines: 1_000,
  limit: 10,
  rolled_back_to: null,
  q: 'cookie',
  query: 'cookie',
  snippet: '# Cookie mode',
  content: '# Cookie mode\n',
  subject: 'Your code: 482915',
  provider_user_id: '118234567890123456789',
  link: 'https://app.example.org/oauth/callback',
  html: '<p>Your code: 482915</p>',
  text: 'Your code: 482915',
  raw: 'Subject: Your code: 482915\r\n\r\nYour code: 482915\r\n',
  kind: 'code',
  response: 'Keyward is running',
  filename: 'app.log',
  log: 'app',
  source: 'auth0',
  method: 'password',
  reason: 'invalid_credentials',
  description: 'The customers of the shop',
};

/** Optional fields that only special answers have. */
const SPECIAL: ReadonlySet<string> = new Set([
  'cookie',
  'dry_run',
  'changes',
  'reset',
  'signs_out',
  'effects',
  'partial',
  // Only Apple has these, in place of another.
  'team_id',
  'key_id',
  'private_key',
]);

/** Optional in general, but required while no value is stored yet. */
const FIRST: ReadonlySet<string> = new Set(['client_secret']);

/** By name and type, for a name with two meanings. */
const EXPIRES_AT: Json = { string: TIME, integer: 1_769_861_400 };

/**
 * A value that fits the schema. With `requiredOnly`, objects have only their required fields, if there are any.
 * @param components the schemas that references point to
 */
export function exampleOf(schema: unknown, components: Json, requiredOnly = false, name = ''): unknown {
  if (!isObject(schema)) return null;
  const { $ref, type, properties, items, enum: choices, default: byDefault } = schema;
  if (typeof $ref === 'string')
    return exampleOf(components[$ref.slice('#/components/schemas/'.length)], components, requiredOnly, name);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['examples'])) return schema['examples'][0];
  const types = [type].flat();
  const named = name === 'expires_at' ? EXPIRES_AT[String(type)] : BY_NAME[name];
  if (named !== undefined && types.includes(typeOf(named)) && allows(schema, named)) return named;
  if (byDefault !== undefined) return byDefault;
  if (Array.isArray(choices)) return choices[0];
  if (Array.isArray(schema['anyOf']))
    return exampleOf(narrowed(schema, schema['anyOf'][0]), components, requiredOnly, name);
  if (isObject(properties)) {
    const [form = schema] = Array.isArray(schema['oneOf']) ? schema['oneOf'] : [];
    if (form !== schema) return formExample(schema, form, components);
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    const wanted = Object.entries(properties).filter(
      ([key, value]) =>
        required.includes(key) ||
        FIRST.has(key) ||
        ((!requiredOnly || required.length === 0) && !isSpecial(key, value)),
    );
    return Object.fromEntries(
      wanted.map(([key, value]) => [key, exampleOf(value, components, requiredOnly, key)]),
    );
  }
  switch (types[0]) {
    case 'array':
      return isObject(items) && Object.keys(items).length > 0
        ? [exampleOf(items, components, requiredOnly, name)]
        : [];
    case 'object':
      return {};
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      throw new Error(`no example for ${name}`);
  }
}

function isSpecial(name: string, schema: unknown): boolean {
  const description = isObject(schema) ? schema['description'] : undefined;
  return (
    SPECIAL.has(name) ||
    description === 'In cookie mode' ||
    // Those of the start refuse it.
    (typeof description === 'string' && description.includes('provider that was added here'))
  );
}

function allows({ enum: choices, pattern }: Json, value: unknown): boolean {
  if (Array.isArray(choices) && !choices.includes(value)) return false;
  return typeof pattern !== 'string' || typeof value !== 'string' || new RegExp(pattern).test(value);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** An object in one of its forms, which names all of its fields. */
function formExample({ properties }: Json, form: unknown, components: Json): unknown {
  const names: unknown[] = isObject(form) && Array.isArray(form['required']) ? form['required'] : [];
  const fields = Object.entries(isObject(properties) ? properties : {});
  return Object.fromEntries(
    fields
      .filter(([name]) => names.includes(name))
      .map(([name, field]) => [name, exampleOf(field, components, true, name)]),
  );
}
