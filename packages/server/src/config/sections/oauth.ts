import { Type } from 'typebox';
import { SCOPE_PATTERN } from '../../lib/patterns.ts';
import { recordOf } from '../../lib/record-of.ts';
import { field, type ValuesOf } from './field.ts';

/** How tokens for applications are signed. OpenID Connect requires every client to support the first. */
export const OAUTH_ALGORITHMS = ['RS256', 'ES256', 'EdDSA'] as const;
export type OAuthAlgorithm = (typeof OAUTH_ALGORITHMS)[number];

export const REGISTRATIONS = ['off', 'token', 'open'] as const;

const MAX_MINUTES = 1_440;

function oneOf<const Value extends string>(values: readonly Value[], description: string) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], description });
}

const Scope = Type.String({ pattern: SCOPE_PATTERN, examples: ['orders:read'] });
const Hosts = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 253 }), { maxItems: 200, description }));

const nullableText = (maxLength: number, description: string, example: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, description, examples: [example] });

export const oauthFields = {
  enabled: field(
    Type.Boolean({
      description:
        'Whether other applications can sign in with Keyward; the first application turns it on. While it is off, the routes answer 404',
    }),
    false,
    { keys: 'closed' },
  ),
  default_resource: field(
    nullableText(
      2_048,
      'The resource (RFC 8707) that access tokens are for if a request names none; null: the issuer, for userinfo only',
      'https://api.example.com',
    ),
    null,
    { keys: 'closed' },
  ),
  scopes: field(
    recordOf(
      Type.Object(
        {
          description: Type.String({ maxLength: 200, description: 'What people read before they allow it' }),
          claims: Type.Optional(
            Type.Array(Type.String({ maxLength: 200 }), {
              maxItems: 20,
              description:
                'Fields of the account that userinfo then shows, such as `app_metadata.plan` as `plan`. What owners write themselves begins with `unverified_`: `metadata.theme` is `unverified_theme`',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      {
        maxProperties: 200,
        description: 'Scopes in addition to those of OpenID Connect',
        examples: [{ 'orders:read': { description: 'See your orders' } }],
      },
    ),
    {},
    { keys: 'closed' },
  ),
  resources: field(
    recordOf(
      Type.Object(
        {
          name: Type.Optional(Type.String({ maxLength: 100 })),
          scopes: Type.Optional(
            Type.Array(Scope, { maxItems: 200, description: 'The scopes that it knows; left out: all' }),
          ),
          access_minutes: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: MAX_MINUTES,
              description: 'Longest lifetime of its access tokens',
            }),
          ),
          dpop_bound: Type.Optional(
            Type.Boolean({ description: 'Whether it takes only tokens that are bound to a key (RFC 9449)' }),
          ),
        },
        { additionalProperties: false },
      ),
      {
        maxProperties: 200,
        description: 'The resources that access tokens can be for, by their addresses',
        examples: [{ 'https://api.example.com': { name: 'Orders', scopes: ['orders:read'] } }],
      },
    ),
    {},
    { keys: 'closed' },
  ),
  registration: field(
    oneOf(
      REGISTRATIONS,
      'Who may register applications (RFC 7591): nobody, holders of an API key, everybody',
    ),
    'off',
    { keys: 'closed' },
  ),
  metadata_documents: field(
    Type.Object(
      {
        enabled: Type.Optional(
          Type.Boolean({ description: 'Whether a client_id can be the address of a metadata document' }),
        ),
        allowed_hosts: Hosts('Accept documents of these hosts only; empty: of all'),
        blocked_hosts: Hosts('Documents of these hosts are refused'),
      },
      {
        additionalProperties: false,
        description: 'Client ID metadata documents: applications that nobody has to register',
        examples: [{ enabled: true, allowed_hosts: ['client.example.com'] }],
      },
    ),
    { enabled: false, allowed_hosts: [], blocked_hosts: [] },
    { keys: 'closed' },
  ),
  consent_days: field(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: 3_650,
      description: 'Days for which a consent is remembered; null: until it is revoked',
    }),
    null,
    { keys: 'closed' },
  ),
  consent_url: field(
    nullableText(
      2_048,
      'Page of an allowed frontend that asks for consent; null: the built-in page',
      'https://app.example.com/consent',
    ),
    null,
    { keys: 'closed' },
  ),
  signing_algorithm: field(
    oneOf(
      OAUTH_ALGORITHMS,
      'The algorithm for ID tokens and access tokens, unless the application sets another',
    ),
    'RS256',
    { keys: 'closed' },
  ),
  rotate_days: field(
    Type.Integer({
      minimum: 0,
      maximum: 3_650,
      description:
        'Days after which the service replaces the keys that sign tokens for applications; 0: never',
    }),
    90,
    { keys: 'closed' },
  ),
  mcp: field(Type.Boolean({ description: 'Whether agents can administer this service by MCP' }), false, {
    keys: 'closed',
  }),
};

/** Keyward as an authorization server. */
export type OAuthSettings = ValuesOf<typeof oauthFields>;
