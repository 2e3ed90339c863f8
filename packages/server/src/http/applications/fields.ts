import { Type } from 'typebox';
import { OAUTH_ALGORITHMS } from '../../config/sections/oauth.ts';
import { SCOPE_PATTERN } from '../../lib/patterns.ts';
import { nullable } from '../../features/audit/serializers/shapes.ts';

const TYPES = ['web', 'browser', 'native', 'machine'] as const;
const METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;
const MINUTES_OF_A_DAY = 1_440;

export function oneOf<const Value extends string>(values: readonly Value[], description?: string) {
  return Type.Unsafe<Value>({
    type: 'string',
    enum: [...values],
    ...(description !== undefined && { description }),
  });
}

const Address = (description: string) =>
  nullable(Type.String({ maxLength: 2_048, description, examples: ['https://app.example.com/about'] }));
const Uris = (description: string, example: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 2_048 }), {
    maxItems: 100,
    description,
    examples: [[example]],
  });
const Scopes = (description: string, example: string) =>
  Type.Array(Type.String({ pattern: SCOPE_PATTERN }), { maxItems: 200, description, examples: [[example]] });

export const ClientId = Type.String({
  maxLength: 2_048,
  description: 'Percent-encoded in a path',
  examples: ['app_4Yb1Qm0cW2nS8tJx6Kd3Vg'],
});
export const ApplicationParams = Type.Object({ id: ClientId });
export const SecretParams = Type.Object({
  id: ClientId,
  secret_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});

export const TypeOfApplication = oneOf(
  TYPES,
  '`web` and `machine` keep a secret; `browser` and `native` are public',
);

/** The fields that a superadmin chooses. */
export const ApplicationFields = {
  name: Type.String({ format: 'label', maxLength: 100, examples: ['Orders'] }),
  logo_url: Address('Browsers load it from the origin of the service'),
  homepage_url: Address('For people'),
  policy_url: Address('Privacy'),
  terms_url: Address('Terms'),
  contacts: Type.Array(Type.String({ format: 'text', maxLength: 254 }), {
    maxItems: 20,
    examples: [['team@example.com']],
  }),
  redirect_uris: Uris(
    'Compared as strings, except for the port of a loopback address (RFC 8252)',
    'https://app.example.com/callback',
  ),
  post_logout_redirect_uris: Uris('Where the browser may go after a logout', 'https://app.example.com/'),
  backchannel_logout_uri: Address('Told when a session ends (OpenID Connect Back-Channel Logout 1.0)'),
  token_endpoint_auth_method: oneOf(METHODS, 'How it authenticates at the token endpoint'),
  jwks: Type.Unsafe<{ keys: Record<string, unknown>[] } | null>({
    type: ['object', 'null'],
    properties: {
      keys: { type: 'array', maxItems: 20, items: { type: 'object', additionalProperties: true } },
    },
    required: ['keys'],
    description: 'Its public keys (RFC 7517), for private_key_jwt',
  }),
  jwks_uri: Address('Where its public keys are'),
  scopes: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string', pattern: SCOPE_PATTERN },
    maxItems: 200,
    description: 'What it may ask people for; null: every known scope',
    examples: [['openid', 'profile', 'orders:read']],
  }),
  machine_scopes: Scopes('What it may do for itself', 'orders:read'),
  resources: Uris(
    'The resources that its tokens may be for; empty: all resources in the settings',
    'https://api.example.com',
  ),
  signing_algorithm: Type.Unsafe<(typeof OAUTH_ALGORITHMS)[number] | null>({
    type: ['string', 'null'],
    enum: [...OAUTH_ALGORITHMS, null],
    description: 'The algorithm for its tokens; null: the one in the settings',
  }),
  first_party: Type.Boolean({
    description: 'Whether it is your own application: nobody is asked for consent',
  }),
  require_pkce: Type.Boolean({
    description: 'Whether it must send a code_challenge; public applications always must',
  }),
  dpop_bound: Type.Boolean({ description: 'Whether its tokens are bound to a key (RFC 9449)' }),
  enabled: Type.Boolean({ description: 'Turning it off ends its tokens' }),
  access_minutes: Type.Integer({
    minimum: 1,
    maximum: MINUTES_OF_A_DAY,
    description: 'Lifetime of access tokens',
  }),
  refresh_days: Type.Integer({
    minimum: 1,
    maximum: 3_650,
    description: 'Days without use that end a grant',
  }),
  refresh_max_days: Type.Integer({ minimum: 1, maximum: 3_650, description: 'Longest lifetime of a grant' }),
};

type Optional<T extends Record<string, Parameters<typeof Type.Optional>[0]>> = {
  [Name in keyof T]: ReturnType<typeof Type.Optional<T[Name]>>;
};

function optional<T extends Record<string, Parameters<typeof Type.Optional>[0]>>(fields: T): Optional<T> {
  // Each field by its name, which the types cannot follow.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as Optional<T>;
}

export const OptionalFields = optional(ApplicationFields);
export const ApplicationName = ApplicationFields.name;
