import { type Static, Type } from 'typebox';
import { describedAs } from '../../lib/documented.ts';
import { recordOf } from '../../lib/record-of.ts';
import { field, type ValuesOf } from './field.ts';

export const ALGORITHMS = ['HS256', 'HS384', 'HS512', 'RS256', 'ES256', 'EdDSA'] as const;
export type JwtAlgorithm = (typeof ALGORITHMS)[number];
const Algorithm = Type.Unsafe<JwtAlgorithm>({
  type: 'string',
  enum: [...ALGORITHMS],
  description: 'Signing algorithm',
});

const PreviousKey = Type.Object({
  secret_key: Type.String(),
  algorithm: Algorithm,
  key_generation: Type.Integer(),
  /** Milliseconds since the epoch. After that time, the key verifies nothing. */
  until: Type.Integer(),
});
export type PreviousKey = Readonly<Static<typeof PreviousKey>>;

const MAX_DAYS = 3650;
const days = (description: string) => Type.Integer({ minimum: 1, maximum: MAX_DAYS, description });

export const jwtFields = {
  secret_key: field(
    Type.String({
      format: 'well-formed',
      maxLength: 16_384,
      description: 'Signing secret of at least 32 bytes; a private key in PEM for RS256, ES256 and EdDSA',
    }),
    '',
    { keys: 'closed', secret: true, variable: 'KEYWARD_JWT_SECRET' },
  ),
  algorithm: field(Algorithm, 'HS256', {
    keys: 'closed',
    accepts: describedAs(Type.String({ maxLength: 20 }), Algorithm),
  }),
  session_duration_days: field(
    days('Lifetime of a session, and of the access token in single-token mode'),
    7,
    {
      keys: 'closed',
      required: true,
      variable: 'KEYWARD_SESSION_DURATION_DAYS',
    },
  ),
  dual_token_mode: field(
    Type.Boolean({ description: 'Whether a login issues a short access token and a refresh token' }),
    false,
    { keys: 'closed', variable: 'KEYWARD_DUAL_TOKEN_MODE' },
  ),
  access_token_expire_minutes: field(
    Type.Integer({
      minimum: 1,
      maximum: 525_600,
      description: 'Lifetime of the access token in dual-token mode',
    }),
    15,
    { keys: 'closed', variable: 'KEYWARD_ACCESS_TOKEN_EXPIRE_MINUTES' },
  ),
  refresh_token_expire_days: field(
    days('Lifetime of the refresh token in dual-token mode; by default, the lifetime of the session'),
    7,
    {
      keys: 'closed',
      follows: 'session_duration_days',
      variable: 'KEYWARD_REFRESH_TOKEN_EXPIRE_DAYS',
      unset: 'the lifetime of the session',
    },
  ),
  audience: field(
    Type.Array(
      Type.String({ format: 'text', minLength: 1, maxLength: 255, examples: ['https://api.example.com'] }),
      {
        maxItems: 20,
        description: 'Audience of the tokens, in their claim `aud`; empty: none',
      },
    ),
    [],
    { keys: 'closed' },
  ),
  claims: field(
    recordOf(Type.String({ minLength: 1, maxLength: 200 }), {
      maxProperties: 20,
      description:
        'Additional claims of access tokens: from the name to a field of the account, as `app_metadata.plan`',
      examples: [{ plan: 'app_metadata.plan' }],
    }),
    {},
    { keys: 'closed' },
  ),
  sliding: field(
    Type.Boolean({
      description:
        'Whether each refresh moves the end of the session, at most to `max_session_days`; needs dual-token mode',
    }),
    false,
    { keys: 'closed' },
  ),
  max_session_days: field(days('Longest lifetime of a sliding session'), 90, { keys: 'closed' }),
  idle_minutes: field(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 5,
      maximum: 525_600,
      description: 'Minutes of inactivity after which a session ends; null: never',
    }),
    null,
    { keys: 'closed' },
  ),
  rotate_days: field(
    Type.Integer({
      minimum: 0,
      maximum: MAX_DAYS,
      description:
        'Days after which the service replaces a key that it has made (`create_key`); 0: never. It never replaces your own keys',
    }),
    90,
    { keys: 'closed' },
  ),
  // Milliseconds since the epoch; null for a key that the service has not made.
  key_created_at: field(Type.Unsafe<number | null>({ type: ['integer', 'null'] }), null, {
    keys: 'closed',
    internal: true,
  }),
  // Grows with each change of the key, so that tokens of a replaced key stay invalid even if the key comes back.
  key_generation: field(Type.Integer(), 0, { keys: 'closed', internal: true }),
  // The previous key, while a planned rotation keeps its tokens valid; null otherwise.
  previous_key: field(Type.Unsafe<PreviousKey | null>({ anyOf: [PreviousKey, { type: 'null' }] }), null, {
    keys: 'closed',
    internal: true,
  }),
  // The earlier keys that still verify tokens, newest first.
  older_keys: field(Type.Array(PreviousKey), [], { keys: 'closed', internal: true }),
};

/** The replaced keys that may still verify tokens, newest first. */
export function replacedKeys({
  previous_key,
  older_keys,
}: Pick<JwtSettings, 'previous_key' | 'older_keys'>): readonly PreviousKey[] {
  return previous_key === null ? older_keys : [previous_key, ...older_keys];
}

/**
 * Signing and lifetimes. `secret_key` is an HMAC secret, whose UTF-8 bytes sign, or a private key as PKCS #8 in PEM.
 */
export type JwtSettings = ValuesOf<typeof jwtFields>;
